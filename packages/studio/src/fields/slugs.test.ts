/** Slugs made from titles, and which slugs belong to which titles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSlug } from '../../../contract/src/slugs.ts';
import type { ContentType, Entry, Locale } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import { followTitle } from './slug-following.ts';
import { isMadeFrom, slugOf } from './slugs.ts';

const MADE: readonly (readonly [title: string, slug: string | null])[] = [
  ['The harbour at dawn', 'the-harbour-at-dawn'],
  ['  Crème brûlée & thé!  ', 'creme-brulee-the'],
  ['Straße in Ærø', 'strasse-in-aero'],
  ["Ann's boats’ race", 'anns-boats-race'],
  ['Łukasz, Hawaiʻi Gesamt\u00adkonzept', 'lukasz-hawaii-gesamtkonzept'],
  ['ƨ', null],
  ['日本語', null],
  ['Москва 2026', null],
  ['…', null],
];

for (const [title, slug] of MADE) test(`"${title}" makes ${slug}`, () => assert.equal(slugOf(title), slug));

test('a slug belongs to its title with and without a number, and to no other', () => {
  assert.ok(isMadeFrom('dawn', 'Dawn'));
  assert.ok(isMadeFrom('dawn-12', 'Dawn'));
  assert.ok(!isMadeFrom('dawn-x', 'Dawn'));
  assert.ok(!isMadeFrom('dusk', 'Dawn'));
});

test('spaces and question marks are not for slugs', () => {
  assert.ok(isSlug('2026/日本語~a.b'));
  assert.ok(!isSlug('a b'));
  assert.ok(!isSlug('a?b'));
  assert.ok(!isSlug(''));
});

test('the slug of a locale that is begun after the first publication follows its title until the next one', () => {
  const { draft, type, published } = shownEntry();
  const locales = [{ code: 'en', default: true } as Locale, { code: 'de', default: false } as Locale];
  followTitle(draft, type('title', 'slug'), locales);
  for (const title of ['D', 'Der Ha', 'Der Hafen']) draft.set('title', 'de', title);
  draft.set('title', 'en', 'The new harbour');
  assert.equal(draft.value('slug', 'de'), 'der-hafen');
  assert.equal(draft.value('slug', 'en'), 'the-harbour', 'readers have it');
  published('2026-11-02T00:00:00.000Z');
  draft.set('title', 'de', 'Der neue Hafen');
  assert.equal(draft.value('slug', 'de'), 'der-hafen', 'readers have it now');
});

/** A published entry in English, as far as slugs follow titles in it. */
function shownEntry() {
  const values = new Map<string, unknown>([
    ['title en', 'The harbour'],
    ['slug en', 'the-harbour'],
  ]);
  const listeners = new Map<string, () => void>();
  let at = '2026-11-01T00:00:00.000Z';
  const draft = {
    get entry() {
      return { first_published_at: '2026-11-01T00:00:00.000Z', published_at: at } as Entry;
    },
    value: (field: string, locale: string) => values.get(`${field} ${locale}`),
    set(field: string, locale: string, value: unknown) {
      values.set(`${field} ${locale}`, value);
      listeners.get(`${field} ${locale}`)?.();
    },
    subscribeValue(field: string, locale: string, listener: () => void) {
      listeners.set(`${field} ${locale}`, listener);
      return () => undefined;
    },
    newsOf: () => undefined,
    unsavedValues: () => [],
  } as unknown as Draft;
  const type = (title: string, slug: string) => {
    const fields = [title, slug].map((id) => ({ id, localized: true }));
    return { display_field: title, slug_field: slug, fields } as ContentType;
  };
  const published = (now: string) => {
    at = now;
  };
  return { draft, type, published };
}
