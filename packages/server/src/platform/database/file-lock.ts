/**
 * Locks between processes of one machine, by means of a file. They are SQLite locks, which end with the process however it
 * ends. Nothing is ever written to the file.
 */
import { DatabaseSync } from 'node:sqlite';
import { unusablePlace, whyUnusable } from '../errors/unusable-place.ts';

/** A lock held by this process. */
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

/** SQLite's error gives no reason, so the system is asked for it. */
function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusablePlace(path, whyUnusable(path) ?? error, 'name another folder');
  }
}
