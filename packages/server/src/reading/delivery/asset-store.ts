/** The rows of assets for lists: by page in an order, and by the texts that a search found. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { listOfNumbers, numbersOf, textsOf } from '../../platform/database/number-list.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import type { Place } from '../../platform/kit/page-position.ts';
import type { AssetListQuery, AssetOrder } from '../query-string/asset-list.ts';

/** The character behind `/`: what begins with `image/` is less than `image0`. */
const BEHIND_SLASH = '0';
const ALL_OF_KIND = '/*';

/** Places of assets in the order of a list, and how many the list has in all. */
export interface PlacedAssets {
  readonly assets: readonly Place[];
  readonly total: number;
}

/** The places of a page of the assets of an environment and of one more, and how many there are in all. */
export async function listAssets(db: Reader, environment: number, query: AssetListQuery): Promise<PlacedAssets> {
  const { count } = await db
    .selectFrom('assets')
    .where('environment', '=', environment)
    .where((on) => isOfMediaType(on, on.ref('mime_type'), query.mimeType))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { assets: await placesOfPage(db, environment, query), total: Number(count) };
}

/** What lists need of an asset to put it in its place. */
export type ListedAsset = Readonly<Pick<Tables['assets'], 'key' | 'created_at' | 'updated_at' | 'mime_type'>>;

/** The place of an asset in an order. @param part the rank of what a search found by relevance; 0 elsewhere */
export function placeOf(
  asset: Pick<ListedAsset, 'key' | 'created_at' | 'updated_at'>,
  { by }: AssetOrder,
  part: number,
): Place {
  return { part, values: [by === 'id' ? asset.key : asset[by]], id: asset.key };
}

const listedColumns = ['key', 'created_at', 'updated_at', 'mime_type'] as const;

/** The next assets of an environment by row id. @param after 0 for the first ones */
export async function assetsBehind(
  db: Reader,
  { environment, after, limit }: { environment: number; after: number; limit: number },
): Promise<(ListedAsset & Readonly<Pick<Tables['assets'], 'id'>>)[]> {
  const { first, end } = rowIdRange(environment);
  return db
    .selectFrom('assets')
    .select(['id', ...listedColumns])
    .where('id', '>', Math.max(after, first - 1))
    .where('id', '<', end)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The assets with some keys, in no order. */
export async function assetsWithKeys(db: Reader, environment: number, keys: readonly string[]): Promise<ListedAsset[]> {
  return byKeys(db, environment, keys).select(listedColumns).execute();
}

/** The texts of some assets by key, as JSON. */
export async function assetTexts(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await byKeys(db, environment, keys).select(['key', 'texts']).execute();
  return new Map(rows.map(({ key, texts }) => [key, texts]));
}

/** Those of some keys of assets whose files have so many bytes. */
export async function sizedAmong(
  db: Reader,
  environment: number,
  { keys, min, max }: { keys: readonly string[]; min: number; max: number },
): Promise<ReadonlySet<string>> {
  const rows = await byKeys(db, environment, keys)
    .where('size', '>=', min)
    .where('size', '<=', max)
    .select('key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Those of some keys of assets that an entry links to. */
export async function linkedAmong(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('entry_links')
    .select('target_key')
    .distinct()
    .where('environment', '=', environment)
    .where('target_kind', '=', 'asset')
    .where('target_key', 'in', textsOf(db, JSON.stringify(keys)))
    .execute();
  return new Set(rows.map(({ target_key: key }) => key));
}

function byKeys(db: Reader, environment: number, keys: readonly string[]) {
  return db
    .selectFrom('assets')
    .where('environment', '=', environment)
    .where('key', 'in', textsOf(db, JSON.stringify(keys)));
}

/** An asset that a search found. */
export interface SearchedAsset extends ListedAsset {
  /** Row of its text in the locale. */
  readonly search_text: number;
}

type WithTexts = { locale: number; first: number; behind: number; list: string };

const selectWithTexts = prepared<WithTexts, SearchedAsset>((db, place) =>
  db
    .selectFrom('asset_searches as s')
    .innerJoin('assets as a', 'a.id', 's.asset')
    .where('s.search_text', 'in', numbersOf(db, place('list')))
    .where('s.locale', '=', place('locale'))
    .where('s.asset', '>=', place('first'))
    .where('s.asset', '<', place('behind'))
    .select(['a.key', 'a.created_at', 'a.updated_at', 'a.mime_type', 's.search_text']),
);

/**
 * The assets of an environment that show one of some texts in a locale, in any order. The row ids of an environment lie
 * together: they begin with its number.
 */
export function assetsWithTexts(
  db: Reader,
  texts: Float64Array,
  { environment, locale }: { environment: number; locale: number },
): Promise<SearchedAsset[]> {
  const { first, end } = rowIdRange(environment);
  return selectWithTexts(db, { locale, first, behind: end, list: listOfNumbers(texts) });
}

/** They stand in the index of the order, so that skipping many reads no rows. */
async function placesOfPage(db: Reader, environment: number, query: AssetListQuery): Promise<Place[]> {
  const { order, after } = query;
  const column = order.by === 'id' ? 'key' : order.by;
  const direction = order.descending ? 'desc' : 'asc';
  let statement = db
    .selectFrom('assets')
    .select(['key', `${column} as value`])
    .where('environment', '=', environment)
    // As an expression, so that the page is read along the order, and not sorted out of all of a media type.
    .where((on) => isOfMediaType(on, on.fn.coalesce('mime_type', on.val('')), query.mimeType));
  if (after !== undefined) {
    const behind = order.descending ? '<' : '>';
    const value = Number(after.values[0]);
    statement =
      column === 'key'
        ? statement.where('key', behind, after.id)
        : statement
            .where(column, `${behind}=`, value)
            .where((on) =>
              on.or([on(column, behind, value), on.and([on(column, '=', value), on('key', '>', after.id)])]),
            );
  }
  if (column === 'key') statement = statement.orderBy('key', direction);
  else statement = statement.orderBy(column, direction).orderBy('key', 'asc');
  const rows = await statement
    .limit(query.limit + 1)
    .offset(after === undefined ? query.skip : 0)
    .execute();
  return rows.map(({ key, value }) => ({ part: 0, values: [value], id: key }));
}

/** @param wanted `image/png`, or `image/*` for all of a kind; null for every asset */
function isOfMediaType(
  on: ExpressionBuilder<Tables, 'assets'>,
  column: Expression<string | null>,
  wanted: string | null,
): Expression<SqlBool> {
  if (wanted === null) return on.and([]);
  if (!wanted.endsWith(ALL_OF_KIND)) return on(column, '=', wanted);
  const kind = wanted.slice(0, -ALL_OF_KIND.length);
  return on.and([on(column, '>=', `${kind}/`), on(column, '<', kind + BEHIND_SLASH)]);
}
