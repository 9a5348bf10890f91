/**
 * The secret of a single-node installation: generated once, kept in the data folder, readable only by its owner.
 * Invariant: processes that start together on a new folder all end up with the same secret.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from './configuration-error.ts';

const SECRET_FILE = 'secret';
const SECRET_BYTES = 32;
const SECRET_CHARACTERS_MIN = 32;
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/**
 * The secret kept in `dataDir`, generated at the first call.
 * @throws ConfigurationError if the folder cannot be written or the secret is damaged
 */
export function ensureSecret(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const secret = readSecret(path) ?? makeSecret(path);
    if (secret.length >= SECRET_CHARACTERS_MIN) return secret;
  } catch (error) {
    throw new ConfigurationError([
      `${dataDir} cannot be used (${reason(error)}); make it writable, or set LECTERN_DATA_DIR.`,
    ]);
  }
  throw new ConfigurationError([
    `${path} is damaged; restore it from a backup, or delete it, after which everyone has to log in again.`,
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
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', OWNER_ONLY);
  try {
    writeSync(file, `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readSecret(path) ?? '';
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
