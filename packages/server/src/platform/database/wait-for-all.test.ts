/** Parts of a write that run together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitForAll } from './wait-for-all.ts';

test('parts give their results in order', async () => {
  assert.deepEqual(await waitForAll(nextTurn('late'), Promise.resolve(2)), ['late', 2]);
});

test('the error that came first is thrown when all parts are over', async () => {
  let isOver = false;
  const slow = nextTurn().then(() => {
    isOver = true;
    throw new Error('the one that follows');
  });
  await assert.rejects(waitForAll(slow, Promise.reject(new Error('the first'))), /the first/);
  assert.ok(isOver);
});
