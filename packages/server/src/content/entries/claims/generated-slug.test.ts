/** Slugs that texts suggest. How they are numbered where taken, `test/content/entries/races.test.ts` shows. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import anyAscii from 'any-ascii';
import { fold } from '../../../../../contract/src/folded-text.ts';
import { slugType } from '../../../model/fields/slug.ts';
import { slugFrom } from './generated-slug.ts';

const cases: readonly [text: string, slug: string][] = [
  ['Hello, World!', 'hello-world'],
  ['  -- Trim -- me -- ', 'trim-me'],
  ['Übergrößen & Mehr', 'ubergrossen-mehr'],
  ['U\u0308ber', 'uber'],
  ["Don't stop", 'dont-stop'],
  ['Łukasz, cœur, STRAẞE', 'lukasz-coeur-strasse'],
  ['Hawaiʻi Gesamt\u00adkonzept', 'hawaii-gesamtkonzept'],
  ['Москва', 'moskva'],
  ['100 %', '100'],
  ['a/b.c_d~e', 'a-b-c-d-e'],
  ['🌐 Staying safe 🌐', 'staying-safe'],
  ['I ❤️ the sea 👩🏽‍🚀', 'i-the-sea'],
  ['🌐', 'globe-with-meridians'],
  ['!!!', ''],
  ['', ''],
];

for (const [text, slug] of cases) {
  it(`"${text}" suggests "${slug}"`, () => assert.equal(slugFrom(text), slug));
}

it('has, for every small Latin letter that Unicode does not decompose the letters that it folds to', () => {
  for (let code = 0x80; code < 0x2ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (!/(?=\p{Ll})\p{Script=Latin}/u.test(letter) || letter.normalize('NFKD') !== letter) continue;
    const inSlug = anyAscii(letter).replace(/\.$/, '');
    if (/^[a-z]+$/.test(inSlug)) assert.equal(fold(letter), inSlug);
    else assert.equal(fold(letter), letter);
    assert.equal(fold(letter.toUpperCase()), fold(letter));
  }
});

it('is short enough for a number behind it, and fits the field type', () => {
  const slug = slugFrom(`${'word '.repeat(100)}end`);
  assert.ok(slug.length <= 188);
  assert.doesNotMatch(slug, /-$/);
  const refusals: unknown[] = [];
  const context = { path: 'slug', linkKey: () => null, violations: refusals } as unknown as Parameters<
    typeof slugType.parse
  >[1];
  for (const [text] of cases) if (slugFrom(text) !== '') slugType.parse(`${slugFrom(text)}-999999`, context);
  slugType.parse(`${slug}-99999999999`, context);
  assert.deepEqual(refusals, []);
});
