/** Values extracted from JSON texts equal those of fully parsed texts, whatever characters they contain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../testing/src/any-text.ts';
import type { IndexValues } from './index-row.ts';
import { valuesOfField } from './packed-field.ts';

const SEPARATOR = '\n';
const text = fc.oneof(
  fc.string(),
  anyText(),
  fc.constantFrom('},"', '}}', '"3":{', ',"3":{"0":1},"', '\\', '\\"', '\n', 'ü},"4'),
);
const item = fc.oneof(text, fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const own = fc.dictionary(fc.constantFrom('0', '1', '12'), fc.oneof(item, fc.array(item, { maxLength: 3 })), {
  minKeys: 1,
});
const values = fc.dictionary(fc.constantFrom('0', '3', '13', '30', '4', 'texts'), own);

test('one field of many entries is read as from the whole', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 6 }), fc.constantFrom('0', '3', '13', 'texts', '99'), (rows, field) => {
      const packed = {
        ids: rows.map((_, at) => at),
        text: rows.map((row) => JSON.stringify(row)).join(SEPARATOR),
        separator: SEPARATOR,
      };
      const wanted = rows.map((row) => {
        const stored = JSON.parse(JSON.stringify(row)) as IndexValues;
        return stored[field] ?? null;
      });
      assert.deepEqual(valuesOfField(packed, field), wanted);
    }),
    { numRuns: 2_000 },
  );
});
