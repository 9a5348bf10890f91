/** The versions of the program, by semver, and of its HTTP interface, which is raised only by a change that breaks clients. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** As given in package.json. */
export const PROGRAM_VERSION = version;
/** Sent as `X-CMS-Version`. */
export const INTERFACE_VERSION = '1';
