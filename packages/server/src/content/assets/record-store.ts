/** Reads assets with their files by key, to build records. */
import type { Reader } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { AssetRow } from './tables.ts';

/** An asset, with the name and size of its file in the storage; null if it has no file. */
export type AssetWithFile = AssetRow & { readonly stored: string | null; readonly bytes: number | null };

/** Some assets of an environment, by key. */
export const selectAssetsInRange = prepared<
  { environment: number; above: string; upto: string; limit: number },
  AssetWithFile
>((db, place) =>
  db
    .selectFrom('assets')
    .leftJoin('files', 'files.id', 'assets.file')
    .selectAll('assets')
    .select(['files.name as stored', 'files.size as bytes'])
    .where('assets.environment', '=', place('environment'))
    .where('assets.key', '>', place('above'))
    .where('assets.key', '<=', place('upto'))
    .orderBy('assets.key')
    .limit(place('limit')),
);

/** The assets with those keys, in no particular order. */
export async function selectAssetsByKey(db: Reader, environment: number, keys: readonly string[]): Promise<AssetRow[]> {
  if (keys.length === 0) return [];
  return db.selectFrom('assets').selectAll().where('environment', '=', environment).where('key', 'in', keys).execute();
}
