/** A page of the assets of an environment, as they are stored: what sites and editors are shown is made of it. */
import type { Model } from '../content-types/model.ts';
import type { Reader } from '../database/database.ts';
import type { AssetRow } from '../database/tables.ts';
import type { PagePosition } from '../query/query.ts';
import { searchAssets } from './asset-search.ts';
import type { AssetListWish } from './query-string/single.ts';
import { listAssets, readAssets } from './store.ts';

export interface AssetPage {
  readonly rows: readonly AssetRow[];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
  /** Where the next page starts; null on the last one. */
  readonly next: PagePosition | null;
}

/** Reads the page that is asked for. */
export async function readAssetPage(db: Reader, wish: AssetListWish, model: Model): Promise<AssetPage> {
  const { search, limit } = wish;
  const skip = wish.after?.passed ?? wish.skip;
  if (search === undefined) return { ...(await listed(db, wish, model)), skip, limit };
  const { keys, total, next } = await searchAssets(db, { model, search, wish });
  const rows = new Map((await readAssets(db, keys, model.environment)).map((row) => [row.key, row]));
  return { rows: keys.map((key) => rows.get(key)).filter((row) => row !== undefined), total, skip, limit, next };
}

async function listed(
  db: Reader,
  wish: AssetListWish,
  model: Model,
): Promise<Pick<AssetPage, 'rows' | 'total' | 'next'>> {
  const { rows, total } = await listAssets(db, model.environment, wish);
  const shown = rows.slice(0, wish.limit);
  const last = shown.at(-1);
  const isMore = rows.length > shown.length && last !== undefined;
  const passed = (wish.after?.passed ?? wish.skip) + shown.length;
  return { rows: shown, total, next: isMore ? { key: last.key, passed } : null };
}
