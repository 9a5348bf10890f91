/** A folder for `LECTERN_BACKUP` in which no backup is due, for tests of services that are about something else. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';

export function freshBackupFolder(): string {
  const folder = temporaryFolder('backups');
  mkdirSync(join(folder, backupName(Date.now())));
  return folder;
}

/** What a backup of that time is called. @param at milliseconds */
export function backupName(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-');
}
