/**
 * Reads index rows: in chunks by row id, by key, and those that the journal names. Chunks of which only some columns are needed
 * are read packed. Invariant: values are read in pieces of bounded size, and of large values only the requested keys.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import {
  type Packed,
  packedNumbers,
  packedTexts,
  SEPARATOR,
  unpackedNumbers,
  unpackedTexts,
} from '../../platform/database/packed-columns.ts';
import { type Place, prepared } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import { bytesOf, jsonMembers, PIECE_BYTES, parseMembers, readInPieces } from '../../platform/database/row-pieces.ts';
import type { BuildRow, HeldRow, IndexRow, IndexValues } from './index-row.ts';
import {
  bitOf,
  KIND_STEP,
  NEVER,
  type PackedEntries,
  type PackedValues,
  PUBLISHED,
  statesWith,
  unpackedEntries,
} from './packed-rows.ts';
import type { QueryState } from './query.ts';

const NO_VALUES: IndexValues = {};
/** Keys of assets in one statement. */
const KEYS_AT_ONCE = 1_000;

/** The columns of an index row except the values of fields. */
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

/** Who last changed an entry, which only the entry's own row stores; only lists of drafts need it. */
const EDITOR = sql<string>`(SELECT n.updated_by FROM entries AS n WHERE n.id = x.id)`.as('updated_by');

/** Columns read besides `systemColumns` for the rows of a state. */
function editorIn(state: QueryState) {
  return state === 'draft' ? [EDITOR] : [];
}

type SystemRow = Omit<Tables['entry_index'], 'index_values'> & { readonly updated_by?: string };

interface Chunk {
  readonly after: number;
  readonly end: number;
  readonly limit: number;
}

/** The content of a table, in few columns: each column costs nearly as much as reading the row. */
const selectPackedEntries: Readonly<Record<QueryState, PackedQuery>> = {
  draft: packedEntries(true),
  published: packedEntries(false),
};

interface Shown extends Chunk {
  readonly bit: number;
}

/** A row without its values, and their size in bytes. */
type SizedRow = SystemRow & { readonly bytes: number };

const selectSizedRows = forEachState((state) =>
  prepared<Shown, SizedRow>((db, place) =>
    db
      .selectFrom('entry_index as x')
      .select([...systemColumns, ...editorIn(state), bytesOf('x.index_values').as('bytes')])
      .where('x.id', '>', place('after'))
      .where('x.id', '<', place('end'))
      .where('x.states', 'in', [place('bit'), 3])
      .orderBy('x.id')
      .limit(place('limit')),
  ),
);

/** Some of the values of the rows of a state with ids in a range, both ends included. */
async function selectMembers(
  reader: Reader,
  { from, to, bit }: { from: number; to: number; bit: number },
  names: readonly string[],
): Promise<{ id: number; values: string }[]> {
  return reader
    .selectFrom('entry_index as x')
    .select(['x.id', jsonMembers(reader, 'x.index_values', names).as('values')])
    .where('x.id', '>=', from)
    .where('x.id', '<=', to)
    .where('x.states', 'in', [bit, 3])
    .execute();
}

interface Between {
  readonly from: number;
  readonly to: number;
  readonly type: number;
  readonly bit: number;
}

/** Returns nothing if the values exceed what one statement may read. */
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
    .select([packedNumbers('x.id').as('id'), packedTexts('x.index_values').as('index_values')])
    .where(
      (eb) =>
        eb
          .selectFrom('entry_index as x')
          .select(sql<number>`sum(octet_length(x.index_values))`.as('bytes'))
          .where('x.id', '>=', place('from'))
          .where('x.id', '<=', place('to'))
          .where('x.content_type', '=', place('type'))
          .where('x.states', 'in', [place('bit'), 3]),
      '<=',
      sql.lit(PIECE_BYTES),
    ),
);

const selectValueSizes = prepared<Between, { id: number; bytes: number }>((db, place) =>
  db
    .selectFrom('entry_index as x')
    .select(['x.id', bytesOf('x.index_values').as('bytes')])
    .where('x.id', '>=', place('from'))
    .where('x.id', '<=', place('to'))
    .where('x.content_type', '=', place('type'))
    .where('x.states', 'in', [place('bit'), 3])
    .orderBy('x.id'),
);

