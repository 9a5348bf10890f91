/** Numbers as they are typed and pasted in several languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber, isInexact, parseNumber } from './numbers.ts';

const READ: readonly (readonly [text: string, language: string, value: number | null])[] = [
  ['12', 'en', 12],
  [' -3.5 ', 'en', -3.5],
  ['1,234.5', 'en', 1234.5],
  ['1.234,5', 'en', 1234.5],
  ['1.234', 'en', 1.234],
  ['1.234', 'de', 1234],
  ['1,234', 'en', 1234],
  ['1,234', 'de', 1.234],
  ['1,5', 'en', 1.5],
  ['1.234.567', 'de', 1_234_567],
  ['12 345,67', 'fr', 12_345.67],
  ["1'234.50", 'de-CH', 1234.5],
  ['−7', 'en', -7],
  ['1e3', 'en', 1000],
  ['١٢٫٥', 'ar', 12.5],
  ['', 'en', null],
  ['12a', 'en', null],
  ['1,2,3', 'en', null],
  ['1.2.3', 'en', null],
  ['1e999', 'en', null],
  ['-', 'en', null],
];

for (const [text, language, value] of READ)
  test(`"${text}" is ${value} in ${language}`, () => assert.equal(parseNumber(text, language), value));

test('a number that would come back as another is told from what is none', () => {
  for (const text of ['12345678901234567890', '9.007.199.254.740.993', '0,12345678901234567890', '1e-400', '1e999']) {
    assert.equal(parseNumber(text, 'de'), null, text);
    assert.equal(isInexact(text, 'de'), true, text);
  }
  for (const text of ['', '12a', '12', '0,30000000000000004']) assert.equal(isInexact(text, 'de'), false, text);
});

test('what is written is read as the same number', () => {
  for (const language of ['en', 'de', 'fr', 'ar', 'hi'])
    for (const value of [0, -1.5, 1234.567, 0.1, 1e21, 5e-7])
      assert.equal(parseNumber(formatNumber(value, language), language), value);
});
