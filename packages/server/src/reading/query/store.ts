/**
 * Reads index rows: in chunks by row id, by key, and those that the journal names. Chunks that are wanted only for
 * their columns come packed.
 */
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import {
  type Packed,
  packedNumbers,
  packedTexts,
  SEPARATOR,
  unpackedNumbers,
  unpackedTexts,
} from '../../platform/database/packed-columns.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import type { EntryIndexRow } from '../../platform/database/tables.ts';
import type { BuildRow, HeldRow, IndexRow, IndexValues } from './index-row.ts';
import { KIND_STEP, NEVER, type PackedEntries, type PackedValues, PUBLISHED, unpackedEntries } from './packed-rows.ts';
import type { QueryState } from './query.ts';

const NO_VALUES: IndexValues = {};

/** The columns of an index row without the values of fields. */
const systemColumns = [
  'x.id',
  'x.version',
  'x.states',
  'x.content_type',
  'x.key',
  'x.status',
  'x.created_at',
  'x.created_by',
  'x.saved_at',
  'x.updated_at',
  'x.published_at',
] as const;

/** Who last changed an entry, which its own row knows; only lists of drafts ask for it. */
const EDITOR = sql<string>`(SELECT n.updated_by FROM entries AS n WHERE n.id = x.id)`.as('updated_by');

/** What is read beside `systemColumns` of the rows of a state. */
function editorIn(state: QueryState) {
  return state === 'draft' ? [EDITOR] : [];
}

type SystemRow = Omit<EntryIndexRow, 'index_values'> & { readonly updated_by?: string };

interface Chunk {
  readonly after: number;
  readonly end: number;
  readonly limit: number;
}

/** What a table is filled with, in few columns: each costs nearly as much as reading the row. */
const selectPackedEntries: Readonly<Record<QueryState, PackedQuery>> = {
  draft: packedEntries(true),
  published: packedEntries(false),
};

const selectWholeRows = forEachState((state) =>
  prepared<Chunk, EntryIndexRow>((db, place) =>
    db
      .selectFrom('entry_index as x')
      .select([...systemColumns, ...editorIn(state), 'x.index_values'])
      .where('x.id', '>', place('after'))
      .where('x.id', '<', place('end'))
      .orderBy('x.id')
      .orderBy('x.version')
      .limit(place('limit')),
  ),
);

interface Between {
  readonly from: number;
  readonly to: number;
  readonly type: number;
  readonly bit: number;
}

const selectPackedValues = prepared<Between, Packed<'id' | 'index_values'>>((db, place) =>
  db
    .selectFrom((nested) =>
      nested
        .selectFrom('entry_index as x')
        .select(['x.id', 'x.index_values'])
        .where('x.id', '>=', place('from'))
        .where('x.id', '<=', place('to'))
        .where('x.content_type', '=', place('type'))
        .where('x.states', 'in', [place('bit'), 3])
        .orderBy('x.id')
        .as('x'),
    )
    .select([packedNumbers('x.id').as('id'), packedTexts('x.index_values').as('index_values')]),
);

type Origin = 'id' | 'created_at' | 'created_by' | 'saved_at' | 'updated_at' | 'updated_by';

const selectPackedOrigins = forEachState((state) =>
  prepared<Between, Packed<Origin>>((db, place) =>
    db
      .selectFrom((nested) =>
        nested
          .selectFrom('entry_index as x')
          .select(['x.id', 'x.created_at', 'x.created_by', 'x.saved_at', 'x.updated_at', ...editorIn(state)])
          .where('x.id', '>=', place('from'))
          .where('x.id', '<=', place('to'))
          .where('x.content_type', '=', place('type'))
          .where('x.states', 'in', [place('bit'), 3])
          .orderBy('x.id')
          .as('x'),
      )
      .select([
        packedNumbers('x.id').as('id'),
        packedNumbers('x.created_at').as('created_at'),
        packedTexts('x.created_by').as('created_by'),
        packedNumbers('x.saved_at').as('saved_at'),
        packedNumbers('x.updated_at').as('updated_at'),
        (state === 'draft' ? packedTexts('x.updated_by') : sql<null>`NULL`).as('updated_by'),
      ]),
  ),
);

/** A resource that an item of the journal names, and bits of `MOVED`. */
export interface MovedItem {
  readonly revision: number;
  readonly ordinal: number;
  readonly item_key: string;
  readonly resource: number;
  readonly moved: number;
}

/** An item of the journal, with the index row of the entry it names, where it names one that is there in the state. */
export interface ItemRow extends MovedItem {
  readonly kind: string;
  readonly item_type: number | null;
  readonly row: IndexRow | null;
}

interface SelectedItem extends Omit<ItemRow, 'row'> {
  readonly id: number | null;
  readonly version: number | null;
  readonly states: number | null;
  readonly content_type: number | null;
  readonly key: string | null;
  readonly status: string | null;
  readonly created_at: number | null;
  readonly created_by: string | null;
  readonly saved_at: number | null;
  readonly updated_at: number | null;
  readonly published_at: number | null;
  readonly index_values: string | null;
}

