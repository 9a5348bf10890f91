/**
 * The note in a data folder that a database was completed there once. If the database is gone later, the service does
 * not begin with an empty one, which anyone could sign up to. A first start that was killed has left no note.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK_FILE = 'database-completed';
const OWNER_ONLY = 0o600;

/** Whether a database was completed in the data folder. */
export function hasDatabaseMark(dataDir: string): boolean {
  return existsSync(join(dataDir, MARK_FILE));
}

/** Notes that a database was completed in the data folder. */
export function markDatabase(dataDir: string): void {
  if (hasDatabaseMark(dataDir)) return;
  const text = `A database was completed here at ${new Date().toISOString()}. See docs/operations/one-machine.md.\n`;
  try {
    writeFileSync(join(dataDir, MARK_FILE), text, { mode: OWNER_ONLY });
  } catch {
    // A disk without space must not keep a full database from being served; the next start writes the note.
  }
}
