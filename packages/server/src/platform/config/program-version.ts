/** The versions of the program, by semver, and of its HTTP interface, which is raised only by a change that breaks clients. */
import { readFileSync } from 'node:fs';
import { packageFile } from './package-folder.ts';

const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** As given in package.json. */
export const PROGRAM_VERSION = version;
/** Sent as `X-CMS-Version`. */
export const INTERFACE_VERSION = '1';
