/**
 * A marker in the data folder: a database was once completed here. If the database is missing later, the service refuses to
 * start with an empty one, to which anyone could sign up. A first start that was killed leaves no marker.
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
    // A full disk must not prevent the service from serving an existing database; the next start writes the marker.
  }
}