/** As `selectMembers`, packed. */
async function packedMembers(reader: Reader, { from, to, type, bit }: Between, names: readonly string[]) {
  return reader
    .selectFrom((nested) =>
      nested
        .selectFrom('entry_index as x')
        .select(['x.id', jsonMembers(reader, 'x.index_values', names).as('index_values')])
        .where('x.id', '>=', from)
        .where('x.id', '<=', to)
        .where('x.content_type', '=', type)
        .where('x.states', 'in', [bit, 3])
        .orderBy('x.id')
        .as('x'),
    )
    .select([packedNumbers('x.id').as('id'), packedTexts('x.index_values').as('index_values')])
    .executeTakeFirst();
}

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

/** A resource named by a journal item, and bits of `MOVED`. */
export interface MovedItem {
  readonly revision: number;
  readonly ordinal: number;
  readonly item_key: string;
  readonly resource: number;
  readonly moved: number;
}

/** A journal item, with the index row of its entry if the entry exists in the state. */
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
  /** Size of its values. */
  readonly bytes: number | null;
  /** Size of the values of all rows of the statement. */
  readonly bytes_of_all: number | null;
  readonly values: string | null;
}

interface Behind {
  readonly environment: number;
  readonly revision: number;
  readonly ordinal: number;
  readonly limit: number;
}

/**
 * One statement, so that items and rows show the same moment. If several items name an entry, the last of them has its row.
 * @param values what is read of the values of rows, which are `v`
 */
