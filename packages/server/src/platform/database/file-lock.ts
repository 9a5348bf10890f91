/**
 * Locks between processes of one machine, by a file. SQLite's lock ends with the process that holds it, however that ends;
 * nothing is ever written to the file.
 */
import { DatabaseSync } from 'node:sqlite';
import { unusablePlace, whyUnusable } from '../errors/unusable-place.ts';

/** A lock that is held. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a file, which is created if it is missing; null if another process holds it.
 * @throws StartRefusal if the file cannot be made or opened
 */
export function takeFileLock(path: string): FileLock | null {
  const file = openFile(path);
  try {
    file.exec('BEGIN EXCLUSIVE');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    const SQLITE_BUSY = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/** The error of SQLite gives no reason, so the system is asked for it. */
function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusablePlace(path, whyUnusable(path) ?? error, 'name another folder');
  }
}
