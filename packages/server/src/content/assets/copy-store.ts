/** Copies the rows of assets to another environment. Their files are of the space, and shared. */

import { inClone, isAmong, movedId, numberColumn, type SomeRows } from '../../platform/database/copied-rows.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { type RowPair, rowIdRange } from '../../platform/database/row-id.ts';

const ASSET_COLUMNS = [
  'key',
  'texts',
  'file_name',
  'mime_type',
  'size',
  'width',
  'height',
  'file_hash',
  'file',
  'dominant_color',
  'placeholder',
  'focal_point',
  'tags',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const;
const REPLACED_COLUMNS = ['hash', 'file', 'file_name', 'mime_type', 'size', 'width', 'height', 'replaced_at'] as const;

/** The rows of the next assets behind a row id. `isLast` where nothing is behind them. */
export async function nextAssets(
  db: Reader,
  environment: number,
  { after, limit }: { after: number | null; limit: number },
): Promise<{ after: number; upTo: number; isLast: boolean }> {
  const { first, end } = rowIdRange(environment);
  const from = after ?? first;
  const row = await db
    .selectFrom('assets')
    .select('id')
    .where('id', '>', from)
    .where('id', '<', end)
    .orderBy('id')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  return { after: from, upTo: row?.id ?? end - 1, isLast: row === undefined };
}

/** Copies assets with all that belongs to them. An asset whose key the clone has already is left out. */
export async function copyAssetRows(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await writer
    .insertInto('assets')
    .columns(['id', 'environment', ...ASSET_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('assets')
        .select([movedId('id', pair).as('id'), numberColumn(pair.clone).as('environment'), ...ASSET_COLUMNS])
        .where(isAmong(writer, 'id', rows)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await writer
    .insertInto('asset_searches')
    .columns(['asset', 'locale', 'search_text'])
    .expression((eb) =>
      eb
        .selectFrom('asset_searches')
        .select([movedId('asset', pair).as('asset'), 'locale', 'search_text'])
        .where(isAmong(writer, 'asset', rows)),
    )
    .execute();
  await writer
    .insertInto('replaced_files')
    .columns(['asset', ...REPLACED_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('replaced_files')
        .select([movedId('asset', pair).as('asset'), ...REPLACED_COLUMNS])
        .where(isAmong(writer, 'asset', rows)),
    )
    .execute();
}

/** Removes assets from the clone, as well as others there that have a key of theirs. */
export async function removeCopies(writer: Writer, pair: RowPair, ids: readonly number[]): Promise<void> {
  const others = await writer
    .selectFrom('assets')
    .select('id')
    .where('environment', '=', pair.clone)
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('assets')
        .select('key')
        .where(isAmong(writer, 'id', { ids })),
    )
    .execute();
  const copies = inClone({ ids }, pair);
  const gone = { ids: [...('ids' in copies ? copies.ids : []), ...others.map(({ id }) => id)] };
  await writer
    .deleteFrom('assets')
    .where(isAmong(writer, 'id', gone))
    .execute();
  await writer
    .deleteFrom('asset_searches')
    .where(isAmong(writer, 'asset', gone))
    .execute();
  await writer
    .deleteFrom('replaced_files')
    .where(isAmong(writer, 'asset', gone))
    .execute();
}
