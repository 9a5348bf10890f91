/** Assets as a kind of content. Their files are transferred separately from their records, each once. */

import { assetCheck } from '../assets/asset-check.ts';
import { copyAssets, copyChangedAssets, finishAssets } from '../assets/asset-copy.ts';
import { assetBytesIn, countAssetsIn } from '../assets/asset-counts.ts';
import { readAssetRecords, readAssetsByKey } from '../assets/asset-records.ts';
import { assetSequence } from '../assets/asset-sequence.ts';
import {
  assetValues,
  type MergedColumns,
  mergedColumns,
  shownAssetValue,
  withAssetValues,
} from '../assets/asset-values.ts';
import { removeAssets, upsertAsset } from '../assets/assets.ts';
import {
  lockAssets,
  nextAssets,
  readAssets,
  removeMergedAsset,
  restoreAsset,
  saveMergedAsset,
} from '../assets/merged-asset.ts';
import type { AssetRow } from '../assets/tables.ts';
import type { ContentKind } from './content-kind.ts';
import type { ValueMerge } from './value-merge.ts';

export const assetKind = {
  name: 'asset',
  copy: { parts: [copyAssets], modelParts: [], again: copyChangedAssets, finish: finishAssets },
  remove: removeAssets,
  counts: { assets: countAssetsIn, asset_bytes: assetBytesIn },
  check: ({ environments, ...parts }) => assetCheck({ ...parts, environments: environments.readable }),
  sequence: assetSequence,
  records: {
    keyName: 'key',
    dependsOn: ['locale'],
    // Low, because the files are examined one by one.
    linesAtOnce: 20,
    linesMax: null,
    check: () => {},
    byKey: async function* (db, model, keys) {
      yield await readAssetsByKey(db, model, keys);
    },
    inRange: readAssetRecords,
    import: async ({ models, file, ...work }, record) => {
      const model = await models.forWrite(work.writer, work.environment, 'all');
      const { result, warnings } = await upsertAsset({ ...work, model }, record, file);
      return { result, warnings };
    },
    warnings: null,
  },
  merge: {
    plural: 'assets',
    read: readAssets,
    lock: lockAssets,
    next: nextAssets,
    bytesOf: ({ texts }) => texts.length,
    kept: mergedColumns,
    values: assetValues,
    shown: shownAssetValue,
    changed: withAssetValues,
    save: saveMergedAsset,
    remove: removeMergedAsset,
    restore: restoreAsset,
  } satisfies ValueMerge<AssetRow, MergedColumns>,
} satisfies ContentKind;
