/** The rows of imports: jobs, the contents of their archives, and their results. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { yieldToReads } from '../../../platform/database/savepoint.ts';
import { JobRows } from '../job-store.ts';
import type { ImportMemberRow, ImportResultRow, ImportRow } from '../tables.ts';

const ROWS_AT_ONCE = 100;
const ROWS_REMOVED_AT_ONCE = 1_000;

/** The rows of the jobs. */
export const imports = new JobRows<ImportRow>('imports');

export async function insertImport(writer: Writer, row: ImportRow): Promise<void> {
  await writer.insertInto('imports').values(row).execute();
}

export async function updateImport(writer: Writer, id: string, values: Partial<Omit<ImportRow, 'id'>>): Promise<void> {
  await writer.updateTable('imports').set(values).where('id', '=', id).execute();
}

/** Deletes part of an import, and finally the import itself. @returns whether nothing is left */
export async function deleteSomeOfImport(writer: Writer, id: string): Promise<boolean> {
  const some = writer.selectFrom('import_members').select('path').where('import', '=', id).limit(ROWS_REMOVED_AT_ONCE);
  const members = writer.deleteFrom('import_members').where('import', '=', id).where('path', 'in', some);
  if ((await members.executeTakeFirst()).numDeletedRows > 0) return false;
  await writer.deleteFrom('import_results').where('import', '=', id).execute();
  await writer.deleteFrom('imports').where('id', '=', id).execute();
  return true;
}

/** Stores files of the archive, in a `long` write. @returns the path of a duplicate file; undefined if all are new */
export async function insertMembers(
  writer: Writer,
  id: string,
  members: readonly Omit<ImportMemberRow, 'import'>[],
): Promise<string | undefined> {
  for (let from = 0; from < members.length; from += ROWS_AT_ONCE) {
    const rows = members.slice(from, from + ROWS_AT_ONCE).map((member) => ({ import: id, ...member }));
    const inserted = await writer
      .insertInto('import_members')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['import', 'path']).doNothing())
      .returning('path')
      .execute();
    const known = new Set(inserted.map(({ path }) => path));
    if (known.size < rows.length) return rows.find(({ path }) => !known.delete(path))?.path;
    await yieldToReads();
  }
  return undefined;
}

/** A file of the archive; undefined if there is none at that path. */
export async function findMember(db: Reader, id: string, path: string): Promise<ImportMemberRow | undefined> {
  return db
    .selectFrom('import_members')
    .selectAll()
    .where('import', '=', id)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** The first files with records after a rank, ordered by rank; optionally including the file with that rank. */
export async function membersFrom(
  db: Reader,
  id: string,
  { rank, isIncluded }: { readonly rank: string; readonly isIncluded: boolean },
  limit: number,
): Promise<ImportMemberRow[]> {
  return db
    .selectFrom('import_members')
    .selectAll()
    .where('import', '=', id)
    .where('rank', isIncluded ? '>=' : '>', rank)
    .orderBy('rank')
    .limit(limit)
    .execute();
}

/** The number of files with records in the part of the archive scanned so far. */
export async function countRecordFiles(db: Reader, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import', '=', id)
    .where('rank', '>', '')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Bytes of all files with records before a rank, optionally including that one. Without `end`, of all such files. */
export async function bytesBefore(
  db: Reader,
  id: string,
  end?: { readonly rank: string; readonly isIncluded: boolean },
): Promise<number> {
  const { bytes } = await db
    .selectFrom('import_members')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('import', '=', id)
    .where('rank', '>', '')
    .$if(end !== undefined, (query) => query.where('rank', end?.isIncluded === true ? '<=' : '<', end?.rank ?? ''))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

export async function insertResults(writer: Writer, rows: readonly ImportResultRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await writer
      .insertInto('import_results')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

export async function updateResult(writer: Writer, id: string, ordinal: number, result: string): Promise<void> {
  await writer
    .updateTable('import_results')
    .set({ result })
    .where('import', '=', id)
    .where('ordinal', '=', ordinal)
    .execute();
}

export async function deleteResult(writer: Writer, id: string, ordinal: number): Promise<void> {
  await writer.deleteFrom('import_results').where('import', '=', id).where('ordinal', '=', ordinal).execute();
}

/** The stored results after a given one, in order. */
export async function resultsAfter(
  db: Reader,
  id: string,
  after: number,
  limit: number,
): Promise<{ ordinal: number; result: string }[]> {
  return db
    .selectFrom('import_results')
    .select(['ordinal', 'result'])
    .where('import', '=', id)
    .where('ordinal', '>', after)
    .orderBy('ordinal')
    .limit(limit)
    .execute();
}
