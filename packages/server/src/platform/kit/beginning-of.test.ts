/** The beginning of a text is never half of a character. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf } from './beginning-of.ts';

const cases: readonly (readonly [string, number, string])[] = [
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀c', 4, 'ab😀'],
  ['ab😀c', 3, 'ab'],
  ['😀', 1, ''],
];
for (const [text, max, expected] of cases)
  test(`the first ${max} of "${text}"`, () => assert.equal(beginningOf(text, max), expected));
