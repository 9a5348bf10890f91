/** The slowest twentieth of attempts, from counts by class. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationClass, slowDurationMs } from './durations.ts';

test('the duration that 95 of 100 attempts did not exceed is at most 1.5 times too long', () => {
  for (const ms of [1, 2, 3, 17, 200, 999, 5_000]) {
    const shown = slowDurationMs(new Map([[durationClass(ms), 1]])) ?? 0;
    assert.ok(shown >= ms && shown <= ms * 1.5, `${shown} for ${ms}`);
  }
  const fast = durationClass(10);
  const slow = durationClass(4_000);
  assert.equal(
    slowDurationMs(
      new Map([
        [slow, 5],
        [fast, 95],
      ]),
    ),
    slowDurationMs(new Map([[fast, 1]])),
  );
  assert.equal(
    slowDurationMs(
      new Map([
        [fast, 94],
        [slow, 6],
      ]),
    ),
    slowDurationMs(new Map([[slow, 1]])),
  );
  assert.equal(slowDurationMs(new Map()), null);
  assert.equal(slowDurationMs(new Map([[durationClass(0), 3]])), 1);
});
