/** Rows of entries, of their states and of the index that queries run on. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { placesOf, prepared } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import { bytesOf, jsonMembers } from '../../platform/database/row-pieces.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import { type EntryIndexRow, type EntryRow, type EntryStateRow, type PublishedStateRow, tables } from './tables.ts';

/** Returns no row if the environment already has an entry with that key. */
export const insertEntry = prepared<{ [K in keyof EntryRow]: EntryRow[K] }, { id: number }>((db, place) =>
  db
    .insertInto('entries')
    .values(placesOf(tables.entries, place))
    .onConflict((conflict) => conflict.columns(['environment', 'key']).doNothing())
    .returning('id'),
);

export const updateEntry = prepared<{ [K in keyof EntryRow]: EntryRow[K] }, unknown>((db, place) =>
  db
    .updateTable('entries')
    .set(placesOf(tables.entries, place, 'id', 'environment', 'key', 'content_type', 'created_by'))
    .where('id', '=', place('id')),
);

export const deleteEntry = prepared<{ id: number }, unknown>((db, place) =>
  db.deleteFrom('entries').where('id', '=', place('id')),
);

export const selectEntryByKey = prepared<{ environment: number; key: string }, EntryRow>((db, place) =>
  db.selectFrom('entries').selectAll().where('environment', '=', place('environment')).where('key', '=', place('key')),
);

/** The same, locked against changes by others until the write ends. */
export const selectEntryForWrite = prepared<{ environment: number; key: string }, EntryRow>((db, place) =>
  lockForUpdate(
    db,
    db
      .selectFrom('entries')
      .selectAll()
      .where('environment', '=', place('environment'))
      .where('key', '=', place('key')),
  ),
);

/** An entry, and the size of its draft's document. */
export type SizedDraft = EntryRow & { readonly bytes: number };

/** Entries by row id with the sizes of their drafts, in no particular order. */
export async function selectDrafts(db: Reader, ids: readonly number[]): Promise<SizedDraft[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('entries')
    .innerJoin('entry_states as s', (join) =>
      join.onRef('s.id', '=', 'entries.id').onRef('s.version', '=', 'entries.version'),
    )
    .selectAll('entries')
    .select(bytesOf('s.document').as('bytes'))
    .where('entries.id', 'in', ids)
    .execute();
}

/** The documents of the drafts of entries, in no particular order. @param names the members to read; null for all */
export async function selectDraftDocuments(
  db: Reader,
  ids: readonly number[],
  names: readonly string[] | null,
): Promise<EntryStateRow[]> {
  const document = names === null ? sql.ref<string>('s.document') : jsonMembers(db, 's.document', names);
  return db
    .selectFrom('entries')
    .innerJoin('entry_states as s', (join) =>
      join.onRef('s.id', '=', 'entries.id').onRef('s.version', '=', 'entries.version'),
    )
    .select(['s.id', 's.version', document.as('document')])
    .where('entries.id', 'in', ids)
    .execute();
}

/** The states of the entry with that key. */
export const selectStatesByKey = prepared<{ environment: number; key: string }, EntryStateRow>((db, place) =>
  db
    .selectFrom('entry_states')
    .selectAll('entry_states')
    .innerJoin('entries', 'entries.id', 'entry_states.id')
    .where('entries.environment', '=', place('environment'))
    .where('entries.key', '=', place('key')),
);

/** The documents of an entry's states. */
export const selectStates = prepared<{ id: number }, EntryStateRow>((db, place) =>
  db.selectFrom('entry_states').selectAll().where('id', '=', place('id')),
);

export const selectState = prepared<{ id: number; version: number }, EntryStateRow>((db, place) =>
  db.selectFrom('entry_states').selectAll().where('id', '=', place('id')).where('version', '=', place('version')),
);

export const insertState = prepared<EntryStateRow & {}, unknown>((db, place) =>
  db.insertInto('entry_states').values({ id: place('id'), version: place('version'), document: place('document') }),
);

/** Stores another version and document of a state. */
export const moveState = prepared<{ id: number; from: number; version: number; document: string }, unknown>(
  (db, place) =>
    db
      .updateTable('entry_states')
      .set({ version: place('version'), document: place('document') })
      .where('id', '=', place('id'))
      .where('version', '=', place('from')),
);

export const updateStateDocument = prepared<EntryStateRow & {}, unknown>((db, place) =>
  db
    .updateTable('entry_states')
    .set({ document: place('document') })
    .where('id', '=', place('id'))
    .where('version', '=', place('version')),
);

