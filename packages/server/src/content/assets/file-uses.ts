/** Which files assets have, and which they had until lately: for the collection of files that nothing uses. */
import type { FileUses } from '../files/file-uses.ts';
import { deleteReplacedBefore, filesOfAssets, mediaTypesOfFiles } from './store.ts';

export const assetFileUses: FileUses = { inUse: filesOfAssets, forgetBefore: deleteReplacedBefore };

/** The media types of files by their row ids, as assets have them; those that none has are left out. */
export const mediaTypesOf = mediaTypesOfFiles;
