/** Where a text is cut. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { excerpt } from './excerpt.ts';

const cases: readonly [text: string, max: number, excerpt: string][] = [
  ['short', 5, 'short'],
  ['the sea keeps its promises', 10, 'the sea…'],
  ['the sea keeps its promises', 13, 'the sea keeps…'],
  ['the sea keeps its promises', 14, 'the sea keeps…'],
  ['unbreakable', 5, 'unbre…'],
  ['👍👍👍👍', 2, '👍👍…'],
];

for (const [text, max, expected] of cases) {
  it(`"${text}" in ${max} is "${expected}"`, () => assert.equal(excerpt(text, max), expected));
}
