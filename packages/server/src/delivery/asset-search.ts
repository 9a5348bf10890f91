/**
 * Searches assets: those whose texts answer the question, by relevance or in the order that was asked for. Which assets
 * there are is read before the index is asked, so that none of them can be missing there.
 */
import type { Model } from '../content-types/model.ts';
import type { Reader } from '../database/database.ts';
import type { PagePosition } from '../query/query.ts';
import { findHits } from '../search/hits.ts';
import type { SearchQuestion } from '../search/question.ts';
import type { AssetListWish, AssetOrder } from './query-string/single.ts';
import { type SearchedAsset, searchedAssets } from './store.ts';

interface FoundAsset extends SearchedAsset {
  /** 0 where the order is not by relevance. */
  readonly rank: number;
}

/** A search as it was asked for. */
export interface AssetSearch {
  readonly model: Model;
  readonly search: SearchQuestion;
  readonly wish: AssetListWish;
}

/** The keys of a page of what was found, how many there are in all, and where the next page starts. */
export async function searchAssets(
  db: Reader,
  { model, search, wish }: AssetSearch,
): Promise<{ keys: string[]; total: number; next: PagePosition | null }> {
  const locale = wish.locale ?? model.locales.default.number;
  const assets = await searchedAssets(db, model.environment, { locale, mimeType: wish.mimeType });
  const hits = await findHits(db, model.spaceId, search);
  const found = assets
    .map((asset) => ({ ...asset, rank: hits.rankOf(asset.search_text) }))
    .filter(({ rank }) => rank > 0)
    .map((asset) => (search.byRelevance ? asset : { ...asset, rank: 0 }))
    .sort(comparing(wish.order));
  const start = startOf(found, wish);
  const page = found.slice(start, start + wish.limit);
  const last = page.at(-1);
  const passed = (wish.after?.passed ?? wish.skip) + page.length;
  const isMore = start + page.length < found.length;
  return {
    keys: page.map(({ key }) => key),
    total: found.length,
    next: isMore && last !== undefined ? { key: last.key, passed } : null,
  };
}

/** Behind the asset that ended the page before; where that is found no more, behind as many as there are left. */
function startOf(found: readonly FoundAsset[], { after, skip }: AssetListWish): number {
  if (after === undefined) return skip;
  const at = found.findIndex(({ key }) => key === after.key);
  return at === -1 ? Math.max(0, after.passed - 1) : at + 1;
}

function comparing({ by, descending }: AssetOrder): (a: FoundAsset, b: FoundAsset) => number {
  const sign = descending ? -1 : 1;
  const byKey = (a: FoundAsset, b: FoundAsset) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return (a, b) => {
    if (a.rank !== b.rank) return b.rank - a.rank;
    if (by === 'id') return sign * byKey(a, b);
    return sign * (a[by] - b[by]) || byKey(a, b);
  };
}
