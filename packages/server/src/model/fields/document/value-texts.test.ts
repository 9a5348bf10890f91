/** What is cut out of a document is what parsing it gives, whatever stands in the values. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { valueTexts } from './value-texts.ts';

const RUNS = Number(process.env.VALUE_TEXTS_RUNS ?? 300);

const numbers = fc.nat({ max: 120 }).map(String);
const hard = fc.constantFrom(
  '"',
  '\\',
  '\\\\"',
  '{"1":{',
  '}',
  ']',
  '},"2":{"0":',
  ',',
  '\n',
  '\u2028',
  'é',
  '漢',
  '😀',
);
const text = fc.array(fc.oneof(hard, fc.string({ unit: 'grapheme' })), { maxLength: 5 }).map((parts) => parts.join(''));
const value = fc.oneof(text, fc.jsonValue(), fc.array(text), fc.dictionary(text, fc.oneof(text, fc.array(text))));
const document = fc.dictionary(numbers, fc.dictionary(numbers, value));

describe('the texts of values', () => {
  test('are those that the values have alone', () => {
    fc.assert(
      fc.property(document, (values) => {
        const cut = valueTexts(JSON.stringify(values));
        assert.deepEqual(Object.keys(cut), Object.keys(values));
        for (const [field, locales] of Object.entries(values)) {
          const texts = Object.entries(locales).map(([locale, one]) => [locale, JSON.stringify(one)]);
          assert.deepEqual({ ...cut[Number(field)] }, Object.fromEntries(texts));
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('of an empty document are none', () => {
    assert.deepEqual(valueTexts('{}'), []);
    assert.deepEqual(valueTexts('{"0":{}}'), [[]]);
  });
});
