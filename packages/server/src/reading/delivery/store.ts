/**
 * The reads of the delivery and preview planes. However many rows are read, one statement fetches them; lists of
 * ids are padded to powers of two, so that few different statements exist.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { numbersOf, textsOf } from '../../platform/database/number-list.ts';
import {
  type Packed,
  packedNumbers,
  packedTexts,
  unpackedNumbers,
  unpackedTexts,
} from '../../platform/database/packed-columns.ts';
import { type Place, preparedAtOnce } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import { bytesOf, PIECE_BYTES } from '../../platform/database/row-pieces.ts';
import { after, inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import { statesWith } from '../query/packed-rows.ts';

/** Ids in one statement; both engines take more parameters than twice as many. */
const IDS_MAX = 8_192;
/** Published states whose sizes are read at once. */
const STATES_AT_ONCE = 1_000;
/** Bytes of documents that one statement reads of several states; one state is always read. */
const DOCUMENT_BYTES_AT_ONCE = PIECE_BYTES;

/** The values of a statement by their place. */
type Values = readonly (string | number)[];
type ListQuery<T, R> = (db: Reader, ids: readonly T[], environment: number) => MaybePromise<R[]>;

/**
 * The stored states of entries.
 * @param ids row ids, which contain the environment
 * @returns every state of each, which may be one more than was meant; in any order; none at all of a statement whose
 * documents would be more than `DOCUMENT_BYTES_AT_ONCE`
 */
export function readStates(db: Reader, ids: readonly number[]): MaybePromise<Tables['entry_states'][]> {
  return after(readPackedStates(db, ids, 0), (packed) => packed.flatMap(unpackedStates));
}

function unpackedStates(states: PackedStates): Tables['entry_states'][] {
  const versions = unpackedNumbers(states.version);
  const documents = unpackedTexts(states.document);
  return unpackedNumbers(states.id).map((id, at) => ({
    id,
    version: versions[at] as number,
    document: documents[at] as string,
  }));
}

type PackedStates = Packed<'id' | 'version' | 'document'>;

/** The same in a row a statement. */
const readPackedStates: ListQuery<number, PackedStates> = inPieces((count) => {
  const query = preparedAtOnce<Values, PackedStates>((db, place) => {
    const ids = places<number>(place, count, 0);
    const states = db
      .selectFrom('entry_states')
      .select([
        packedNumbers('id').as('id'),
        packedNumbers('version').as('version'),
        packedTexts('document').as('document'),
      ])
      .where('id', 'in', ids);
    return count === 1 ? states : states.where(bytesOfStates(ids), '<=', sql.lit(DOCUMENT_BYTES_AT_ONCE));
  });
  return (db, ids) => query(db, padded(ids, count));
});

/** How large the documents are, without reading them. */
function bytesOfStates(ids: readonly number[]): RawBuilder<number> {
  return sql<number>`(select sum(octet_length(document)) from entry_states where id in (${sql.join(ids)}))`;
}

/** The states of entries with how large their documents are, which are not read; in any order. */
export async function readStateSizes(db: Reader, ids: readonly number[]): Promise<{ id: number; bytes: number }[]> {
  const bytes = sql<number>`sum(octet_length(document))`.as('bytes');
  const sizes: { id: number; bytes: number }[] = [];
  for (let start = 0; start < ids.length; start += IDS_MAX) {
    const piece = ids.slice(start, start + IDS_MAX);
    const query = db.selectFrom('entry_states').select(['id', bytes]).where('id', 'in', piece).groupBy('id');
    sizes.push(...(await query.execute()));
  }
  return sizes;
}

/** A published state, and how large its document is. */
export interface SizedState {
  readonly id: number;
  readonly bytes: number;
}

/** The published states of an environment in the order of their ids, in chunks. */
export async function* readPublishedSizes(db: Reader, environment: number): AsyncGenerator<SizedState[]> {
  const { first, end } = rowIdRange(environment);
  for (let after: number | undefined = first - 1; after !== undefined; ) {
    const chunk: SizedState[] = await sizedStates(db)
      .where('x.id', '>', after)
      .where('x.id', '<', end)
      .limit(STATES_AT_ONCE)
      .execute();
    yield chunk;
    after = chunk.length < STATES_AT_ONCE ? undefined : chunk.at(-1)?.id;
  }
}

/** The published states of some entries, in chunks. @param ids row ids */
export async function* readSizesOf(db: Reader, ids: readonly number[]): AsyncGenerator<SizedState[]> {
  for (let start = 0; start < ids.length; start += STATES_AT_ONCE) {
    const some = numbersOf(db, JSON.stringify(ids.slice(start, start + STATES_AT_ONCE)));
    yield await sizedStates(db).where('x.id', 'in', some).execute();
  }
}

