/** Rows end up in order, whatever order they had before: mixed, sorted, reversed, or in runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Pace } from '../../platform/kit/pace.ts';
import { firstNumbers, sortRows } from './sorting.ts';

/** More than three runs, so that runs of unequal length are merged. */
const ROWS = 7_000;

const orders: Readonly<Record<string, (row: number) => number>> = {
  sorted: (row) => row,
  reversed: (row) => -row,
  mixed: (row) => (row * 7_919) % ROWS,
  'sorted, then reversed': (row) => (row < ROWS / 2 ? row : -row),
  'ascending in runs': (row) => row % 3_000,
  'descending in runs': (row) => -(row % 2_500),
  equal: () => 0,
};

for (const [name, placeOf] of Object.entries(orders)) {
  test(`rows that are ${name} are sorted, equal ones as they stood`, async () => {
    const rows = await sortRows(firstNumbers(ROWS), (a, b) => placeOf(a) - placeOf(b), new Pace());
    const wanted = Array.from({ length: ROWS }, (_, row) => row).sort((a, b) => placeOf(a) - placeOf(b));
    assert.deepEqual([...rows], wanted);
  });
}

test('any few rows are sorted as a list is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), async (values) => {
      const placeOf = (row: number): number => values[row] as number;
      const rows = await sortRows(firstNumbers(values.length), (a, b) => placeOf(a) - placeOf(b), new Pace());
      const wanted = values.map((_, row) => row).sort((a, b) => placeOf(a) - placeOf(b));
      assert.deepEqual([...rows], wanted);
    }),
  );
});