export const deleteState = prepared<{ id: number; version: number }, unknown>((db, place) =>
  db.deleteFrom('entry_states').where('id', '=', place('id')).where('version', '=', place('version')),
);

export const insertIndexRow = prepared<{ [K in keyof EntryIndexRow]: EntryIndexRow[K] }, unknown>((db, place) =>
  db.insertInto('entry_index').values(placesOf(tables.entry_index, place)),
);

/** The columns of an index row that change with its version, and its previous version. */
type IndexRowMove = Omit<EntryIndexRow, 'content_type' | 'key' | 'created_by'> & { from: number };

/** Stores another version of an index row, with other values. */
export const replaceIndexRow = prepared<IndexRowMove, unknown>((db, place) =>
  db
    .updateTable('entry_index')
    .set(placesOf(tables.entry_index, place, 'id', 'content_type', 'key', 'created_by'))
    .where('id', '=', place('id'))
    .where('version', '=', place('from')),
);

/** The same, if its values stay the same. */
export const moveIndexRow = prepared<Omit<IndexRowMove, 'index_values'>, unknown>((db, place) =>
  db
    .updateTable('entry_index')
    .set(placesOf(tables.entry_index, place, 'id', 'content_type', 'key', 'created_by', 'index_values'))
    .where('id', '=', place('id'))
    .where('version', '=', place('from')),
);

export const updateIndexValues = prepared<{ id: number; version: number; values: string }, unknown>((db, place) =>
  db
    .updateTable('entry_index')
    .set({ index_values: place('values') })
    .where('id', '=', place('id'))
    .where('version', '=', place('version')),
);

export const deleteIndexRow = prepared<{ id: number; version: number }, unknown>((db, place) =>
  db.deleteFrom('entry_index').where('id', '=', place('id')).where('version', '=', place('version')),
);

export const deleteIndexRows = prepared<{ id: number }, unknown>((db, place) =>
  db.deleteFrom('entry_index').where('id', '=', place('id')),
);

export const selectTombstone = prepared<{ environment: number; key: string }, { version: number }>((db, place) =>
  db
    .selectFrom('entry_tombstones')
    .select('version')
    .where('environment', '=', place('environment'))
    .where('key', '=', place('key')),
);

export const upsertTombstone = prepared<{ environment: number; key: string; version: number }, unknown>((db, place) =>
  db
    .insertInto('entry_tombstones')
    .values({ environment: place('environment'), key: place('key'), version: place('version') })
    .onConflict((conflict) => conflict.columns(['environment', 'key']).doUpdateSet({ version: place('version') })),
);

/** Keeps the first of several states of one revision: what was before it. */
export const insertPublishedState = prepared<{ [K in keyof PublishedStateRow]: PublishedStateRow[K] }, unknown>(
  (db, place) =>
    db
      .insertInto('published_states')
      .values(placesOf(tables.published_states, place))
      .onConflict((conflict) => conflict.columns(['environment', 'until', 'entry']).doNothing()),
);

