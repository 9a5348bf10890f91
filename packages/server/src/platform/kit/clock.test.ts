/** Times are written as `Date` writes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoTime } from './clock.ts';

const FIRST = -8_640_000_000_000_000;

test('any time is written as Date writes it', () => {
  const time = fc.oneof(fc.integer({ min: FIRST, max: -FIRST }), fc.integer({ min: -1e12, max: 4e12 }));
  fc.assert(
    fc.property(time, (at) => assert.equal(isoTime(at), new Date(at).toISOString())),
    { numRuns: 1_000 },
  );
  for (const at of [FIRST, -FIRST, -1, 0, 86_399_999, 86_400_000])
    assert.equal(isoTime(at), new Date(at).toISOString());
});

test('no time is null', () => {
  assert.equal(isoTime(null), null);
});
