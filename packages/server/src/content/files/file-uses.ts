/**
 * What the collection has to know of those who use files. Assets do, which stand above: `content/assets/file-uses.ts`
 * fulfils it, handed over by `composition/`.
 */
import type { Reader, Writer } from '../../platform/database/database.ts';

export interface FileUses {
  /** Which of the files are used, or were until lately and can still be fetched. */
  inUse(db: Reader, files: readonly number[]): Promise<Set<number>>;
  /** Forgets which files were used before a time, in milliseconds. */
  forgetBefore(writer: Writer, time: number): Promise<void>;
}
