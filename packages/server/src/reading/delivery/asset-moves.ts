/** Which assets moved in an order that edits change, since the first page of a list that is read page by page. */
import type { Reader } from '../../platform/database/database.ts';
import { MOVED } from '../../platform/journal/change.ts';
import { movedSince } from '../query/moved-items.ts';
import type { AssetListQuery } from '../query-string/asset-list.ts';

/** @returns by key: true for an asset that was created since; empty on the first page and in other orders */
export async function movedAssets(
  db: Reader,
  environment: number,
  { after, order }: AssetListQuery,
): Promise<ReadonlyMap<string, boolean>> {
  const since = after?.since;
  if (order.by !== 'updated_at' || typeof since !== 'number') return new Map();
  const part = { environment, kind: 'asset', since, until: Number.MAX_SAFE_INTEGER } as const;
  return movedSince(db, part, { moves: MOVED.updated, arrival: MOVED.created });
}
