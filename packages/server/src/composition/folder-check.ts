/** At startup, checks that the service can write to its folders, so that problems show before the first upload fails. */
import type { Config } from '../platform/config/config.ts';
import { whyNotWritable } from '../platform/errors/unusable-place.ts';

/** A folder in which no file can be created. */
export interface ReadOnlyFolder {
  readonly folder: string;
  /** The setting that names it. */
  readonly setting: 'LECTERN_DATA_DIR' | 'LECTERN_BACKUP';
  /** The operating system's error. */
  readonly error: Error;
}

/** The folders that cannot be written to. A missing folder is not a problem: it is created when first needed. */
export function readOnlyFolders({ uploadFolder, storage, mail, backup }: Config): ReadOnlyFolder[] {
  const folders = [
    [uploadFolder, 'LECTERN_DATA_DIR'],
    [storage.kind === 'folder' ? storage.folder : null, 'LECTERN_DATA_DIR'],
    [mail.kind === 'files' ? mail.folder : null, 'LECTERN_DATA_DIR'],
    [backup.folder, 'LECTERN_BACKUP'],
  ] as const;
  return folders.flatMap(([folder, setting]) => {
    const error = folder === null ? undefined : whyNotWritable(folder);
    return folder === null || error === undefined ? [] : [{ folder, setting, error }];
  });
}
