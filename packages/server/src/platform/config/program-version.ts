/**
 * The versions of the program and of its HTTP API. A program is told from others by its version (semver) and the commit that it was
 * built from, since builds between two releases have the same version. Only a change that breaks clients raises the version of
 * the API.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageFile, packageFolder } from './package-folder.ts';

/** A package or an image has the commit in this file; in a checkout, it has a placeholder (`.gitattributes`). */
const COMMIT_FILE = 'commit';
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const COMMIT_SHOWN_CHARACTERS = 12;

const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** As given in package.json. */
export const PROGRAM_VERSION = version;
/** The commit that the program was built from, shortened; null if nobody knows. */
export const PROGRAM_COMMIT = commitOf(packageFolder, resolve(packageFolder, '../..'));
/** Both together, as semver writes them, such as `0.1.0+3a4b5c6d7e8f`. */
export const PROGRAM_BUILD = PROGRAM_COMMIT === null ? version : `${version}+${PROGRAM_COMMIT}`;
/** Sent as `X-CMS-Version`. */
export const INTERFACE_VERSION = '1';

/**
 * The commit of a program, shortened.
 * @param folder of the server's package
 * @param checkout folder that is a clone of the repository, if this is one
 */
export function commitOf(folder: string, checkout: string): string | null {
  const commit = [() => textOf(join(folder, COMMIT_FILE)), () => headOf(checkout)]
    .map(orEmpty)
    .find((text) => COMMIT.test(text));
  return commit?.slice(0, COMMIT_SHOWN_CHARACTERS) ?? null;
}

/** The checked-out commit of a clone or one of its worktrees. */
function headOf(checkout: string): string {
  const place = join(checkout, '.git');
  const folder = statSync(place).isDirectory() ? place : resolve(checkout, textOf(place).replace(/^gitdir: /, ''));
  const head = textOf(join(folder, 'HEAD'));
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  if (ref === undefined) return head;
  const isWorktree = existsSync(join(folder, 'commondir'));
  const common = isWorktree ? resolve(folder, textOf(join(folder, 'commondir'))) : folder;
  if (existsSync(join(common, ref))) return textOf(join(common, ref));
  const packed = textOf(join(common, 'packed-refs')).split('\n');
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? '';
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8').trim();
}

/** What cannot be read says nothing. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
