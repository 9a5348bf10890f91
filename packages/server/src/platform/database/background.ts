/**
 * Tells work that nobody waits for from requests: background jobs and commands. What they ask of the database may take
 * longer, and takes no connection from requests.
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
