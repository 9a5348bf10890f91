/** The rows of merges, and of common ancestors' states. */

import { sql } from 'kysely';
import type { KindName } from '../../content/kinds/content-kind.ts';
import { isAmong, numberColumn, type SomeRows } from '../../platform/database/copied-rows.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { textsOf } from '../../platform/database/number-list.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { MergeBaseRow, MergeRow } from './tables.ts';

/** Maximum rows inserted by one statement. */
const ROWS_AT_ONCE = 500;
/** Used by rows of clones in place of another environment. */
export const NO_OTHER = 0;

/** Where an ancestor's state is stored: under a clone, or under two environments that were merged. */
export interface BasePlace {
  readonly environment: number;
  readonly other: number;
}

export function placeOfClone(clone: number): BasePlace {
  return { environment: clone, other: NO_OTHER };
}

export function placeOfPair(one: number, other: number): BasePlace {
  return { environment: Math.min(one, other), other: Math.max(one, other) };
}

/** The ancestor's rows for some resources. @param keys undefined for all */
export async function selectBases(
  db: Reader,
  { environment, other }: BasePlace,
  { kind, keys }: { kind: KindName; keys?: readonly string[] },
): Promise<MergeBaseRow[]> {
  const query = db
    .selectFrom('merge_bases')
    .selectAll()
    .where('environment', '=', environment)
    .where('other', '=', other)
    .where('kind', '=', kind);
  if (keys === undefined) return query.execute();
  return query.where('key', 'in', textsOf(db, JSON.stringify(keys))).execute();
}

/** The row that marks the initial state of a clone as complete. */
export function wholeBase(clone: number): MergeBaseRow {
  return { ...placeOfClone(clone), kind: 'environment', key: '', resource: null, version: null, state: null };
}

/** Whether the initial state of a clone is complete. */
export async function hasWholeBase(db: Reader, clone: number): Promise<boolean> {
  const { environment, other, kind, key } = wholeBase(clone);
  const row = await db
    .selectFrom('merge_bases')
    .select('key')
    .where('environment', '=', environment)
    .where('other', '=', other)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores states of ancestors, replacing their previous ones. */
export async function upsertBases(writer: Writer, rows: readonly MergeBaseRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await writer
      .insertInto('merge_bases')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['environment', 'other', 'kind', 'key']).doUpdateSet((eb) => ({
          resource: eb.ref('excluded.resource'),
          version: eb.ref('excluded.version'),
          state: eb.ref('excluded.state'),
        })),
      )
      .execute();
}

export async function deleteBases(
  writer: Writer,
  { environment, other }: BasePlace,
  { kind, keys }: { kind: KindName; keys: readonly string[] },
): Promise<void> {
  await writer
    .deleteFrom('merge_bases')
    .where('environment', '=', environment)
    .where('other', '=', other)
    .where('kind', '=', kind)
    .where('key', 'in', textsOf(writer, JSON.stringify(keys)))
    .execute();
}

/** Stores the initial versions of some of a clone's entries, and the number of their type. */
export async function insertEntryBases(
  writer: Writer,
  { clone }: RowPair,
  some: SomeRows | { readonly keys: readonly string[] },
): Promise<void> {
  const among =
    'keys' in some ? sql<boolean>`key in ${textsOf(writer, JSON.stringify(some.keys))}` : isAmong(writer, 'id', some);
  await writer
    .insertInto('merge_bases')
    .columns(['environment', 'other', 'kind', 'key', 'resource', 'version', 'state'])
    .expression((eb) =>
      eb
        .selectFrom('entries')
        .select((on) => [
          'environment',
          numberColumn(NO_OTHER).as('other'),
          on.cast<string>(on.val('entry'), 'text').as('kind'),
          'key',
          'id as resource',
          'version',
          on.cast<string>('content_type', 'text').as('state'),
        ])
        .where('environment', '=', clone)
        .where(among),
    )
    .execute();
}

/** Deletes some of an environment's ancestor rows and of the merges into it. @returns whether none is left */
export async function removeSome(writer: Writer, environment: number, rows: number): Promise<boolean> {
  const some = writer
    .selectFrom('merge_bases')
    .select(['other', 'kind', 'key'])
    .where('environment', '=', environment)
    .orderBy('other')
    .orderBy('kind')
    .orderBy('key')
    .limit(1)
    .offset(rows);
  const next = await some.executeTakeFirst();
  if (next !== undefined) {
    await writer
      .deleteFrom('merge_bases')
      .where('environment', '=', environment)
      .where((eb) =>
        eb.or([
          eb('other', '<', next.other),
          eb.and([eb('other', '=', next.other), eb('kind', '<', next.kind)]),
          eb.and([eb('other', '=', next.other), eb('kind', '=', next.kind), eb('key', '<', next.key)]),
        ]),
      )
      .execute();
    return false;
  }
  await writer.deleteFrom('merge_bases').where('environment', '=', environment).execute();
  await writer.deleteFrom('merge_bases').where('other', '=', environment).execute();
  await writer.deleteFrom('merges').where('environment', '=', environment).execute();
  return true;
}

