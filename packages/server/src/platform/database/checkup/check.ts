/** What `lectern doctor` asks of each room: to find its own faults, and to mend those in what it can make again. */

/** Something that is not as it has to be. */
export interface Fault {
  /** What it is about, such as `entry article-1 of environment 3`. */
  readonly about: string;
  /** What is wrong, as the end of a sentence about that. */
  readonly problem: string;
  /** What an operator does about it. */
  readonly wayOut: string;
  /** Makes it right; null if that cannot be made from something else. */
  readonly mend: (() => Promise<void>) | null;
}

/** One kind of faults. It reads little at a time, each time one committed state, so that the service may run. */
export interface Check {
  readonly name: string;
  find(): AsyncIterable<Fault>;
}

/** The way out of what can be made again. */
export const REPAIR = 'call `lectern doctor --repair`';
/** The way out of what cannot. */
export const RESTORE = 'restore a backup from before (docs/operations/backup.md#restore)';
