/** Assets as a kind of content. Their files travel beside their records, each once. */
import { assetCheck } from '../assets/asset-check.ts';
import { copyAssets, copyChangedAssets, finishAssets } from '../assets/asset-copy.ts';
import { assetBytesIn, countAssetsIn } from '../assets/asset-counts.ts';
import { readAssetRecords, readAssetsByKey } from '../assets/asset-records.ts';
import { assetSequence } from '../assets/asset-sequence.ts';
import { removeAssets, upsertAsset } from '../assets/assets.ts';
import type { ContentKind } from './content-kind.ts';

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
    // Files are looked into one by one.
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
  },
} satisfies ContentKind;
