/**
 * The secret of a single-node installation: generated once, kept in the data folder, readable only by its owner.
 * Invariant: processes that start together on a new folder all end up with the same secret.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { giveToOwnerOf } from '../kit/file-owner.ts';
import { makeFolder } from '../kit/new-folder.ts';
import { ConfigurationError } from './configuration-error.ts';

const SECRET_FILE = 'secret';
const SECRET_BYTES = 32;
const SECRET_CHARACTERS_MIN = 32;
const OWNER_ONLY = 0o600;

/** The file of the secret in a data folder. */
export function secretFile(dataDir: string): string {
  return join(dataDir, SECRET_FILE);
}

/**
 * The secret stored in `dataDir`, generated on the first call.
 * @param options.mayMake false if something exists that only the former secret can open
 * @throws ConfigurationError if the folder cannot be written to, or the secret is damaged or lost
 */
export function ensureSecret(dataDir: string, { mayMake }: { readonly mayMake: boolean }): string {
  const path = secretFile(dataDir);
  try {
    if (mayMake) makeFolder(dataDir);
    const secret = readSecret(path) ?? (mayMake ? makeSecret(path) : null);
    if (secret === null) throw lost(path);
    if (secret.length >= SECRET_CHARACTERS_MIN) return secret;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError([
      `${dataDir} cannot be used (${reason(error)}); make it writable, or set LECTERN_DATA_DIR.`,
    ]);
  }
  throw new ConfigurationError([
    `${path} is damaged; restore it from the backup that has the database, or see docs/operations/secret.md.`,
  ]);
}

/**
 * Replaces the secret stored in `dataDir` in one step, so that either the old or the new one is always there.
 * @throws ConfigurationError if the folder cannot be written to
 */
export function replaceSecret(dataDir: string, secret: string): void {
  const path = secretFile(dataDir);
  try {
    renameSync(draftOf(path, secret), path);
  } catch (error) {
    throw new ConfigurationError([`${path} cannot be replaced (${reason(error)}); make it writable.`]);
  }
}

/** A new secret. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

function lost(path: string): ConfigurationError {
  return new ConfigurationError([
    `${path} is missing, and the database beside it was made under it: restore it from the backup that has the database, or set LECTERN_SECRET if that was used. If it is lost for good, see docs/operations/secret.md.`,
  ]);
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Writes the file under another name first and then links it, so that nobody ever reads half a secret. */
function makeSecret(path: string): string {
  const draft = draftOf(path, newSecret());
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readSecret(path) ?? '';
}

/** Writes the secret to a temporary file next to the final one, with owner and mode of the one that it replaces. */
function draftOf(path: string, secret: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const replaced = statSync(path, { throwIfNoEntry: false });
  const file = openSync(draft, 'wx', OWNER_ONLY);
  try {
    if (replaced !== undefined) fchmodSync(file, replaced.mode);
    writeSync(file, `${secret}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  giveToOwnerOf(replaced === undefined ? dirname(path) : path, draft);
  return draft;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
