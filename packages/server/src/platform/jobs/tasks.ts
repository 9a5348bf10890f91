/**
 * Long tasks of a background job, such as clones and exports. Each is done in steps, and its progress is stored with every
 * step. Invariant: no task waits for the whole of another, and a task that cannot succeed ends.
 */
import { DomainError } from '../errors/domain-error.ts';

/** This many failed steps in a row end a task. Temporary outages, for example of the database, do not count. */
const FAILURES_MAX = 5;

/**
 * Does all pending tasks, one step of each in turn.
 * @param tasks.next the first task after another one, or of all; undefined if there is none
 * @param tasks.step does one step; an error from it ends the run
 */
export async function stepInTurn<T>(
  signal: AbortSignal,
  { next, step }: { next: (after: T | undefined) => Promise<T | undefined>; step: (task: T) => Promise<void> },
): Promise<void> {
  let last: T | undefined;
  while (!signal.aborted) {
    const behind = last === undefined ? undefined : await next(last);
    const task = behind ?? (await next(undefined));
    if (task === undefined) return;
    last = task;
    await step(task);
  }
}

/**
 * Counts a failed step, and gives up the task after too many.
 * @param parts.count stores the count with the task; returns how many steps failed in a row
 */
export async function noteFailure(
  error: unknown,
  { count, giveUp }: { count: () => Promise<number>; giveUp: () => Promise<void> },
): Promise<void> {
  if (error instanceof DomainError && error.code === 'unavailable') return;
  if ((await count()) >= FAILURES_MAX) await giveUp();
}
