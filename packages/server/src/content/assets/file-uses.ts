/** Which files assets have, and which they had until lately: for the collection of files that nothing uses. */
import type { FileUses } from '../files/file-uses.ts';
import { deleteReplacedBefore, filesOfAssets } from './store.ts';

export const assetFileUses: FileUses = { inUse: filesOfAssets, forgetBefore: deleteReplacedBefore };
