/** Slugs made from titles, and which slugs belong to which titles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSlug } from '../../../contract/src/slugs.ts';
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
