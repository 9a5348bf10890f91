/** Paths of the embedded database in its folder. Does not load the engine. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { unusablePlace } from '../../errors/unusable-place.ts';

const FILE_NAME = 'lectern.db';
const RESERVE_NAME = 'reserve';

/** The file of the database in a folder. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE_NAME);
}

/** The file next to the database that reserves disk space. */
export function sqliteReserve(folder: string): string {
  return join(folder, RESERVE_NAME);
}

/**
 * Whether there is a database file that is not empty.
 * @throws StartRefusal if the folder cannot be read
 */
export function hasSqliteFile(folder: string): boolean {
  const file = sqliteFile(folder);
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch (error) {
    throw unusablePlace(file, error, 'set LECTERN_DATA_DIR to another folder');
  }
}