/** The values of a published state. */
export interface PublishedDocument {
  readonly id: number;
  readonly content_type: number;
  readonly document: string;
}

/** The documents of published states. */
export function readPublishedDocuments(db: Reader, states: readonly SizedState[]): Promise<PublishedDocument[]> {
  return publishedStates(db)
    .select(['x.id', 'x.content_type', 's.document'])
    .where('x.id', 'in', numbersOf(db, JSON.stringify(states.map(({ id }) => id))))
    .execute();
}

function sizedStates(db: Reader) {
  return publishedStates(db)
    .select(['x.id', bytesOf('s.document').as('bytes')])
    .orderBy('x.id');
}

function publishedStates(db: Reader) {
  return db
    .selectFrom('entry_index as x')
    .innerJoin('entry_states as s', (join) => join.onRef('s.id', '=', 'x.id').onRef('s.version', '=', 'x.version'))
    .where('x.states', 'in', statesWith('published'));
}

/** The row ids of some of the entries whose published states link to one of some entries. */
export async function readLinkers(
  db: Reader,
  { environment, keys, limit }: { environment: number; keys: readonly string[]; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('entry_links')
    .select('source')
    .distinct()
    .where('environment', '=', environment)
    .where('target_kind', '=', 'entry')
    .where('target_key', 'in', textsOf(db, JSON.stringify(keys)))
    .where('states', 'in', statesWith('published'))
    .limit(limit)
    .execute();
  return rows.map(({ source }) => source);
}

/** When a version of an entry was saved, in milliseconds. */
export interface VersionTimes {
  readonly id: number;
  readonly version: number;
  /** When its values were saved. */
  readonly saved_at: number;
  readonly created_at: number;
  /** When the entry last changed, of the version that is the draft. */
  readonly updated_at: number;
  readonly first_published_at: number | null;
}

/** The times of the versions that entries use, by row id; in any order. */
export const readTimes: ListQuery<number, VersionTimes> = inPieces((count) => {
  const query = preparedAtOnce<Values, VersionTimes>((db, place) =>
    db
      .selectFrom('entry_index as i')
      .innerJoin('entries as e', 'e.id', 'i.id')
      .select(['i.id', 'i.version', 'i.saved_at', 'i.created_at', 'i.updated_at', 'e.first_published_at'])
      .where('i.id', 'in', places<number>(place, count, 0)),
  );
  return (db, ids) => query(db, padded(ids, count));
});

/** The assets of an environment with those keys, in any order. */
export const readAssets: ListQuery<string, Tables['assets']> = inPieces((count) => {
  const query = preparedAtOnce<Values, Tables['assets']>((db, place) =>
    db
      .selectFrom('assets')
      .selectAll()
      .where('environment', '=', place(0) as number)
      .where('key', 'in', places<string>(place, count, 1)),
  );
  return (db, keys, environment) => query(db, [environment, ...padded(keys, count)]);
});

/** Makes a query over any number of ids out of queries over a fixed number of them. */
function inPieces<T, R>(queryOf: (count: number) => ListQuery<T, R>): ListQuery<T, R> {
  const known = new Map<number, ListQuery<T, R>>();
  const readPiece: ListQuery<T, R> = (db, piece, environment) => {
    const count = 2 ** Math.ceil(Math.log2(piece.length));
    const query = known.get(count) ?? queryOf(count);
    known.set(count, query);
    return query(db, piece, environment);
  };
  const readAll = function* (db: Reader, ids: readonly T[], environment: number): Steps<R[]> {
    const rows: R[] = [];
    for (let start = 0; start < ids.length; start += IDS_MAX) {
      rows.push(...(yield* settled(readPiece(db, ids.slice(start, start + IDS_MAX), environment))));
    }
    return rows;
  };
  return (db, ids, environment) =>
    ids.length <= IDS_MAX && ids.length > 0 ? readPiece(db, ids, environment) : inSteps(readAll(db, ids, environment));
}

function places<T extends string | number>(place: Place<Values>, count: number, first: number): T[] {
  return Array.from({ length: count }, (_, index) => place(first + index) as T);
}

/** So many ids: the last one fills the places that are left. */
function padded<T>(ids: readonly T[], count: number): readonly T[] {
  const last = ids.at(-1);
  return last === undefined ? ids : [...ids, ...new Array<T>(count - ids.length).fill(last)];
}
