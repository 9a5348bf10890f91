/** A page of the assets of an environment, as they are stored: what sites and editors are shown is made of it. */
import type { Model } from '../../model/content-types/model.ts';
import { readHead } from '../../model/spaces/heads.ts';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { MOVED_PART } from '../query/query.ts';
import type { AssetListQuery } from '../query-string/asset-list.ts';
import { movedAssets } from './asset-moves.ts';
import { searchAssets } from './asset-search.ts';
import { listAssets, type PlacedAssets } from './asset-store.ts';
import { readAssets } from './store.ts';

export interface AssetPage {
  readonly rows: readonly Tables['assets'][];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
  /** Where the next page starts; null on the last one. */
  readonly next: PagePosition | null;
}

/** Reads the requested page. */
export async function readAssetPage(db: Reader, query: AssetListQuery, model: Model): Promise<AssetPage> {
  const { limit, after, order } = query;
  // Read before the assets: what changes in between counts as changed since.
  const seen = (await readHead(db, model.environment))?.revision ?? 0;
  const { assets, total } = await findPage(db, query, model);
  const shown = assets.slice(0, limit);
  const keys = shown.map(({ id }) => id);
  const rows = new Map((await readAssets(db, keys, model.environment)).map((row) => [row.key, row]));
  const skip = after?.passed ?? query.skip;
  const last = assets.length > shown.length ? shown.at(-1) : undefined;
  const since = order.by === 'updated_at' ? (after?.since ?? seen) : null;
  const next = last === undefined ? null : { ...last, since, seen, passed: skip + shown.length };
  return { rows: keys.map((key) => rows.get(key)).filter((row) => row !== undefined), total, skip, limit, next };
}

/** The places of the page's assets, and of one more if there is one. */
async function findPage(db: Reader, query: AssetListQuery, model: Model): Promise<PlacedAssets> {
  const { search, filter, after } = query;
  if (search !== undefined || filter !== null || after?.part === MOVED_PART) return searchAssets(db, { model, query });
  const listed = await listAssets(db, model.environment, query);
  const moved = await movedAssets(db, model.environment, query);
  return moved.size === 0 ? listed : searchAssets(db, { model, query });
}
