/**
 * The reads of the delivery and preview planes. However many rows are asked for, one statement fetches them; lists of
 * ids are padded to powers of two, so that few different statements exist.
 */
import type { Reader } from '../database/database.ts';
import { type Packed, packedNumbers, packedTexts, unpackedNumbers, unpackedTexts } from '../database/packed-columns.ts';
import { type Place, preparedAtOnce } from '../database/prepared.ts';
import type { AssetRow, EntryStateRow } from '../database/tables.ts';
import { after, inSteps, type MaybePromise, type Steps, settled } from '../kit/steps.ts';

/** Ids in one statement; both engines take more parameters than this. */
const IDS_MAX = 16_384;

type Ids<T> = Record<string, T>;
type ListQuery<T, R> = (db: Reader, ids: readonly T[], environment: number) => MaybePromise<R[]>;

/**
 * The stored states of entries.
 * @param ids row ids, which tell the environment already
 * @returns every state of each, which may be one more than was meant; in any order
 */
export function readStates(db: Reader, ids: readonly number[]): MaybePromise<EntryStateRow[]> {
  return after(readPackedStates(db, ids, 0), (packed) => packed.flatMap(unpackedStates));
}

function unpackedStates(states: PackedStates): EntryStateRow[] {
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
  const query = preparedAtOnce<Ids<number>, PackedStates>((db, place) =>
    db
      .selectFrom('entry_states')
      .select([
        packedNumbers('id').as('id'),
        packedNumbers('version').as('version'),
        packedTexts('document').as('document'),
      ])
      .where('id', 'in', places(place, count)),
  );
  return (db, ids) => query(db, named(ids, count));
});

/** The assets of an environment with those keys, in any order. */
export const readAssets: ListQuery<string, AssetRow> = inPieces((count) => {
  const query = preparedAtOnce<Ids<string> & { environment: never }, AssetRow>((db, place) =>
    db
      .selectFrom('assets')
      .selectAll()
      .where('environment', '=', place('environment'))
      .where('key', 'in', places(place, count)),
  );
  return (db, keys, environment) => query(db, { ...named(keys, count), environment: environment as never });
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

function places<T>(place: Place<Ids<T>>, count: number): T[] {
  return Array.from({ length: count }, (_, index) => place(`id${index}`));
}

/** The ids by the names of their places; the last one fills the places that are left. */
function named<T>(ids: readonly T[], count: number): Ids<T> {
  const values: Ids<T> = {};
  for (let index = 0; index < count; index++) values[`id${index}`] = (ids[index] ?? ids.at(-1)) as T;
  return values;
}
