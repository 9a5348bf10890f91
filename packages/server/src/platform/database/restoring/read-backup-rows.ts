/**
 * Reads rows from the copy of a database that a backup has, whichever engine it is of. A dump of PostgreSQL is first read into
 * an embedded database of its own, with the rows that are wanted. The copy itself is never changed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig } from '../database.ts';
import type { PostgresTools } from '../postgres/copy.ts';
import type { BackupRows } from './backup-rows.ts';
import type { WantedRows } from './dump-rows.ts';

/**
 * Opens a copy and reads it.
 * @param copy the file of the copy
 * @throws if it cannot be read, or a program of PostgreSQL is missing
 */
export async function readBackupRows<T>(
  copy: { readonly file: string; readonly kind: DatabaseConfig['kind']; readonly tools: PostgresTools },
  wanted: WantedRows,
  work: (rows: BackupRows) => Promise<T>,
): Promise<T> {
  const { readSqliteRows } = await import('./rows-file.ts');
  if (copy.kind === 'sqlite') return readSqliteRows(copy.file, work);
  const { fillFromDump } = await import('./dump-rows.ts');
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restore-'));
  try {
    return await readSqliteRows(await fillFromDump(folder, copy, wanted), work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
