/**
 * What the collection needs to know about the uses of files. Assets, which are in a higher layer, implement it in
 * `content/assets/file-uses.ts`, and `composition/` passes it in.
 */
import type { Reader, Writer } from '../../platform/database/database.ts';

export interface FileUses {
  /** Which of the files are in use, or were until recently and can still be fetched. */
  inUse(db: Reader, files: readonly number[]): Promise<Set<number>>;
  /** Deletes records of uses that had ended by these times. */
  forgetBefore(writer: Writer, times: ForgottenUses): Promise<void>;
}

/** Times until which uses have ended that are forgotten, in milliseconds. */
export interface ForgottenUses {
  /** By something that uses another file now. */
  readonly replaced: number;
  /** By something that is not there any more. */
  readonly deleted: number;
}
