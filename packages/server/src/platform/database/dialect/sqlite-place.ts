/** Where the embedded database is in its folder, without loading its engine. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

const FILE_NAME = 'lectern.db';
const RESERVE_NAME = 'reserve';

/** The file of the database in a folder. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE_NAME);
}

/** The file that keeps space back beside the database in a folder. */
export function sqliteReserve(folder: string): string {
  return join(folder, RESERVE_NAME);
}

/** Whether there is a file that something was written to. */
export function hasSqliteFile(folder: string): boolean {
  return (statSync(sqliteFile(folder), { throwIfNoEntry: false })?.size ?? 0) > 0;
}
