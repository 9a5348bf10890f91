/**
 * A note in the data folder that pages of the database are damaged, so that a restart does not begin to write on them again.
 * `lectern doctor` takes it away once it finds all pages whole.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwnerOf } from '../../kit/file-owner.ts';

const NOTE_FILE = 'database-damaged';
const OWNER_ONLY = 0o600;

/** Whether damage was noted in the folder of a database. */
export function hasDamageNote(folder: string): boolean {
  return existsSync(join(folder, NOTE_FILE));
}

/** Notes damage. @param message what the log says of it */
export function noteDamage(folder: string, message: string): void {
  const file = join(folder, NOTE_FILE);
  try {
    writeFileSync(file, `${new Date().toISOString()} ${message}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    giveToOwnerOf(folder, file);
  } catch {
    // It is noted already, or the disk takes nothing any more; then this process refuses writes all the same.
  }
}

/** Takes the note away. */
export function forgetDamage(folder: string): void {
  rmSync(join(folder, NOTE_FILE), { force: true });
}
