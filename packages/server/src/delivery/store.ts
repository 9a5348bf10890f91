/**
 * The reads of the delivery and preview planes. However many rows are asked for, one statement fetches them; lists of
 * ids are padded to powers of two, so that few different statements exist.
 */
import type { Reader } from '../database/database.ts';
import { type Place, prepared } from '../database/prepared.ts';
import type { AssetRow, EntryStateRow } from '../database/tables.ts';
import type { AssetListWish } from './query-string/single.ts';

/** Ids in one statement; both engines take more parameters than this. */
const IDS_MAX = 16_384;
const NUMBER_BITS = 2 ** 32;

type Ids<T> = Record<string, T>;
type ListQuery<T, R> = (db: Reader, ids: readonly T[], environment: number) => Promise<R[]>;

/**
 * The stored states of entries.
 * @param ids row ids, which tell the environment already
 * @returns every state of each, which may be one more than was meant; in any order
 */
export const readStates: ListQuery<number, EntryStateRow> = inPieces((count) => {
  const query = prepared<Ids<number>, EntryStateRow>((db, place) =>
    db.selectFrom('entry_states').select(['id', 'version', 'document']).where('id', 'in', places(place, count)),
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

/** A page of the assets of an environment, and how many there are in all. */
export async function listAssets(
  db: Reader,
  environment: number,
  wish: AssetListWish,
): Promise<{ rows: AssetRow[]; total: number }> {
  const { count } = await matching(db, environment, wish.mimeType)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const position = wish.after === undefined ? undefined : await positionOf(db, environment, wish);
  const direction = wish.order.descending ? 'desc' : 'asc';
  let query = matching(db, environment, wish.mimeType).selectAll();
  if (position !== undefined) {
    const { by, value, key } = position;
    const behind = wish.order.descending ? '<' : '>';
    query =
      by === 'key'
        ? query.where('key', behind, key)
        : query.where((on) => on.or([on(by, behind, value), on.and([on(by, '=', value), on('key', '>', key)])]));
  }
  if (wish.order.by === 'id') query = query.orderBy('key', direction);
  else query = query.orderBy(wish.order.by, direction).orderBy('key', 'asc');
  const skip = position === undefined ? (wish.after?.passed ?? wish.skip) : 0;
  return {
    rows: await query
      .limit(wish.limit + 1)
      .offset(skip)
      .execute(),
    total: Number(count),
  };
}

/** An asset among those that are searched. */
export interface SearchedAsset {
  readonly key: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** Row of its text in the locale. */
  readonly search_text: number;
}

/** The assets of an environment that show a text in the locale, in any order. */
export async function searchedAssets(
  db: Reader,
  environment: number,
  { locale, mimeType }: { locale: number; mimeType: string | null },
): Promise<SearchedAsset[]> {
  return matching(db, environment, mimeType)
    .innerJoin('asset_searches', 'asset_searches.asset', 'assets.id')
    .where('asset_searches.locale', '=', locale)
    .select(['assets.key', 'assets.created_at', 'assets.updated_at', 'asset_searches.search_text'])
    .execute();
}

type Position = { readonly by: 'key' | 'created_at' | 'updated_at'; readonly value: number; readonly key: string };

/** Where the page before ended; undefined where that asset is gone. */
async function positionOf(db: Reader, environment: number, wish: AssetListWish): Promise<Position | undefined> {
  const key = wish.after?.key ?? '';
  if (wish.order.by === 'id') return { by: 'key', value: 0, key };
  const by = wish.order.by;
  const [asset] = await readAssets(db, [key], environment);
  return asset === undefined ? undefined : { by, value: asset[by], key };
}

/** The row ids of an environment lie together: they begin with its number. */
function matching(db: Reader, environment: number, mimeType: string | null) {
  const query = db
    .selectFrom('assets')
    .where('id', '>=', environment * NUMBER_BITS)
    .where('id', '<', (environment + 1) * NUMBER_BITS);
  if (mimeType === null) return query;
  if (!mimeType.endsWith('/*')) return query.where('mime_type', '=', mimeType);
  const kind = mimeType.slice(0, -1);
  return query.where((on) => on(on.fn<string>('substr', ['mime_type', on.val(1), on.val(kind.length)]), '=', kind));
}

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