function itemsQuery(
  db: Reader,
  { environment, revision, ordinal, limit }: Behind,
  { state, values }: { readonly state: QueryState; readonly values: RawBuilder<string | null> | null },
) {
  const named = db
    .selectFrom((nested) =>
      nested
        .selectFrom('journal_items')
        .select(['revision', 'ordinal', 'kind', 'key', 'resource', 'moved', 'content_type'])
        .where('environment', '=', environment)
        .where('revision', '>=', revision)
        .where((eb) => eb.or([eb('revision', '>', revision), eb('ordinal', '>', ordinal)]))
        .orderBy('revision')
        .orderBy('ordinal')
        .limit(limit)
        .as('behind'),
    )
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by kind, resource order by revision desc, ordinal desc)`.as('nth'),
    );
  const sized = db
    .selectFrom(named.as('i'))
    .leftJoin('entry_index as x', (join) =>
      join
        .onRef('x.id', '=', 'i.resource')
        .on('i.kind', '=', 'entry')
        .on('i.nth', '=', 1)
        .on('x.states', 'in', statesWith(state)),
    )
    .select([
      ...systemColumns,
      ...editorIn(state),
      'i.revision',
      'i.ordinal',
      'i.kind',
      'i.key as item_key',
      'i.resource',
      'i.moved',
      'i.content_type as item_type',
      bytesOf('x.index_values').as('bytes'),
      sql<number>`sum(octet_length(x.index_values)) over ()`.as('bytes_of_all'),
    ]);
  const query = db.selectFrom(sized.as('r')).selectAll('r').orderBy('r.revision').orderBy('r.ordinal');
  if (values === null) return query.select(sql<string | null>`null`.as('values'));
  return query
    .leftJoin('entry_index as v', (join) => join.onRef('v.id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
    .select(values.as('values'));
}

/** Items with rows but without values. */
const selectItems = forEachState((state) =>
  prepared<Behind, SelectedItem>((db, place) => itemsQuery(db, behindAt(place), { state, values: null })),
);

/** Items with rows and all their values, unless these exceed what one statement may read. */
const selectItemsWithValues = forEachState((state) =>
  prepared<Behind, SelectedItem>((db, place) =>
    itemsQuery(db, behindAt(place), {
      state,
      values: sql`case when r.bytes_of_all <= ${sql.lit(PIECE_BYTES)} then v.index_values end`,
    }),
  ),
);

function behindAt(place: Place<Behind>): Behind {
  return {
    environment: place('environment'),
    revision: place('revision'),
    ordinal: place('ordinal'),
    limit: place('limit'),
  };
}

interface ChunkPlace {
  readonly environment: number;
  readonly state: QueryState;
  /** The last row id of the previous chunk; 0 at first. */
  readonly after: number;
  readonly limit: number;
}

/**
 * The rows of an environment in a state, in the order of their ids, in chunks.
 * @param names the keys of their values that are read
 */
export async function* readRows(
  reader: Reader,
  { environment, state, limit }: Omit<ChunkPlace, 'after'>,
  names: readonly string[],
): AsyncGenerator<IndexRow[]> {
  const bit = bitOf(state);
  let after: number | undefined = 0;
  while (after !== undefined) {
    const chunk: SizedRow[] = await selectSizedRows[state](reader, {
      ...chunkAt({ environment, state, after, limit }),
      bit,
    });
    after = chunk.length < limit ? undefined : chunk.at(-1)?.id;
    if (names.length === 0) yield chunk.map((row) => new ReadRow(row, state));
    else yield* readInPieces(chunk, (piece) => rowsWithValues(reader, piece, { state, names }));
  }
}

async function rowsWithValues(
  reader: Reader,
  piece: readonly SizedRow[],
  { state, names }: { state: QueryState; names: readonly string[] },
): Promise<IndexRow[]> {
  const between = { from: piece[0]?.id ?? 0, to: piece.at(-1)?.id ?? 0, bit: bitOf(state) };
  const values = new Map((await selectMembers(reader, between, names)).map((row) => [row.id, row.values]));
  return piece.map((row) => new ReadRow(row, state, values.get(row.id)));
}

/** As `readRows`, with only what fills a table. */
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

/**
 * Reads the values of the entries of one content type with ids in a range, both ends included, in the order of their ids, in
 * pieces.
 * @param names the keys that are read if the values are large; otherwise there may be others
 */
export async function* readValues(
  reader: Reader,
  range: RowRange,
  names: readonly string[],
): AsyncGenerator<PackedValues> {
  const [whole] = await selectPackedValues(reader, between(range));
  if (whole?.id != null) {
    yield packedValues(whole);
    return;
  }
  const sized = await selectValueSizes(reader, between(range));
  for await (const found of readInPieces(sized, (piece) =>
    packedMembers(reader, { ...between(range), from: piece[0]?.id ?? 0, to: piece.at(-1)?.id ?? 0 }, names),
  ))
    yield packedValues(found);
}

function packedValues(found: Packed<'id' | 'index_values'> | undefined): PackedValues {
  return { ids: unpackedNumbers(found?.id), text: found?.index_values ?? '', separator: SEPARATOR };
}

/** Reads when and by whom such entries were created and changed, without values. */
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

/**
 * Reads the items after a position in the journal, oldest first.
 * @param names the keys of values that are at least read
 * @returns the items, and whether there are no more; fewer than `limit` if the values of all would be too large
 */
export async function readItems(
  reader: Reader,
  { state, ...behind }: Behind & { state: QueryState },
  names: readonly string[],
): Promise<{ items: ItemRow[]; isAll: boolean }> {
  const select = names.length === 0 ? selectItems : selectItemsWithValues;
  let { limit } = behind;
  let found = await select[state](reader, behind);
  if (names.length > 0 && Number(found[0]?.bytes_of_all ?? 0) > PIECE_BYTES) {
    limit = fittingCount(found);
    const values = jsonMembers(reader, 'v.index_values', names);
    found = await itemsQuery(reader, { ...behind, limit }, { state, values }).execute();
  }
  return { items: found.map((item) => itemRow(item, state)), isAll: found.length < limit };
}

/** How many of the first items one statement may read with their rows; at least one. */
function fittingCount(items: readonly SelectedItem[]): number {
  // Which item of an entry has its row depends on how many items are read.
  const bytes = new Map(items.flatMap(({ resource, bytes }) => (bytes === null ? [] : [[resource, bytes] as const])));
  let total = 0;
  const end = items.findIndex(({ kind, resource }, at) => {
    if (kind !== 'entry') return false;
    total += bytes.get(resource) ?? 0;
    bytes.delete(resource);
    return at > 0 && total > PIECE_BYTES;
  });
  return end === -1 ? items.length : end;
}

function itemRow(item: SelectedItem, state: QueryState): ItemRow {
  const { revision, ordinal, kind, item_key, resource, moved, item_type } = item;
  const row = item.id === null ? null : new ReadRow(item as SystemRow, state, item.values ?? undefined);
  return { revision, ordinal, kind, item_key, resource, moved, item_type, row };
}

interface MovedPlace {
  readonly environment: number;
  readonly kind: string;
  readonly revision: number;
  readonly ordinal: number;
  readonly until: number;
  readonly limit: number;
}

/** Reads items after a position in the journal, up to a revision, that moved something in the orders that edits change. */
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

/** A resource that changed. */
export interface ChangedItem {
  readonly revision: number;
  readonly kind: string;
  readonly key: string;
}

/** Reads what changed after a revision, oldest first. */
export const selectChangedItems = prepared<
  { readonly environment: number; readonly revision: number; readonly limit: number },
  ChangedItem
>((db, place) =>
  db
    .selectFrom('journal_items')
    .select(['revision', 'kind', 'key'])
    .where('environment', '=', place('environment'))
    .where('revision', '>', place('revision'))
    .orderBy('revision')
    .orderBy('ordinal')
    .limit(place('limit')),
);

/**
 * Reads rows by key, without their values, and the environment's revision at the same moment; undefined if the environment is
 * gone.
 */
export async function readByKeys(
  reader: Reader,
  lookup: { environment: number; state: QueryState; keys: readonly string[] },
): Promise<{ revision: number; rows: ReadRow[] } | undefined> {
  const found = await reader
    .selectFrom('environments as e')
    .leftJoin('entries as n', (join) =>
      join.onRef('n.environment', '=', 'e.number').on('n.key', 'in', lookup.keys.length > 0 ? [...lookup.keys] : ['']),
    )
    .leftJoin('entry_index as x', (join) =>
      join.onRef('x.id', '=', 'n.id').on('x.states', 'in', statesWith(lookup.state)),
    )
    .select([...systemColumns, ...editorIn(lookup.state), 'e.revision as revision'])
    .where('e.number', '=', lookup.environment)
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = found.filter((row) => row.id !== null) as unknown as SystemRow[];
  return { revision: first.revision, rows: rows.map((row) => new ReadRow(row, lookup.state)) };
}

/**
 * The keys of the assets of an environment, in pieces.
 * @param among only those of these
 */
export async function* readAssetKeys(
  reader: Reader,
  environment: number,
  among?: readonly string[],
): AsyncGenerator<string[]> {
  const query = reader.selectFrom('assets').select('key').where('environment', '=', environment);
  for (let start = 0; among !== undefined && start < among.length; start += KEYS_AT_ONCE) {
    const rows = await query.where('key', 'in', among.slice(start, start + KEYS_AT_ONCE)).execute();
    yield rows.map(({ key }) => key);
  }
  if (among !== undefined) return;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: { key: string }[] = await query.where('key', '>', last).orderBy('key').limit(KEYS_AT_ONCE).execute();
    yield rows.map(({ key }) => key);
    last = rows.length < KEYS_AT_ONCE ? undefined : rows.at(-1)?.key;
  }
}

function chunkAt({ environment, after, limit }: ChunkPlace): Chunk {
  const { first, end } = rowIdRange(environment);
  return { after: Math.max(after, first - 1), end, limit };
}

/**
 * How many of the rows that were read make whole entries, and where the next chunk starts. An entry can have two rows; one that
 * the end of a chunk might split is left to the next chunk.
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

/** @param withStatus whether the status is read: published states have no status of their own */
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

/** One query for each state, built the same way. */
function forEachState<T>(make: (state: QueryState) => T): Readonly<Record<QueryState, T>> {
  return { draft: make('draft'), published: make('published') };
}

/** A row of the table as the engine sees it; its values are parsed on demand. */
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

  /** @param text its values as JSON; undefined if none were read */
  constructor(row: SystemRow, state: QueryState, text?: string) {
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
    this.#text = text;
  }

  get values(): IndexValues {
    this.#values ??= this.#text === undefined ? NO_VALUES : parseMembers<IndexValues>(this.#text);
    return this.#values;
  }
}
