/** Which texts are equal for search, orders and slugs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold, withoutIgnored } from './folded-text.ts';

const alike: readonly (readonly [string, string])[] = [
  ['Crème Brûlée', 'creme brulee'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδός'],
  ['İstanbul', 'istanbul'],
  ['ısı', 'ISI'],
  ['ﬁn', 'FIN'],
  ['e\u0301', 'é'],
  ['ｆｕｌｌ', 'Full'],
  ['Łukasz z Łodzi', 'lukasz z lodzi'],
  ['cœur', 'COEUR'],
  ['Ærø, Đakovo, Þór, Ħaż-Żebbuġ', 'aero, dakovo, thor, haz-zebbug'],
  ['Əliyev', 'eliyev'],
  ['Hawaiʻi', 'hawaii'],
  ['Gesamt\u00adkonzept', 'gesamtkonzept'],
  ['a\u034f\u0301b', 'áb'],
  ['zero\u200bwidth\u2060joined\ufeff', 'zerowidthjoined'],
];
const SEED = 36;

for (const [one, other] of alike) {
  test(`${one} and ${other} fold to the same text`, () => assert.equal(fold(one), fold(other)));
}

test('different letters stay different', () => {
  assert.notEqual(fold('a'), fold('b'));
  assert.notEqual(fold('日本'), fold('中国'));
  assert.notEqual(fold('и'), fold('ы'));
});

test('folding a folded text changes nothing, nor do case, marks, normal form and what nobody sees', () => {
  const letter = fc.integer({ min: 0x20, max: 0x2ffff }).filter((code) => code < 0xd800 || code > 0xdfff);
  const text = fc.array(letter, { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes));
  fc.assert(
    fc.property(text, fc.constantFrom('', '\u00ad', '\u200d', '\u0301', '\ufe0f'), (written, hidden) => {
      const folded = fold(written);
      for (const same of [folded, written.normalize('NFC'), written.normalize('NFD'), [...written].join(hidden)])
        assert.equal(fold(same).normalize('NFC'), folded.normalize('NFC'));
      assert.equal(fold(withoutIgnored(written)), folded);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});
