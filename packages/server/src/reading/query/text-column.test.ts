/** The column of texts compared with a plain map, however rows are added, changed and removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textSource } from './index-row.ts';
import { TextColumn } from './text-column.ts';

const ROWS_MAX = 80;
const LOCALE = 1;
/** A few texts near each other, and some far away in the same buckets. */
const text = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 3 }).map((n) => n * 2 ** 33),
);
const change = fc.record({ row: fc.nat({ max: ROWS_MAX }), text: fc.option(text, { nil: undefined }) });

test('finds the rows of texts, and shows when a row holds another one', () => {
  fc.assert(
    fc.property(fc.array(change), fc.uniqueArray(text), (changes, sought) => {
      const column = new TextColumn(textSource(LOCALE));
      const rows = new Map<number, number | undefined>();
      for (const { row, text: held } of changes) {
        const before = column.changes;
        column.set(row, held);
        assert.equal(column.changes > before, rows.get(row) !== held);
        rows.set(row, held);
      }
      const expected = [...rows].filter(([, held]) => held !== undefined && sought.includes(held)).map(([row]) => row);
      assert.deepEqual(
        [...column.rowsOf(Float64Array.from(sought))],
        expected.sort((one, other) => one - other),
      );
    }),
  );
});

test('finds the first rows still when more buckets were needed', () => {
  const column = new TextColumn(textSource(LOCALE));
  column.set(0, 7);
  column.set(ROWS_MAX - 1, 7);
  assert.deepEqual([...column.rowsOf(Float64Array.of(7))], [0, ROWS_MAX - 1]);
});
