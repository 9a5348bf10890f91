/** How many assets an environment has, and how many bytes their files have. */
import { countAssets, sumAssetBytes } from './store.ts';

export const countAssetsIn = countAssets;
export const assetBytesIn = sumAssetBytes;
