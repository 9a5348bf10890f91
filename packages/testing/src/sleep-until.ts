/** Waits for an instant of the clock on the wall: a timer alone may come a millisecond before it. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when `Date.now()` is greater than `instant`, in milliseconds. */
export async function sleepUntilAfter(instant: number): Promise<void> {
  while (Date.now() <= instant) await sleep(instant + 1 - Date.now());
}
