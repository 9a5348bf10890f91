/**
 * Waits for what happens by itself, without an event to wait for. It is also used for pages: Playwright evaluates its own waiting
 * in the page, which the policy of Studio forbids from the second check on.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from 'node:util';

const LOOK_MS = 20;
/** More than a machine needs that is busy with other tests. */
const PATIENCE_MS = 60_000;

/**
 * Repeats a check until its result is as wanted, and fails with the last result if it never is.
 * @param isWanted if omitted, any truthy result is wanted
 * @param withinMs how long to wait; a minute unless the duration matters
 */
export async function until<T>(
  look: () => T | Promise<T>,
  isWanted: (seen: T) => boolean = Boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  for (const deadline = performance.now() + withinMs; ; await sleep(LOOK_MS)) {
    const seen = await look();
    if (isWanted(seen)) return seen;
    if (performance.now() > deadline) assert.fail(format('After %d ms it was still %s.', withinMs, seen));
  }
}