/** The number of entries of a type. */
export const countEntriesOfType = prepared<{ environment: number; contentType: number }, { count: number }>(
  (db, place) =>
    db
      .selectFrom('entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('environment', '=', place('environment'))
      .where('content_type', '=', place('contentType')),
);

/** Some entries of a type, by row id, locked against changes by others until the write ends. */
export async function lockEntriesOfType(
  writer: Writer,
  { environment, contentType, from }: { environment: number; contentType: number; from: number },
  limit: number,
): Promise<{ id: number }[]> {
  const entries = writer
    .selectFrom('entries')
    .select('id')
    .where('environment', '=', environment)
    .where('content_type', '=', contentType)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(limit);
  return lockForUpdate(writer, entries).execute();
}

/** An entry of a type with one of its states. */
export interface StateOfType {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly published_version: number | null;
  readonly saved_at: number;
  readonly state_version: number;
  /** Size of the document. */
  readonly bytes: number;
}

/** The states of a type's entries without their documents, in chunks by row id; an entry may have several rows. */
export const selectStatesOfType = prepared<
  { environment: number; contentType: number; after: number; chunk: number },
  StateOfType
>((db, place) =>
  db
    .selectFrom('entries')
    .innerJoin('entry_states', 'entry_states.id', 'entries.id')
    .select([
      'entries.id',
      'entries.key',
      'entries.version',
      'entries.published_version',
      'entries.saved_at',
      'entry_states.version as state_version',
      bytesOf('entry_states.document').as('bytes'),
    ])
    .where('entries.environment', '=', place('environment'))
    .where('entries.content_type', '=', place('contentType'))
    .where('entries.id', '>', place('after'))
    .orderBy('entries.id')
    .limit(place('chunk')),
);

/**
 * The documents of the states of a type's entries whose row ids are within a range, both ends inclusive.
 * @param names the members of documents to read; null for all
 */
export async function selectDocumentsOfType(
  db: Reader,
  { environment, contentType, from, to }: { environment: number; contentType: number; from: number; to: number },
  names: readonly string[] | null,
): Promise<EntryStateRow[]> {
  const document =
    names === null ? sql.ref<string>('entry_states.document') : jsonMembers(db, 'entry_states.document', names);
  return db
    .selectFrom('entries')
    .innerJoin('entry_states', 'entry_states.id', 'entries.id')
    .select(['entry_states.id', 'entry_states.version', document.as('document')])
    .where('entries.environment', '=', environment)
    .where('entries.content_type', '=', contentType)
    .where('entries.id', '>=', from)
    .where('entries.id', '<=', to)
    .execute();
}

/** Maximum bytes of states' documents that one step deletes with their entries. */
const REMOVED_BYTES = 8 * 1_048_576;
const CONTENT_TABLES = ['entry_states', 'entry_index', 'entry_versions'] as const;
const CONTENT_TABLES_BY_ENVIRONMENT = [
  'entry_links',
  'entry_tombstones',
  'published_states',
  'deleted_entries',
  'slugs',
  'unique_values',
  'entries',
] as const;

/**
 * Deletes some of the rows of an environment's entries.
 * @returns whether there may be more
 */
export async function removeSomeEntries(writer: Writer, environment: number, rows: number): Promise<boolean> {
  const { first, end } = rowIdRange(environment);
  const some = await writer
    .selectFrom('entries')
    .select('id')
    .select((eb) =>
      eb
        .selectFrom('entry_states as s')
        .select(sql<number>`coalesce(sum(octet_length(s.document)), 0)`.as('bytes'))
        .whereRef('s.id', '=', 'entries.id')
        .as('bytes'),
    )
    .where('id', '>=', first)
    .where('id', '<', end)
    .orderBy('id')
    .limit(rows)
    .execute();
  // Deleting large rows takes the database as long as writing them.
  const [piece = []] = inPieces(some, ({ bytes }) => Number(bytes), REMOVED_BYTES);
  const last = piece.at(-1)?.id;
  const until = last === undefined || (piece.length === some.length && some.length < rows) ? end : last + 1;
  for (const table of CONTENT_TABLES)
    await writer.deleteFrom(table).where('id', '>=', first).where('id', '<', until).execute();
  if (until < end) {
    await writer.deleteFrom('entry_links').where('source', '>=', first).where('source', '<', until).execute();
    await writer.deleteFrom('slugs').where('entry', '>=', first).where('entry', '<', until).execute();
    await writer.deleteFrom('unique_values').where('entry', '>=', first).where('entry', '<', until).execute();
    await writer.deleteFrom('entries').where('id', '>=', first).where('id', '<', until).execute();
    return true;
  }
  for (const table of CONTENT_TABLES_BY_ENVIRONMENT)
    await writer.deleteFrom(table).where('environment', '=', environment).execute();
  return false;
}

/** The sizes of the documents of entries' states, without reading the documents. */
export async function selectStateSizes(
  db: Reader,
  ids: readonly number[],
): Promise<{ id: number; version: number; bytes: number }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('entry_states')
    .select(['id', 'version', bytesOf('document').as('bytes')])
    .where('id', 'in', ids)
    .execute();
}

/** The documents of the states of entries, in no particular order. */
export async function selectStatesById(db: Reader, ids: readonly number[]): Promise<EntryStateRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('entry_states').selectAll().where('id', 'in', ids).execute();
}

/** Some entries of a type, by row id. */
export const selectKeysOfType = prepared<
  { environment: number; contentType: number; after: number; chunk: number },
  { id: number; key: string }
>((db, place) =>
  db
    .selectFrom('entries')
    .select(['id', 'key'])
    .where('environment', '=', place('environment'))
    .where('content_type', '=', place('contentType'))
    .where('id', '>', place('after'))
    .orderBy('id')
    .limit(place('chunk')),
);

export const selectIndexRows = prepared<{ id: number }, { version: number; index_values: string }>((db, place) =>
  db.selectFrom('entry_index').select(['version', 'index_values']).where('id', '=', place('id')),
);
