/** The number of assets in an environment, and the total size of their files in bytes. */
import { countAssets, sumAssetBytes } from './store.ts';

export const countAssetsIn = countAssets;
export const assetBytesIn = sumAssetBytes;
