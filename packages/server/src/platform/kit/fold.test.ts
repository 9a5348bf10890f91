/** Which texts are equal for ordering. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from './fold.ts';

const alike: readonly (readonly [string, string])[] = [
  ['Crème Brûlée', 'creme brulee'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδός'],
  ['İstanbul', 'istanbul'],
  ['ﬁn', 'FIN'],
  ['e\u0301', 'é'],
  ['ｆｕｌｌ', 'Full'],
];

for (const [one, other] of alike) {
  test(`${one} and ${other} fold to the same text`, () => assert.equal(fold(one), fold(other)));
}

test('different letters stay different', () => {
  assert.notEqual(fold('a'), fold('b'));
  assert.notEqual(fold('日本'), fold('中国'));
});

test('folding a folded text changes nothing', () => {
  for (const [one] of alike) assert.equal(fold(fold(one)), fold(one));
});
