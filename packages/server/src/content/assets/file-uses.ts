/** Which files assets use, or used until recently: for the garbage collection of unused files. */
import type { FileUses } from '../files/file-uses.ts';
import { deleteReplacedBefore, filesOfAssets, mediaTypesOfFiles } from './store.ts';

export const assetFileUses: FileUses = { inUse: filesOfAssets, forgetBefore: deleteReplacedBefore };

/** The media types of files by their row ids, according to the assets that use them. Unused files are left out. */
export const mediaTypesOf = mediaTypesOfFiles;
