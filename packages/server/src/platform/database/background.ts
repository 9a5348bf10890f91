/**
 * Marks work that nobody waits for (background jobs and commands), as opposed to requests. Its queries may take longer, and
 * it uses no connections reserved for requests.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Runs work in the background, with everything that it starts. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Whether the caller runs in the background. */
export function isInBackground(): boolean {
  return background.getStore() === true;
}
