/**
 * Finds assets: those whose texts match a search, by relevance or in the given order, and those that a filter lets through.
 * What a search costs grows with what is found, and what a filter alone costs with the assets there are, in pieces between
 * which others have their turn.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import { FirstInOrder } from '../../platform/kit/first-in-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { PagePosition } from '../query/query.ts';
import { findHits } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { filtered } from './asset-filter.ts';
import { assetsBehind, assetsWithKeys, assetsWithTexts, type ListedAsset } from './asset-store.ts';
import type { AssetListQuery, AssetOrder } from './query-string/single.ts';

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

async function findAssets(db: Reader, { model, query }: AssetSearch): Promise<FoundAsset[]> {
  const { search, filter, mimeType } = query;
  const pieces = search === undefined ? piecesOfAll(db, model, query) : piecesOfSearch(db, model, { search, query });
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

/** Assets that stand alike in the order of relevance. */
interface Ranked {
  readonly rank: number;
  readonly assets: readonly ListedAsset[];
}

async function* piecesOfSearch(
  db: Reader,
  model: Model,
  { search, query }: { search: SearchQuery; query: AssetListQuery },
): AsyncGenerator<Ranked> {
  const within = { environment: model.environment, locale: query.locale ?? model.locales.default.number };
  const hits = await findHits(db, model.spaceId, search);
  for (const [rank, texts] of hits.byRank().entries())
    for (let start = 0; start < texts.length; start += ASSETS_AT_ONCE)
      yield { rank, assets: await assetsWithTexts(db, texts.subarray(start, start + ASSETS_AT_ONCE), within) };
}

/** Every asset that the filter may let through. */
async function* piecesOfAll(db: Reader, { environment }: Model, { filter }: AssetListQuery): AsyncGenerator<Ranked> {
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

function isOfMediaType({ mime_type }: ListedAsset, wanted: string | null): boolean {
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
