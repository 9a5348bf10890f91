/** Rows of assets and of their texts, for checks. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import type { AssetRow } from './tables.ts';

/** The highest row id of an environment's assets, or the lowest possible one if there are none. */
export async function lastAssetId(db: Reader, environment: number): Promise<number> {
  const { first, end } = rowIdRange(environment);
  const row = await db
    .selectFrom('assets')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('id', '>=', first)
    .where('id', '<', end)
    .executeTakeFirst();
  return row?.last ?? first;
}

/** Some assets of an environment, after a row id. */
export async function assetsAfter(
  db: Reader,
  { environment, after }: { environment: number; after: number },
  limit: number,
): Promise<Pick<AssetRow, 'id' | 'key' | 'texts'>[]> {
  const { first, end } = rowIdRange(environment);
  return db
    .selectFrom('assets')
    .select(['id', 'key', 'texts'])
    .where('id', '>', Math.max(after, first - 1))
    .where('id', '<', end)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Row ids of deleted assets that still have texts. */
export async function orphanedTexts(db: Reader, environment: number): Promise<number[]> {
  const { first, end } = rowIdRange(environment);
  const rows = await db
    .selectFrom('asset_searches as s')
    .leftJoin('assets as a', 'a.id', 's.asset')
    .select('s.asset')
    .distinct()
    .where('a.id', 'is', null)
    .where('s.asset', '>=', first)
    .where('s.asset', '<', end)
    .execute();
  return rows.map(({ asset }) => asset);
}

export async function deleteTextsOf(writer: Writer, asset: number): Promise<void> {
  await writer.deleteFrom('asset_searches').where('asset', '=', asset).execute();
}
