/** Which names are suggested for a typo, and that distant ones are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearest, quoted } from './suggestion.ts';

const cases: readonly { word: string; words: readonly string[]; nearest: string | undefined }[] = [
  { word: 'titel', words: ['title', 'body'], nearest: 'title' },
  { word: 'TITLE', words: ['title', 'titles'], nearest: 'title' },
  { word: 'publishd_at', words: ['published_at', 'updated_at'], nearest: 'published_at' },
  { word: 'colour', words: ['title', 'color'], nearest: 'color' },
  { word: 'zzz', words: ['title', 'body'], nearest: undefined },
  { word: 'x', words: ['y'], nearest: undefined },
  { word: '', words: ['a'], nearest: undefined },
  { word: 't'.repeat(10_000), words: ['title'], nearest: undefined },
];

for (const { word, words, nearest: expected } of cases) {
  test(`"${word.slice(0, 20)}" among ${words.join(', ')} suggests ${expected ?? 'nothing'}`, () => {
    assert.equal(nearest(word, words), expected);
  });
}

test('a suggestion among very many words is looked for in the first of them only', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => n.toString(36).padStart(5, 'z'));
  assert.equal(nearest('titel', ['title', ...many]), 'title');
  assert.equal(nearest('titel', [...many, 'title']), undefined);
});

test('a suggestion is a separate sentence, or nothing', () => {
  assert.equal(didYouMean('titel', ['title']), ' Did you mean "title"?');
  assert.equal(didYouMean('zzz', ['title']), '');
});

test('a long name is shortened in messages', () => {
  assert.equal(quoted('title'), '"title"');
  assert.equal(quoted('x'.repeat(100)).length, 67);
});
