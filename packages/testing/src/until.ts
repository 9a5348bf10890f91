/**
 * Waits for what comes by itself, with no event to wait for. In pages too: what Playwright looks for in a page by itself, it
 * evaluates there, which the policy of Studio forbids from the second look on.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from 'node:util';

const LOOK_MS = 20;
/** What a machine that is busy with other tests takes, and more. */
const PATIENCE_MS = 60_000;

/**
 * Looks until what is seen is as wanted, and fails with what was seen last if it never is.
 * @param isWanted without it, whatever is truthy is wanted
 * @param withinMs how long to look; a minute where nothing is said of how long it may take
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
