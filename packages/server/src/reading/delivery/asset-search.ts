/**
 * Searches assets: those whose texts match the search, by relevance or in the given order. What it
 * costs grows with what is found, in pieces between which others have their turn, and not with the assets there are.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import { FirstInOrder } from '../../platform/kit/first-in-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { PagePosition } from '../query/query.ts';
import { findHits } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { assetsWithTexts, type SearchedAsset } from './asset-store.ts';
import type { AssetListQuery, AssetOrder } from './query-string/single.ts';

const TEXTS_AT_ONCE = 1_000;

interface FoundAsset extends SearchedAsset {
  /** Place of its rank, 0 for the best; of all where the order is not by relevance. */
  readonly rank: number;
}

/** A search with the query that it is part of. */
export interface AssetSearch {
  readonly model: Model;
  readonly search: SearchQuery;
  readonly query: AssetListQuery;
}

/** The keys of a page of what was found, how many there are in all, and where the next page starts. */
export async function searchAssets(
  db: Reader,
  sought: AssetSearch,
): Promise<{ keys: string[]; total: number; next: PagePosition | null }> {
  const { query } = sought;
  const found = await findAssets(db, sought);
  const compare = comparing(query.order);
  const before = found.find(({ key }) => key === query.after?.key);
  const skip = before !== undefined ? 0 : query.after === undefined ? query.skip : Math.max(0, query.after.passed - 1);
  // One more than the page, to know whether there are more.
  const first = new FirstInOrder(skip + query.limit + 1, compare);
  for (const asset of found) if (before === undefined || compare(asset, before) > 0) first.add(asset);
  const rest = first.items().slice(skip);
  const page = rest.slice(0, query.limit);
  const last = page.at(-1);
  const passed = (query.after?.passed ?? query.skip) + page.length;
  return {
    keys: page.map(({ key }) => key),
    total: found.length,
    next: rest.length > page.length && last !== undefined ? { key: last.key, passed } : null,
  };
}

async function findAssets(db: Reader, { model, search, query }: AssetSearch): Promise<FoundAsset[]> {
  const within = { environment: model.environment, locale: query.locale ?? model.locales.default.number };
  const hits = await findHits(db, model.spaceId, search);
  const pace = new Pace();
  const found: FoundAsset[] = [];
  for (const [rank, texts] of hits.byRank().entries()) {
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      const assets = await assetsWithTexts(db, texts.subarray(start, start + TEXTS_AT_ONCE), within);
      for (const asset of assets) if (isOfMediaType(asset, query.mimeType)) found.push({ ...asset, rank });
      await pace.restIfDue();
    }
  }
  return found;
}

function isOfMediaType({ mime_type }: SearchedAsset, wanted: string | null): boolean {
  if (wanted === null) return true;
  return wanted.endsWith('/*') ? mime_type?.startsWith(wanted.slice(0, -1)) === true : mime_type === wanted;
}

function comparing({ by, descending }: AssetOrder): (a: FoundAsset, b: FoundAsset) => number {
  const sign = descending ? -1 : 1;
  const byKey = (a: FoundAsset, b: FoundAsset) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return (a, b) => {
    if (a.rank !== b.rank) return a.rank - b.rank;
    if (by === 'id') return sign * byKey(a, b);
    return sign * (a[by] - b[by]) || byKey(a, b);
  };
}
