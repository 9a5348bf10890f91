/** Exports and imports with the files that they need, for checks. */
import type { Reader } from '../../platform/database/database.ts';
import type { ExportRow, ImportRow } from './tables.ts';

export async function allExports(db: Reader): Promise<ExportRow[]> {
  return db.selectFrom('exports').selectAll().orderBy('id').execute();
}

export async function allImports(db: Reader): Promise<ImportRow[]> {
  return db.selectFrom('imports').selectAll().orderBy('id').execute();
}

/** Names of the stored files that contain the records of an export. */
export async function filesOfExport(db: Reader, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('export_parts')
    .select('name')
    .where('export', '=', id)
    .where('is_pending', '=', 0)
    .where('name', 'is not', null)
    .orderBy('part')
    .execute();
  return rows.flatMap(({ name }) => name ?? []);
}

/** The number of pieces of an export that have no place in its archive. */
export async function countUnplaced(db: Reader, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('export_pieces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('export', '=', id)
    .where('begins', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The stage of a job; undefined if the job is gone. */
export async function stageOf(
  db: Reader,
  table: 'exports' | 'imports',
  id: string,
): Promise<{ status: string; stage: string } | undefined> {
  return db.selectFrom(table).select(['status', 'stage']).where('id', '=', id).executeTakeFirst();
}