type Behind = { environment: number; revision: number; ordinal: number; bit: number; limit: number };

/** One statement, so that items and rows are of one moment. */
const selectItems = forEachState((state) =>
  prepared<Behind, SelectedItem>((db, place) =>
    db
      .selectFrom('journal_items as i')
      .leftJoin('entry_index as x', (join) =>
        join
          .onRef('x.id', '=', 'i.resource')
          .on('i.kind', '=', 'entry')
          .on('x.states', 'in', [place('bit'), 3]),
      )
      .select([
        ...systemColumns,
        ...editorIn(state),
        'x.index_values',
        'i.revision',
        'i.ordinal',
        'i.kind',
        'i.key as item_key',
        'i.resource',
        'i.moved',
        'i.content_type as item_type',
      ])
      .where('i.environment', '=', place('environment'))
      .where('i.revision', '>=', place('revision'))
      .where((eb) => eb.or([eb('i.revision', '>', place('revision')), eb('i.ordinal', '>', place('ordinal'))]))
      .orderBy('i.revision')
      .orderBy('i.ordinal')
      .limit(place('limit')),
  ),
);

interface ChunkPlace {
  readonly environment: number;
  readonly state: QueryState;
  /** Where the chunk before it ended: 0 at first. */
  readonly after: number;
  readonly limit: number;
}

/**
 * Reads the next rows of an environment, in the order of their ids.
 * @returns the rows that are in the state, and where the chunk ended; null where there is nothing behind it
 */
export async function readChunk(
  reader: Reader,
  place: ChunkPlace,
): Promise<{ rows: IndexRow[]; after: number | null }> {
  const read = await selectWholeRows[place.state](reader, chunkAt(place));
  const { count, after } = wholeEntries(
    read.map(({ id }) => id),
    place.limit,
  );
  const bit = bitOf(place.state);
  const shown = read.slice(0, count).filter(({ states }) => (states & bit) !== 0);
  return { rows: shown.map((row) => indexRow(row, place.state)), after };
}

/** The same with only what a table is filled with. */
export async function readHeldChunk(
  reader: Reader,
  place: ChunkPlace,
): Promise<{ rows: HeldRow[]; after: number | null }> {
  const [chunk] = await selectPackedEntries[place.state](reader, chunkAt(place));
  const ids = unpackedNumbers(chunk?.id);
  const { count, after } = wholeEntries(ids, place.limit);
  ids.length = count;
  return { rows: unpackedEntries(chunk, ids, bitOf(place.state)), after };
}

interface RowRange {
  readonly from: number;
  readonly to: number;
  readonly contentType: number;
  readonly state: QueryState;
}

/** Reads the values of the entries of one content type whose ids lie between two, both included, in the order of their ids. */
export async function readValues(reader: Reader, range: RowRange): Promise<PackedValues> {
  const [found] = await selectPackedValues(reader, between(range));
  return { ids: unpackedNumbers(found?.id), text: found?.index_values ?? '', separator: SEPARATOR };
}

/** Reads when and by whom such entries came to be and changed; they have no values. */
export async function readOrigins(
  reader: Reader,
  range: RowRange,
): Promise<{ ids: readonly number[]; rows: readonly BuildRow[] }> {
  const [found] = await selectPackedOrigins[range.state](reader, between(range));
  const created = unpackedNumbers(found?.created_at);
  const creators = unpackedTexts(found?.created_by);
  const editors = unpackedTexts(found?.updated_by);
  const updated = unpackedNumbers(range.state === 'draft' ? found?.updated_at : found?.saved_at);
  const ids = unpackedNumbers(found?.id);
  const rows = ids.map((_, at) => ({
    values: NO_VALUES,
    createdAt: created[at] as number,
    createdBy: creators[at] as string,
    updatedAt: updated[at] as number,
    updatedBy: editors[at] ?? '',
  }));
  return { ids, rows };
}

/** Reads what the journal has behind a place in it, oldest first. */
export async function readItems(
  reader: Reader,
  behind: { environment: number; state: QueryState; revision: number; ordinal: number; limit: number },
): Promise<ItemRow[]> {
  const { environment, revision, ordinal, limit, state } = behind;
  const items = await selectItems[state](reader, { environment, revision, ordinal, limit, bit: bitOf(state) });
  return items.map((item) => ({
    revision: item.revision,
    ordinal: item.ordinal,
    kind: item.kind,
    item_key: item.item_key,
    resource: item.resource,
    moved: item.moved,
    item_type: item.item_type,
    row: item.id === null ? null : indexRow(item as unknown as EntryIndexRow, state),
  }));
}

interface MovedPlace {
  readonly environment: number;
  readonly kind: string;
  readonly revision: number;
  readonly ordinal: number;
  readonly until: number;
  readonly limit: number;
}

