/**
 * Long tasks of a background job, such as clones and exports: each is done in steps, and how far it has come is stored with
 * every step. Invariant: no task waits for the whole of another, and one that cannot succeed ends.
 */
import { DomainError } from '../errors/domain-error.ts';

/** So many failed steps in a row end a task; what is away for a while, such as the database, does not count. */
const FAILURES_MAX = 5;

/**
 * Does all tasks that there are, a step of each in turn.
 * @param tasks.next the first task behind another one, or of all; undefined for none
 * @param tasks.step does one step; what it throws ends the run
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
 * Counts a failed step, and gives the task up after too many.
 * @param parts.count counts it where the task is stored; returns how many failed in a row
 */
export async function noteFailure(
  error: unknown,
  { count, giveUp }: { count: () => Promise<number>; giveUp: () => Promise<void> },
): Promise<void> {
  if (error instanceof DomainError && error.code === 'unavailable') return;
  if ((await count()) >= FAILURES_MAX) await giveUp();
}
