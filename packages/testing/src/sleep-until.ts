/** Waits for a time of the wall clock: a timer alone may fire a millisecond early. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when `Date.now()` is greater than `instant`, in milliseconds. */
export async function sleepUntilAfter(instant: number): Promise<void> {
  while (Date.now() <= instant) await sleep(instant + 1 - Date.now());
}
