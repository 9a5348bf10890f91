/** Copies assets, with their earlier files, for the clone of an environment. They keep their numbers. */
import type { ChangedResource, CopyPart } from '../../model/spaces/content-copy.ts';
import { nextRows } from '../../platform/database/copied-rows.ts';
import { copyCounter } from '../../platform/database/counters.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { copyAssetRows, removeCopies } from './copy-store.ts';
import { assetCounter } from './store.ts';

/** Copies some assets, in the order of their numbers. */
export const copyAssets: CopyPart = async (writer, pair, step) => {
  const { rows, place } = await nextRows(writer, 'assets', pair.source, step);
  await copyAssetRows(writer, pair, rows);
  return place;
};

/** Replaces the copies of assets that changed. */
export async function copyChangedAssets(
  writer: Writer,
  pair: RowPair,
  changed: readonly ChangedResource[],
): Promise<void> {
  const ids = [...new Set(changed.filter(({ kind }) => kind === 'asset').map(({ resource }) => resource))];
  if (ids.length === 0) return;
  await removeCopies(writer, pair, ids);
  await copyAssetRows(writer, pair, { ids });
}

/** Continues the numbering of the source for new assets of the clone. */
export async function finishAssets(writer: Writer, { source, clone }: RowPair): Promise<void> {
  await copyCounter(writer, { from: assetCounter(source), to: assetCounter(clone) });
}
