/** Paged numbers equal those of a plain array, for rows on any page and set in any order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PAGE_ROWS, rowFloats, rowIntegers } from './row-numbers.ts';

const EMPTY = -1;
/** Rows near the places where pages begin and double. */
const row = fc.oneof(
  fc.integer({ min: 0, max: 70 }),
  fc.integer({ min: PAGE_ROWS - 3, max: PAGE_ROWS + 3 }),
  fc.integer({ min: 0, max: 3 * PAGE_ROWS }),
);

test('rows hold what was put last, and others nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, fc.integer({ min: 0, max: 9 }))), row, (puts, count) => {
      const numbers = rowIntegers(EMPTY);
      const wanted: number[] = [];
      for (const [at, value] of puts) {
        numbers.set(at, value);
        wanted[at] = value;
      }
      for (const at of [0, count, ...puts.map(([put]) => put)]) assert.equal(numbers.get(at), wanted[at] ?? EMPTY);
      const first = Array.from({ length: count }, (_, at) => wanted[at] ?? EMPTY);
      assert.deepEqual(numbers.copy(count), Int32Array.from(first));
      assert.equal(numbers.get(EMPTY), EMPTY);
    }),
  );
});

test('a copy stays as it was, and little room is taken', () => {
  const numbers = rowFloats(Number.NaN);
  numbers.set(3, 0.5);
  const copy = numbers.copy(5);
  numbers.set(3, 1);
  assert.deepEqual(copy, Float64Array.of(Number.NaN, Number.NaN, Number.NaN, 0.5, Number.NaN));
  assert.ok(numbers.bytes <= 16 * 8, `${numbers.bytes} bytes`);
  for (let at = 0; at < 2 * PAGE_ROWS; at++) numbers.set(at, at);
  assert.equal(numbers.bytes, 2 * PAGE_ROWS * 8);
  assert.equal(numbers.pages.length, 2);
});
