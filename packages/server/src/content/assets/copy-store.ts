/** Copies the rows of assets to another environment. Their files belong to the space and are shared. */

import {
  copyRows,
  isAmong,
  movedId,
  numberColumn,
  replacedRows,
  type SomeRows,
} from '../../platform/database/copied-rows.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { tables } from './tables.ts';

/** Copies assets with everything that belongs to them. Skips assets whose key already exists in the clone. */
export async function copyAssetRows(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'assets',
    columns: tables.assets,
    changed: { id: movedId('id', pair), environment: numberColumn(pair.clone) },
    where: isAmong(writer, 'id', rows),
    onConflict: 'leave',
  });
  await copyRows(writer, {
    table: 'asset_searches',
    columns: tables.asset_searches,
    changed: { asset: movedId('asset', pair) },
    where: isAmong(writer, 'asset', rows),
  });
  await copyRows(writer, {
    table: 'replaced_files',
    columns: tables.replaced_files,
    changed: { asset: movedId('asset', pair) },
    where: isAmong(writer, 'asset', rows),
  });
}

/** Removes assets from the clone, and also other assets there with the same keys. */
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
