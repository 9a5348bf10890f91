/** Copies the rows of assets to another environment. Their files are of the space, and shared. */

import {
  allColumns,
  isAmong,
  movedId,
  numberColumn,
  replacedRows,
  type SomeRows,
} from '../../platform/database/copied-rows.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { FILE_COLUMNS } from './file-columns.ts';
import type { AssetRow } from './tables.ts';

const ASSET_COLUMNS = allColumns<AssetRow>()([
  'key',
  'texts',
  ...FILE_COLUMNS,
  'focal_point',
  'tags',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
]);
const REPLACED_COLUMNS = ['hash', 'file', 'file_name', 'mime_type', 'size', 'width', 'height', 'replaced_at'] as const;

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
  const gone = await replacedRows(writer, 'assets', pair, ids);
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
