/**
 * The reads of the delivery and preview planes. However many rows are asked for, one statement fetches them; lists of
 * ids are padded to powers of two, so that few different statements exist.
 */
import type { Reader } from '../database/database.ts';
import { type Packed, packedNumbers, packedTexts, unpackedNumbers, unpackedTexts } from '../database/packed-columns.ts';
import { type Place, prepared } from '../database/prepared.ts';
import type { AssetRow, EntryStateRow } from '../database/tables.ts';

/** Ids in one statement; both engines take more parameters than this. */
const IDS_MAX = 16_384;

type Ids<T> = Record<string, T>;
type ListQuery<T, R> = (db: Reader, ids: readonly T[], environment: number) => Promise<R[]>;

/**
 * The stored states of entries.
 * @param ids row ids, which tell the environment already
 * @returns every state of each, which may be one more than was meant; in any order
 */
export async function readStates(db: Reader, ids: readonly number[]): Promise<EntryStateRow[]> {
  const packed = await readPackedStates(db, ids, 0);
  return packed.flatMap((states) => {
    const versions = unpackedNumbers(states.version);
    const documents = unpackedTexts(states.document);
    return unpackedNumbers(states.id).map((id, at) => ({
      id,
      version: versions[at] as number,
      document: documents[at] as string,
    }));
  });
}

/** The same in a row a statement. */
const readPackedStates: ListQuery<number, Packed<'id' | 'version' | 'document'>> = inPieces((count) => {
  const query = prepared<Ids<number>, Packed<'id' | 'version' | 'document'>>((db, place) =>
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
  const query = prepared<Ids<string> & { environment: never }, AssetRow>((db, place) =>
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
  return async (db, ids, environment) => {
    const rows: R[][] = [];
    for (let start = 0; start < ids.length; start += IDS_MAX) {
      const piece = ids.slice(start, start + IDS_MAX);
      const count = 2 ** Math.ceil(Math.log2(piece.length));
      const query = known.get(count) ?? queryOf(count);
      known.set(count, query);
      rows.push(await query(db, piece, environment));
    }
    return rows.length === 1 ? (rows[0] ?? []) : rows.flat();
  };
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
