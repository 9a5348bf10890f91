/** The versions of the program (semver) and of its HTTP API. Only a change that breaks clients raises the latter. */
import { readFileSync } from 'node:fs';
import { packageFile } from './package-folder.ts';

const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** As given in package.json. */
export const PROGRAM_VERSION = version;
/** Sent as `X-CMS-Version`. */
export const INTERFACE_VERSION = '1';
