/** Reads all stored rows of some entries, and rows around them that belong to no entry. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { rowIdRange } from '../../../platform/database/row-id.ts';
import { PIECE_BYTES } from '../../../platform/database/row-pieces.ts';
import { inPieces } from '../../../platform/kit/pieces.ts';

/** A range of row ids: the lower bound exclusive, the upper inclusive. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Determines where the next batch in a range ends: after `limit` entries, before their documents and index rows exceed the size of
 * a piece, or at the end of the range. A batch always contains at least one entry.
 */
export async function endOfNext(db: Reader, { after, upTo }: IdRange, limit: number): Promise<number> {
  const bytesOfStates = sql<number>`coalesce((select sum(octet_length(document)) from entry_states as s where s.id = entries.id), 0)`;
  const bytesOfIndex = sql<number>`coalesce((select sum(octet_length(index_values)) from entry_index as x where x.id = entries.id), 0)`;
  const rows = await db
    .selectFrom('entries')
    .select(['id', bytesOfStates.as('states'), bytesOfIndex.as('index')])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute();
  const [first = []] = inPieces(rows, ({ states, index }) => Number(states) + Number(index), PIECE_BYTES);
  return first.length === rows.length && rows.length < limit ? upTo : (first.at(-1)?.id ?? upTo);
}

/** All rows of a range of ids. */
export async function rowsIn(db: Reader, { after, upTo }: IdRange) {
  const [entries, states, index, versions, links, slugs, values] = [
    await db.selectFrom('entries').selectAll().where('id', '>', after).where('id', '<=', upTo).orderBy('id').execute(),
    await db.selectFrom('entry_states').selectAll().where('id', '>', after).where('id', '<=', upTo).execute(),
    await db.selectFrom('entry_index').selectAll().where('id', '>', after).where('id', '<=', upTo).execute(),
    await db
      .selectFrom('entry_versions')
      .select(['id', 'version'])
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .execute(),
    await db.selectFrom('entry_links').selectAll().where('source', '>', after).where('source', '<=', upTo).execute(),
    await db.selectFrom('slugs').selectAll().where('entry', '>', after).where('entry', '<=', upTo).execute(),
    await db.selectFrom('unique_values').selectAll().where('entry', '>', after).where('entry', '<=', upTo).execute(),
  ];
  return { entries, states, index, versions, links, slugs, values };
}

/** What readers once saw of entries, of which the document is gone. */
export async function lostPast(db: Reader, environment: number): Promise<{ key: string; version: number | null }[]> {
  return db
    .selectFrom('published_states as p')
    .leftJoin('entry_versions as v', (join) => join.onRef('v.id', '=', 'p.entry').onRef('v.version', '=', 'p.version'))
    .select(['p.key', 'p.version'])
    .distinct()
    .where('p.environment', '=', environment)
    .where('p.version', 'is not', null)
    .where('v.id', 'is', null)
    .execute();
}

/** Deletes what is derived from the content of an entry: index rows, links, slugs and unique values. */
export async function deleteDerived(writer: Writer, id: number): Promise<void> {
  await writer.deleteFrom('entry_index').where('id', '=', id).execute();
  await writer.deleteFrom('entry_links').where('source', '=', id).execute();
  await writer.deleteFrom('slugs').where('entry', '=', id).execute();
  await writer.deleteFrom('unique_values').where('entry', '=', id).execute();
}

/** Deletes the states of an entry, except those of the given versions. */
export async function deleteStatesBut(writer: Writer, id: number, versions: readonly number[]): Promise<void> {
  const states = writer.deleteFrom('entry_states').where('id', '=', id);
  await (versions.length === 0 ? states : states.where('version', 'not in', [...versions])).execute();
}

/** The entry with a row id. */
export async function entryById(db: Reader, id: number) {
  return db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The highest row id of an environment's entries, or the lowest possible one if there are none. */
export async function lastEntryId(db: Reader, environment: number): Promise<number> {
  const { first, end } = rowIdRange(environment);
  const row = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('id', '>=', first)
    .where('id', '<', end)
    .executeTakeFirst();
  return row?.last ?? first;
}

export async function countEntriesIn(db: Reader, environment: number): Promise<number> {
  const row = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
