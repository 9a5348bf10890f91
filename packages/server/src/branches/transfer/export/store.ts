/** The rows of exports: jobs, the environments that they follow, and the parts that archives consist of. */

import type { KindName } from '../../../content/kinds/content-kind.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { yieldToReads } from '../../../platform/database/savepoint.ts';
import { JobRows } from '../job-store.ts';
import type { ExportEnvironmentRow, ExportPartRow, ExportPieceRow, ExportRow } from '../tables.ts';

/** A piece that has no place yet. */
export type NewPiece = Pick<ExportPieceRow, 'path' | 'name' | 'skip' | 'size'>;

/** A part and its pieces. */
export interface MadePart {
  readonly part: Omit<ExportPartRow, 'export'>;
  readonly pieces: readonly NewPiece[];
}

const ROWS_AT_ONCE = 100;

/** The rows of the jobs. */
export const exports = new JobRows<ExportRow>('exports');

export async function insertExport(writer: Writer, row: ExportRow): Promise<void> {
  await writer.insertInto('exports').values(row).execute();
}

export async function updateExport(writer: Writer, id: string, values: Partial<Omit<ExportRow, 'id'>>): Promise<void> {
  await writer.updateTable('exports').set(values).where('id', '=', id).execute();
}

/** Deletes part of an export, and finally the export itself. @returns whether nothing is left */
export async function deleteSomeOfExport(writer: Writer, id: string): Promise<boolean> {
  // A part has a bounded number of pieces.
  const first = await writer
    .selectFrom('export_parts')
    .select('part')
    .where('export', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) {
    await replacePart(writer, { id, part: first.part }, []);
    return false;
  }
  await writer.deleteFrom('export_environments').where('export', '=', id).execute();
  await writer.deleteFrom('exports').where('id', '=', id).execute();
  return true;
}

/** The environments of an export, by name. */
export async function listExportEnvironments(db: Reader, id: string): Promise<ExportEnvironmentRow[]> {
  return db.selectFrom('export_environments').selectAll().where('export', '=', id).orderBy('name').execute();
}

/** Which exports include one of these environments. */
export async function exportsOf(db: Reader, environments: readonly number[]): Promise<Set<string>> {
  if (environments.length === 0) return new Set();
  const query = db.selectFrom('export_environments').select('export').where('environment', 'in', environments);
  return new Set((await query.execute()).map((row) => row.export));
}

export async function insertExportEnvironment(writer: Writer, row: ExportEnvironmentRow): Promise<void> {
  await writer.insertInto('export_environments').values(row).execute();
}

/** Records that everything up to a revision is in the parts of an environment, or marked. */
export async function advanceEnvironment(
  writer: Writer,
  { export: id, environment }: Pick<ExportEnvironmentRow, 'export' | 'environment'>,
  revision: number,
): Promise<void> {
  await writer
    .updateTable('export_environments')
    .set({ revision })
    .where('export', '=', id)
    .where('environment', '=', environment)
    .execute();
}

/** Removes an environment from an export, with its parts. */
export async function deleteExportEnvironment(writer: Writer, id: string, environment: number): Promise<void> {
  const parts = writer
    .selectFrom('export_parts')
    .select('part')
    .where('export', '=', id)
    .where('environment', '=', environment);
  await writer.deleteFrom('export_pieces').where('export', '=', id).where('part', 'in', parts).execute();
  await writer.deleteFrom('export_parts').where('export', '=', id).where('environment', '=', environment).execute();
  await writer
    .deleteFrom('export_environments')
    .where('export', '=', id)
    .where('environment', '=', environment)
    .execute();
}

/** The pending parts of an export, oldest first. */
export async function pendingParts(db: Reader, id: string, limit: number): Promise<ExportPartRow[]> {
  return db
    .selectFrom('export_parts')
    .selectAll()
    .where('export', '=', id)
    .where('is_pending', '=', 1)
    .orderBy('part')
    .limit(limit)
    .execute();
}

export async function insertPart(writer: Writer, row: ExportPartRow): Promise<void> {
  await writer.insertInto('export_parts').values(row).execute();
}

/** The location of a key: its part of an environment. */
export interface KeyPlace {
  readonly export: string;
  readonly environment: number;
  readonly kind: KindName;
  readonly key: string;
}

/** The part that contains a key, or would contain it. */
export async function partOf(db: Reader, { export: id, environment, kind, key }: KeyPlace): Promise<ExportPartRow> {
  return db
    .selectFrom('export_parts')
    .selectAll()
    .where('export', '=', id)
    .where('environment', '=', environment)
    .where('kind', '=', kind)
    .where('upto', '>=', key)
    .orderBy('upto')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The parts of an environment with records of a kind. */
export async function partsOf(db: Reader, id: string, environment: number, kind: string): Promise<ExportPartRow[]> {
  return db
    .selectFrom('export_parts')
    .selectAll()
    .where('export', '=', id)
    .where('environment', '=', environment)
    .where('kind', '=', kind)
    .orderBy('upto')
    .execute();
}

/** Marks parts of an export as pending. */
export async function markPending(writer: Writer, id: string, parts: readonly number[]): Promise<void> {
  if (parts.length === 0) return;
  await writer
    .updateTable('export_parts')
    .set({ is_pending: 1 })
    .where('export', '=', id)
    .where('part', 'in', [...parts])
    .execute();
}

/** Marks all parts of an environment with records of a kind as pending. */
export async function markAllPending(writer: Writer, id: string, environment: number, kind: string): Promise<void> {
  await writer
    .updateTable('export_parts')
    .set({ is_pending: 1 })
    .where('export', '=', id)
    .where('environment', '=', environment)
    .where('kind', '=', kind)
    .execute();
}

/** Replaces a part with other parts. */
export async function replacePart(
  writer: Writer,
  { id, part }: { id: string; part: number | null },
  made: readonly MadePart[],
): Promise<void> {
  if (part !== null) {
    await writer.deleteFrom('export_pieces').where('export', '=', id).where('part', '=', part).execute();
    await writer.deleteFrom('export_parts').where('export', '=', id).where('part', '=', part).execute();
  }
  for (const { part: row, pieces } of made) {
    await writer
      .insertInto('export_parts')
      .values({ export: id, ...row })
      .execute();
    for (let from = 0; from < pieces.length; from += ROWS_AT_ONCE) {
      const rows = pieces.slice(from, from + ROWS_AT_ONCE).map((piece) => ({
        export: id,
        above: row.above,
        part: row.part,
        begins: null,
        member_size: null,
        ...piece,
      }));
      await writer.insertInto('export_pieces').values(rows).execute();
      await yieldToReads();
    }
  }
}

/** The number of records in the parts of an export, by kind. */
export async function countItems(db: Reader, id: string): Promise<Pick<ExportRow, 'entries' | 'assets'>> {
  const rows = await db
    .selectFrom('export_parts')
    .select((eb) => ['kind', eb.fn.sum<number>('items').as('items')])
    .where('export', '=', id)
    .groupBy('kind')
    .execute();
  const of = (name: KindName) => Number(rows.find(({ kind }) => kind === name)?.items ?? 0);
  return { entries: of('entry'), assets: of('asset') };
}