export async function insertMerge(writer: Writer, row: MergeRow): Promise<void> {
  await writer.insertInto('merges').values(row).execute();
}

const summaryColumns = [
  'id',
  'series',
  'is_complete',
  'source_name',
  'publish',
  'created_at',
  'created_by',
  'undone_at',
  'undone_by',
] as const;

const countColumns = ['content_types', 'entries', 'assets'] as const;

/** The counts of a merge are those of all its parts. */
export interface MergeSummaryRow extends Pick<MergeRow, (typeof summaryColumns | typeof countColumns)[number]> {
  readonly parts: number;
  /** How many of its parts were undone. */
  readonly undone: number;
}

/** Finds a part of a merge into an environment. */
export async function findMerge(db: Reader, environment: number, id: string): Promise<MergeRow | undefined> {
  return db
    .selectFrom('merges')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .executeTakeFirst();
}

/** The parts of a merge, in order; empty if there is no such merge. @param id that of its first part */
export async function selectParts(db: Reader, environment: number, id: string): Promise<MergeRow[]> {
  const first = db.selectFrom('merges').select('series').where('id', '=', id).where('part', '=', 1);
  return db
    .selectFrom('merges')
    .selectAll()
    .where('environment', '=', environment)
    .where('series', '=', first)
    .orderBy('part')
    .execute();
}

/** Stores whether all parts of a merge are written. @param id that of its first part */
export async function setComplete(writer: Writer, id: string, isComplete: boolean): Promise<void> {
  const value = isComplete ? 1 : 0;
  await writer.updateTable('merges').set({ is_complete: value }).where('id', '=', id).execute();
}

/** Some merges into an environment, newest first. @param page.after the id of the merge after which the page begins */
export async function selectMerges(
  db: Reader,
  environment: number,
  { after, skip, limit }: RowsWanted,
): Promise<MergeSummaryRow[]> {
  const query = db
    .selectFrom('merges')
    .select(summaryColumns)
    .where('environment', '=', environment)
    .where('part', '=', 1)
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await (after === undefined ? query.offset(skip) : query.where('id', '<', after)).execute();
  const sums = new Map((await sumsOf(db, environment, rows)).map((sum) => [sum.series, sum]));
  return rows.map((row) => ({ ...row, ...(sums.get(row.series) as Awaited<ReturnType<typeof sumsOf>>[number]) }));
}

/** What the parts of merges changed together. */
async function sumsOf(db: Reader, environment: number, merges: readonly Pick<MergeRow, 'series'>[]) {
  if (merges.length === 0) return [];
  const series = merges.map((row) => row.series);
  const rows = await db
    .selectFrom('merges')
    .select((eb) => [
      'series',
      eb.fn.countAll<number>().as('parts'),
      eb.fn.count<number>('undone_at').as('undone'),
      ...countColumns.map((column) => eb.fn.sum<number>(column).as(column)),
    ])
    .where('environment', '=', environment)
    .where('series', 'in', series)
    .groupBy('series')
    .execute();
  return rows.map(({ series: of, ...sums }) => ({
    series: of,
    parts: Number(sums.parts),
    undone: Number(sums.undone),
    content_types: Number(sums.content_types),
    entries: Number(sums.entries),
    assets: Number(sums.assets),
  }));
}

export async function countMerges(db: Reader, environment: number): Promise<number> {
  const { count } = await db
    .selectFrom('merges')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('part', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Another merge between the same two environments, in either direction, that began later and was not undone. */
export async function findLaterMerge(
  db: Reader,
  { id, environment, source, series }: Pick<MergeRow, 'id' | 'environment' | 'source' | 'series'>,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('merges')
    .select('id')
    .where('environment', 'in', [environment, source])
    .where('source', 'in', [environment, source])
    .where('undone_at', 'is', null)
    .where('id', '>', id)
    .where('series', '<>', series)
    .where('part', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Marks a merge as undone; false if it already was. */
export async function markUndone(writer: Writer, id: string, { at, by }: { at: number; by: string }): Promise<boolean> {
  const row = await writer
    .updateTable('merges')
    .set({ undone_at: at, undone_by: by })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
