/** What `lectern doctor` requires of each room: find its own faults, and repair what can be derived from other data. */

/** Something that is wrong with the data. */
export interface Fault {
  /** What it is about, such as `entry article-1 of environment 3`. */
  readonly about: string;
  /** What is wrong, as the rest of a sentence that starts with `about`. */
  readonly problem: string;
  /** What the operator can do about it. */
  readonly remedy: string;
  /** Repairs the fault; null if there is nothing to repair it from. */
  readonly repair: (() => Promise<void>) | null;
}

/** Finds one kind of fault. It reads a little at a time, each time from one committed state, so the service may keep running. */
export interface Check {
  readonly name: string;
  find(): AsyncIterable<Fault>;
}

/** What to do about a fault that can be repaired. */
export const REPAIR = 'call `lectern doctor --repair`';
/** What to do about a fault that cannot. */
export const RESTORE = 'restore a backup from before (docs/operations/backup.md#restore)';

/** Whether a stored value can be read; null is none. */
export function isJson(text: string | null): boolean {
  try {
    JSON.parse(text ?? 'null');
    return true;
  } catch {
    return false;
  }
}
