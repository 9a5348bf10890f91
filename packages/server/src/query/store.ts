/** Reads index rows: in chunks by row id, by key, and those that the journal names. */
import type { Reader } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { EntryIndexRow } from '../database/tables.ts';
import type { IndexRow, IndexValues } from './index-row.ts';
import type { QueryState } from './query.ts';

const ENVIRONMENT_SPAN = 2 ** 32;
const NO_VALUES: IndexValues = {};
const PUBLISHED = 'published';

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

type SystemRow = Omit<EntryIndexRow, 'index_values'>;

interface Chunk {
  readonly after: number;
  readonly end: number;
  readonly limit: number;
}

const selectRows = prepared<Chunk, SystemRow>((db, place) =>
  db
    .selectFrom('entry_index as x')
    .select([...systemColumns])
    .where('x.id', '>', place('after'))
    .where('x.id', '<', place('end'))
    .orderBy('x.id')
    .orderBy('x.version')
    .limit(place('limit')),
);

const selectWholeRows = prepared<Chunk, EntryIndexRow>((db, place) =>
  db
    .selectFrom('entry_index as x')
    .select([...systemColumns, 'x.index_values'])
    .where('x.id', '>', place('after'))
    .where('x.id', '<', place('end'))
    .orderBy('x.id')
    .orderBy('x.version')
    .limit(place('limit')),
);

const selectValues = prepared<
  { from: number; to: number; type: number; bit: number },
  { id: number; index_values: string }
>((db, place) =>
  db
    .selectFrom('entry_index')
    .select(['id', 'index_values'])
    .where('id', '>=', place('from'))
    .where('id', '<=', place('to'))
    .where('content_type', '=', place('type'))
    .where('states', 'in', [place('bit'), 3])
    .orderBy('id'),
);

/** An item of the journal, with the index row of the entry it names, where it names one that is there in the state. */
export interface ItemRow {
  readonly revision: number;
  readonly ordinal: number;
  readonly kind: string;
  readonly item_key: string;
  readonly resource: number;
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

/** One statement, so that items and rows are of one moment. */
const selectItems = prepared<
  { environment: number; revision: number; ordinal: number; bit: number; limit: number },
  SelectedItem
>((db, place) =>
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
      'x.index_values',
      'i.revision',
      'i.ordinal',
      'i.kind',
      'i.key as item_key',
      'i.resource',
      'i.content_type as item_type',
    ])
    .where('i.environment', '=', place('environment'))
    .where('i.revision', '>=', place('revision'))
    .where((eb) => eb.or([eb('i.revision', '>', place('revision')), eb('i.ordinal', '>', place('ordinal'))]))
    .orderBy('i.revision')
    .orderBy('i.ordinal')
    .limit(place('limit')),
);

/**
 * Reads the next rows of an environment, in the order of their ids.
 * @param from where the chunk before it ended: 0 at first
 * @returns the rows that are in the state, and where the chunk ended; null where there is nothing behind it
 */
export async function readChunk(
  reader: Reader,
  from: { environment: number; state: QueryState; after: number; limit: number; withValues: boolean },
): Promise<{ rows: IndexRow[]; after: number | null }> {
  const start = from.environment * ENVIRONMENT_SPAN;
  const chunk = { after: Math.max(from.after, start - 1), end: start + ENVIRONMENT_SPAN, limit: from.limit };
  const rows = from.withValues ? await selectWholeRows(reader, chunk) : await selectRows(reader, chunk);
  const isLast = rows.length < from.limit;
  if (!isLast) dropLastEntry(rows);
  const bit = bitOf(from.state);
  const last = rows.at(-1);
  return {
    rows: rows.filter(({ states }) => (states & bit) !== 0).map((row) => indexRow(row, from.state)),
    after: isLast || last === undefined ? null : last.id,
  };
}

/** Reads the values of the entries of one content type whose ids lie between two, both included, in the order of their ids. */
export async function readValues(
  reader: Reader,
  between: { from: number; to: number; contentType: number; state: QueryState },
): Promise<{ id: number; values: IndexValues }[]> {
  const { from, to, contentType, state } = between;
  const rows = await selectValues(reader, { from, to, type: contentType, bit: bitOf(state) });
  return rows.map(({ id, index_values }) => ({ id, values: JSON.parse(index_values) as IndexValues }));
}

/** Reads what the journal has behind a place in it, oldest first. */
export async function readItems(
  reader: Reader,
  behind: { environment: number; state: QueryState; revision: number; ordinal: number; limit: number },
): Promise<ItemRow[]> {
  const { environment, revision, ordinal, limit, state } = behind;
  const items = await selectItems(reader, { environment, revision, ordinal, limit, bit: bitOf(state) });
  return items.map((item) => ({
    revision: item.revision,
    ordinal: item.ordinal,
    kind: item.kind,
    item_key: item.item_key,
    resource: item.resource,
    item_type: item.item_type,
    row: item.id === null ? null : indexRow(item as unknown as EntryIndexRow, state),
  }));
}

/** Reads rows by key, and the revision of the environment at the same moment; undefined where it is gone. */
export async function readByKeys(
  reader: Reader,
  asked: { environment: number; state: QueryState; keys: readonly string[] },
): Promise<{ revision: number; rows: IndexRow[] } | undefined> {
  const found = await reader
    .selectFrom('environments as e')
    .leftJoin('entries as n', (join) =>
      join.onRef('n.environment', '=', 'e.number').on('n.key', 'in', asked.keys.length > 0 ? [...asked.keys] : ['']),
    )
    .leftJoin('entry_index as x', (join) =>
      join.onRef('x.id', '=', 'n.id').on('x.states', 'in', [bitOf(asked.state), 3]),
    )
    .select([...systemColumns, 'x.index_values', 'e.revision as revision'])
    .where('e.number', '=', asked.environment)
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = found.filter((row) => row.id !== null) as unknown as EntryIndexRow[];
  return { revision: first.revision, rows: rows.map((row) => indexRow(row, asked.state)) };
}

/** An entry can have two rows; one that could be cut apart by the end of a chunk is left to the next one. */
function dropLastEntry(rows: { id: number }[]): void {
  const last = rows.at(-1)?.id;
  if (rows[0]?.id === last) return;
  while (rows.at(-1)?.id === last) rows.pop();
}

function bitOf(state: QueryState): 1 | 2 {
  return state === 'draft' ? 1 : 2;
}

function indexRow(row: SystemRow & { index_values?: string }, state: QueryState): IndexRow {
  return new ReadRow(row, state);
}

/** A row of the table as the engine sees it; its values are parsed when they are asked for. */
class ReadRow implements IndexRow {
  readonly id: number;
  readonly version: number;
  readonly contentType: number;
  readonly key: string;
  readonly status: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
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
    this.publishedAt = row.published_at;
    this.#text = row.index_values;
  }

  get values(): IndexValues {
    this.#values ??= this.#text === undefined ? NO_VALUES : (JSON.parse(this.#text) as IndexValues);
    return this.#values;
  }
}
