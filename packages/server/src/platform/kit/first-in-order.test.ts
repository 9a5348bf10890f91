/** The first items of an order against sorting everything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FirstInOrder } from './first-in-order.ts';

const inOrder = (one: number, other: number) => one - other;

test('are those that sorting everything gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(), { minLength: 0, maxLength: 2_000, size: 'max' }),
      fc.nat({ max: 40 }),
      (all, most) => {
        const first = new FirstInOrder<number>(most, inOrder);
        for (const item of all) first.add(item);
        assert.deepEqual(first.items(), all.toSorted(inOrder).slice(0, most));
      },
    ),
    { numRuns: 30 },
  );
});