/** Reads items behind a place in the journal, up to a revision, that moved something in the orders that edits change. */
export const selectMovedItems = prepared<MovedPlace, MovedItem>((db, place) =>
  db
    .selectFrom('journal_items')
    .select(['revision', 'ordinal', 'key as item_key', 'resource', 'moved'])
    .where('environment', '=', place('environment'))
    .where('revision', '>=', place('revision'))
    .where('revision', '<=', place('until'))
    .where((eb) => eb.or([eb('revision', '>', place('revision')), eb('ordinal', '>', place('ordinal'))]))
    .where('kind', '=', place('kind'))
    .where('moved', '!=', 0)
    .orderBy('revision')
    .orderBy('ordinal')
    .limit(place('limit')),
);

/** Reads rows by key, and the revision of the environment at the same moment; undefined where it is gone. */
export async function readByKeys(
  reader: Reader,
  lookup: { environment: number; state: QueryState; keys: readonly string[] },
): Promise<{ revision: number; rows: IndexRow[] } | undefined> {
  const found = await reader
    .selectFrom('environments as e')
    .leftJoin('entries as n', (join) =>
      join.onRef('n.environment', '=', 'e.number').on('n.key', 'in', lookup.keys.length > 0 ? [...lookup.keys] : ['']),
    )
    .leftJoin('entry_index as x', (join) =>
      join.onRef('x.id', '=', 'n.id').on('x.states', 'in', [bitOf(lookup.state), 3]),
    )
    .select([...systemColumns, ...editorIn(lookup.state), 'x.index_values', 'e.revision as revision'])
    .where('e.number', '=', lookup.environment)
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = found.filter((row) => row.id !== null) as unknown as EntryIndexRow[];
  return { revision: first.revision, rows: rows.map((row) => indexRow(row, lookup.state)) };
}

function chunkAt({ environment, after, limit }: ChunkPlace): Chunk {
  const { first, end } = rowIdRange(environment);
  return { after: Math.max(after, first - 1), end, limit };
}

/**
 * How many of the rows that were read make whole entries, and where the next chunk goes on. An entry can have two rows;
 * one that could be cut apart by the end of a chunk is left to the next one.
 */
function wholeEntries(ids: readonly number[], limit: number): { count: number; after: number | null } {
  if (ids.length < limit) return { count: ids.length, after: null };
  const last = ids.at(-1);
  let count = ids.length;
  if (ids[0] !== last) while (ids[count - 1] === last) count -= 1;
  return { count, after: ids[count - 1] ?? null };
}

function between({ from, to, contentType, state }: RowRange): Between {
  return { from, to, type: contentType, bit: bitOf(state) };
}

type PackedQuery = (reader: Reader, chunk: Chunk) => Promise<PackedEntries[]>;

/** @param withStatus whether the status is read: published states have none of their own */
function packedEntries(withStatus: boolean): PackedQuery {
  const columns = ['x.id', 'x.version', 'x.states', 'x.content_type', 'x.key', 'x.status', 'x.published_at'] as const;
  return prepared<Chunk, PackedEntries>((db, place) =>
    db
      .selectFrom((nested) =>
        nested
          .selectFrom('entry_index as x')
          .select([...columns])
          .where('x.id', '>', place('after'))
          .where('x.id', '<', place('end'))
          .orderBy('x.id')
          .orderBy('x.version')
          .limit(place('limit'))
          .as('x'),
      )
      .select([
        packedNumbers('x.id').as('id'),
        packedNumbers('x.version').as('version'),
        packedNumbers(sql<number>`x.content_type * ${sql.lit(KIND_STEP)} + x.states`).as('kind'),
        packedTexts('x.key').as('key'),
        (withStatus ? packedTexts('x.status') : sql<null>`NULL`).as('status'),
        packedNumbers(sql<number>`coalesce(x.published_at, ${sql.lit(NEVER)})`).as('published_at'),
      ]),
  );
}

/** A query for each state, made alike. */
function forEachState<T>(make: (state: QueryState) => T): Readonly<Record<QueryState, T>> {
  return { draft: make('draft'), published: make('published') };
}

function bitOf(state: QueryState): 1 | 2 {
  return state === 'draft' ? 1 : 2;
}

function indexRow(row: SystemRow & { index_values?: string }, state: QueryState): IndexRow {
  return new ReadRow(row, state);
}

/** A row of the table as the engine sees it; its values are parsed when they are needed. */
class ReadRow implements IndexRow {
  readonly id: number;
  readonly version: number;
  readonly contentType: number;
  readonly key: string;
  readonly status: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
  readonly publishedAt: number | null;
  readonly #text: string | undefined;
  #values: IndexValues | undefined;

  constructor(row: SystemRow & { index_values?: string }, state: QueryState) {
    this.id = row.id;
    this.version = row.version;
    this.contentType = row.content_type;
    this.key = row.key;
    this.status = state === 'draft' ? row.status : PUBLISHED;
    this.createdAt = row.created_at;
    this.createdBy = row.created_by;
    this.updatedAt = state === 'draft' ? row.updated_at : row.saved_at;
    this.updatedBy = row.updated_by ?? '';
    this.publishedAt = row.published_at;
    this.#text = row.index_values;
  }

  get values(): IndexValues {
    this.#values ??= this.#text === undefined ? NO_VALUES : (JSON.parse(this.#text) as IndexValues);
    return this.#values;
  }
}
