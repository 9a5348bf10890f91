/**
 * Finds assets: those whose texts match a search, by relevance or in the given order, and those that a filter lets through.
 * What a search costs grows with what is found, and what a filter alone costs with the assets there are, in pieces between
 * which others have their turn.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import { FirstInOrder } from '../../platform/kit/first-in-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { comparePlaces, type Place } from '../../platform/kit/page-position.ts';
import { MOVED_PART } from '../query/query.ts';
import type { AssetListQuery } from '../query-string/asset-list.ts';
import { findHits } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { filtered } from './asset-filter.ts';
import { movedAssets } from './asset-moves.ts';
import {
  assetsBehind,
  assetsWithKeys,
  assetsWithTexts,
  type ListedAsset,
  type PlacedAssets,
  placeOf,
} from './asset-store.ts';

const ASSETS_AT_ONCE = 500;

interface FoundAsset extends ListedAsset {
  /** Place of its rank, 0 for the best; of all where the order is not by relevance. */
  readonly rank: number;
}

/** A query with a search or a filter, and the model of its environment. */
export interface AssetSearch {
  readonly model: Model;
  readonly query: AssetListQuery;
}

/** The places of a page of what was found and of one more, and how many there are in all. */
export async function searchAssets(db: Reader, sought: AssetSearch): Promise<PlacedAssets> {
  const { model, query } = sought;
  const { order, after } = query;
  const found = await findAssets(db, sought);
  // Read after the assets: what changed in between comes with those that changed since the first page.
  const moved = await movedAssets(db, model.environment, query);
  const compare = (a: Place, b: Place) => comparePlaces(a, b, [order.descending]);
  const skip = after === undefined ? query.skip : 0;
  const first = new FirstInOrder<Place>(skip + query.limit + 1, compare);
  for (const asset of found) {
    const isNew = moved.get(asset.key);
    if (isNew === true) continue;
    const place = isNew === false ? { part: MOVED_PART, values: [], id: asset.key } : placeOf(asset, order, asset.rank);
    if (after === undefined || compare(place, after) > 0) first.add(place);
  }
  return { assets: first.items().slice(skip), total: found.length };
}

async function findAssets(db: Reader, { model, query }: AssetSearch): Promise<FoundAsset[]> {
  const { search, filter, mimeType } = query;
  const pieces = search === undefined ? piecesOfAll(db, model, filter) : piecesOfSearch(db, model, search);
  const pace = new Pace();
  const found: FoundAsset[] = [];
  for await (const { rank, assets } of pieces) {
    const fitting = assets.filter((asset) => isOfMediaType(asset, mimeType));
    const passed = filter === null ? fitting : await filtered(db, model.environment, fitting, filter);
    for (const asset of passed) found.push({ ...asset, rank });
    await pace.restIfDue();
  }
  return found;
}

/** Those that a search finds, in pieces; all without one. */
export function rankedAssets(db: Reader, model: Model, search: SearchQuery | undefined): AsyncGenerator<Ranked> {
  return search === undefined ? piecesOfAll(db, model, null) : piecesOfSearch(db, model, search);
}

/** Assets that stand alike in the order of relevance. */
export interface Ranked {
  readonly rank: number;
  readonly assets: readonly ListedAsset[];
}

async function* piecesOfSearch(db: Reader, model: Model, search: SearchQuery): AsyncGenerator<Ranked> {
  const hits = await findHits(db, model.spaceId, search);
  const { environment } = model;
  /** Where several locales are searched, an asset may be found in each; its best rank comes first. */
  const found = search.locales.length > 1 ? new Set<string>() : undefined;
  for (const [rank, texts] of hits.byRank().entries())
    for (const locale of search.locales)
      for (let start = 0; start < texts.length; start += ASSETS_AT_ONCE) {
        const some = texts.subarray(start, start + ASSETS_AT_ONCE);
        const assets = await assetsWithTexts(db, some, { environment, locale });
        yield { rank, assets: found === undefined ? assets : assets.filter(({ key }) => isFirst(found, key)) };
      }
}

function isFirst(found: Set<string>, key: string): boolean {
  const before = found.size;
  return found.add(key).size > before;
}

/** Every asset that the filter may let through. */
async function* piecesOfAll(
  db: Reader,
  { environment }: Model,
  filter: AssetListQuery['filter'],
): AsyncGenerator<Ranked> {
  if (filter !== null && filter.keys !== null) {
    yield { rank: 0, assets: await assetsWithKeys(db, environment, [...filter.keys]) };
    return;
  }
  for (let after = 0; ; ) {
    const assets = await assetsBehind(db, { environment, after, limit: ASSETS_AT_ONCE });
    yield { rank: 0, assets };
    const last = assets.at(-1);
    if (last === undefined || assets.length < ASSETS_AT_ONCE) return;
    after = last.id;
  }
}

/** Whether an asset is of a media type, or of a kind such as `image/*`. */
export function isOfMediaType({ mime_type }: ListedAsset, wanted: string | null): boolean {
  if (wanted === null) return true;
  return wanted.endsWith('/*') ? mime_type?.startsWith(wanted.slice(0, -1)) === true : mime_type === wanted;
}
