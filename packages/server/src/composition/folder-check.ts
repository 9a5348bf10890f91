/** Checks at the start whether the folders that the service writes to can be written, so that the first upload does not have to fail. */
import type { Config } from '../platform/config/config.ts';
import { whyNotWritable } from '../platform/errors/unusable-place.ts';

/** A folder in which nothing can be made. */
export interface ReadOnlyFolder {
  readonly folder: string;
  /** The setting that names it. */
  readonly setting: 'LECTERN_DATA_DIR' | 'LECTERN_BACKUP';
  /** As the system says it. */
  readonly error: Error;
}

/** Those of the folders that cannot be written; each is made when it is first needed. */
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
