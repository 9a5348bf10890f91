/** Ranges over text compared with testing every row, with ranks for some values, for all and for none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Pace } from '../../platform/kit/pace.ts';
import { conditionTest, holds } from './condition-test.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import type { BuildSource } from './index-row.ts';

const source: BuildSource = {
  signature: 'word',
  kind: 'dictionary',
  many: true,
  isHeld: false,
  field: '1',
  read: () => undefined,
};
/** Enough values that the column needs ranks. */
const FILLERS = 100;

const word = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'é', 'E', 'ß', 's', '中'), maxLength: 3 });
const value = fc.oneof(word, fc.array(word, { maxLength: 3 }), fc.constant(undefined));
const condition = fc.record({ operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'), operands: fc.tuple(word) });

test('ranges over text hold for the rows that they hold for one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value), fc.array(value), fc.array(condition), async (before, after, conditions) => {
      const column = new DictionaryColumn(source);
      for (let row = 0; row < FILLERS; row++) column.set(row, `filler ${row}`);
      const values = [...before, ...after];
      for (const [at, one] of values.entries()) {
        if (at === before.length) await column.rank(new Pace());
        column.set(FILLERS + at, one);
      }
      for (const condition of conditions) {
        const made = conditionTest(condition);
        if (!column.isRankedFor(made)) await column.rank(new Pace());
        assert.ok(column.isRankedFor(made));
        const { rows, test: isIn } = column.select(made);
        for (const [at, one] of values.entries()) {
          const expected = holds(made, one);
          assert.equal(isIn(FILLERS + at), expected, `${JSON.stringify(one)} ${JSON.stringify(condition)}`);
          if (rows !== null) assert.equal(Array.from(rows).includes(FILLERS + at), expected);
        }
      }
    }),
  );
});

test('numbers in lists are compared as numbers, whatever the text', () => {
  const column = new DictionaryColumn(source);
  for (let row = 0; row < FILLERS; row++) column.set(row, [row]);
  const made = conditionTest({ operator: 'lt', operands: ['a'] });
  assert.ok(column.isRankedFor(made));
  assert.ok(column.select(made).test(FILLERS - 1));
});
