/** How texts are split into words, and which words count as equal. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { distinctWords, formsOf, wordsOf } from './words.ts';

const surfaces = (text: string, language = 'en') => wordsOf(text, language).map(({ surface }) => surface);

describe('a text', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['The quick, brown fox!', ['the', 'quick', 'brown', 'fox']],
    ['e-mail foo_bar example.com 3.14', ['e', 'mail', 'foo', 'bar', 'example', 'com', '3', '14']],
    ["l'eau qu’il author's don't", ['eau', 'qu', 'il', 'author', 'don']],
    ["l'a", ['l', 'a']],
    ['Crème ÉCOLE Straße ΟΔΟΣ İ', ['creme', 'ecole', 'strasse', 'οδοσ', 'i']],
    ['Łukasz, cœur; STRAẞE Þór ıŞIK', ['lukasz', 'coeur', 'strasse', 'thor', 'isik']],
    ['Gesamt\u00adkonzept zero\u200bwidth a\u034f\u0301b', ['gesamtkonzept', 'zerowidth', 'ab']],
    ['می\u200cخواهم', ['میخواهم']],
    ['e\u0301 ｆｕｌｌ ﬁn', ['e', 'full', 'fin']],
    ['学习中文', ['学习', '中文']],
    ['カレーとガレー', ['カレー', 'と', 'ガレー']],
    ['ภาษาไทย', ['ภาษา', 'ไทย']],
    ['한국어 검색', ['한국어', '검색']],
    ['हिन्दी', ['हिन्दी']],
    ['שָׁלוֹם', ['שלום']],
    ['Йод', ['иод']],
    ['"*-()&|!:', []],
    ['', []],
    ['x'.repeat(100), ['x'.repeat(64)]],
    ['ﷺ'.repeat(9), [`${'صلىاللهعليهوسلم'.repeat(9).slice(0, 64)}`]],
  ];
  for (const [text, words] of cases) {
    test(`${text.slice(0, 30)} has the words ${words.join(' ').slice(0, 60)}`, () =>
      assert.deepEqual(surfaces(text), words));
  }
});

describe('lines', () => {
  test('have the words of their text, each once, whatever was split before', () => {
    const part = fc.constantFrom('\n', ' ', 'a', 'E', '\u0301', "'", '\u00ad', '\r', '学习', 'ß', 'ing');
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.constantFrom('en', 'fr', 'und'), (texts, language) => {
        const lines = new Map();
        for (const one of texts)
          assert.deepEqual([...distinctWords(one, language, lines)], [...new Set(wordsOf(one, language))]);
      }),
    );
  });
});

describe('words', () => {
  const alike: readonly (readonly [string, string, string])[] = [
    ['en', 'running', 'runs'],
    ['en', 'Cities', 'city'],
    ['de', 'Häuser', 'haus'],
    ['de', 'Hauser', 'Häuser'],
    ['fr', 'mangée', 'mangé'],
    ['fr', 'election', 'Élections'],
    ['es', 'canciones', 'CANCIÓN'],
    ['es', 'nino', 'niños'],
    ['no', 'bjørner', 'bjorner'],
    ['fr', 'cœurs', 'coeur'],
    ['und', 'Ελλάδα', 'ελλαδα'],
  ];
  for (const [language, one, other] of alike) {
    test(`${one} and ${other} are the same in ${language}`, () => assert.ok(isSame(one, other, language)));
  }
  for (const [language, one, other] of [
    ['en', 'city', 'cite'],
    ['und', 'running', 'run'],
    ['th', 'กิน', 'กัน'],
  ] as const) {
    test(`${one} and ${other} are not the same in ${language}`, () => assert.ok(!isSame(one, other, language)));
  }
});

test('whatever the text, words are letters, digits and marks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('en', 'de', 'fr', 'es', 'ru', 'und'),
      (text, language) => {
        for (const word of wordsOf(text, language)) {
          for (const form of formsOf(word)) assert.match(form, /^[\p{L}\p{N}\p{M}]+$/u);
        }
      },
    ),
  );
});

function isSame(one: string, other: string, language: string): boolean {
  const [forms = [], others = []] = [one, other].map((text) => wordsOf(text, language).flatMap(formsOf));
  return forms.some((form) => others.includes(form));
}
