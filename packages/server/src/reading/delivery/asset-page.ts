/** A page of the assets of an environment, as they are stored: what sites and editors are shown is made of it. */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { AssetRow } from '../../platform/database/tables.ts';
import type { PagePosition } from '../query/query.ts';
import { searchAssets } from './asset-search.ts';
import { listAssets } from './asset-store.ts';
import type { AssetListQuery } from './query-string/single.ts';
import { readAssets } from './store.ts';

export interface AssetPage {
  readonly rows: readonly AssetRow[];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
  /** Where the next page starts; null on the last one. */
  readonly next: PagePosition | null;
}

/** The keys of a page, how many there are in all, and where the next page starts. */
type PageKeys = Pick<AssetPage, 'total' | 'next'> & { readonly keys: readonly string[] };

/** Reads the requested page. */
export async function readAssetPage(db: Reader, query: AssetListQuery, model: Model): Promise<AssetPage> {
  const { search, filter, limit } = query;
  const isPlain = search === undefined && filter === null;
  const page = isPlain ? listKeys(db, query, model) : searchAssets(db, { model, query });
  const { keys, total, next } = await page;
  const rows = new Map((await readAssets(db, keys, model.environment)).map((row) => [row.key, row]));
  const skip = query.after?.passed ?? query.skip;
  return { rows: keys.map((key) => rows.get(key)).filter((row) => row !== undefined), total, skip, limit, next };
}

async function listKeys(db: Reader, query: AssetListQuery, { environment }: Model): Promise<PageKeys> {
  const { keys, total } = await listAssets(db, environment, query);
  const shown = keys.slice(0, query.limit);
  const last = shown.at(-1);
  const isMore = keys.length > shown.length && last !== undefined;
  const passed = (query.after?.passed ?? query.skip) + shown.length;
  return { keys: shown, total, next: isMore ? { key: last, passed } : null };
}
