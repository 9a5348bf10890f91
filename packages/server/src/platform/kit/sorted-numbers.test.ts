/** Sorted numbers against sets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAmong, sortedNumbers, without } from './sorted-numbers.ts';

const numbers = fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 40 });

test('are those of the list, in rising order', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      assert.deepEqual(
        [...sortedNumbers(list)],
        list.toSorted((one, other) => one - other),
      );
    }),
  );
});

test('know what is among them', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 60 }), (list, number) => {
      assert.equal(isAmong(sortedNumbers(list), number), list.includes(number));
    }),
  );
});

test('are fewer by what others hold too', () => {
  fc.assert(
    fc.property(numbers, numbers, (list, others) => {
      const left = list.filter((number) => !others.includes(number));
      assert.deepEqual(without(sortedNumbers(list), sortedNumbers(others)), sortedNumbers(left));
    }),
  );
});
