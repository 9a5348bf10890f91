/** What a client of SCIM sends holds the event loop no longer than it may, whatever it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilter } from '../../../src/identity/scim/protocol/filter-syntax.ts';
import { ScimError } from '../../../src/identity/scim/protocol/scim-error.ts';
import { worstPatches } from './worst-patches.ts';

/** The longest that a request may hold the event loop at a time, with room for a busy machine. */
const HELD_MS_MAX = 250;
const OPERATIONS = 500;
const FILTER_MS_MAX = 1_000;

for (const { name, apply } of worstPatches) {
  test(`${OPERATIONS} ${name} let others run`, async (context) => {
    const heldMs = await longestStretch(async () => {
      await apply(OPERATIONS).catch((error: unknown) => {
        if (!(error instanceof ScimError)) throw error;
      });
    });
    context.diagnostic(`held the event loop for ${Math.round(heldMs)} ms at most`);
    assert.ok(heldMs <= HELD_MS_MAX, `${Math.round(heldMs)} ms`);
  });
}

test('a filter that is not closed is refused in a moment, however long it is', () => {
  const startedAt = performance.now();
  assert.throws(() => parseFilter(`userName eq ${'"'.repeat(8_000)}`));
  assert.throws(() => parseFilter(`${' '.repeat(8_000)}"`));
  assert.throws(() => parseFilter('\\"'.repeat(4_000)));
  assert.ok(performance.now() - startedAt < FILTER_MS_MAX);
});

/** The longest time between two turns of the event loop while work is done, in milliseconds. */
async function longestStretch(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isDone = false;
  const turn = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return longest;
}
