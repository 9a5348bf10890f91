/** What became of the blocks of a list, and one of them put back. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Block } from './blocks-in.ts';
import { comparedList, comparedPlaces, withBlockBack } from './compared-list.ts';

const list = (ids: string, text = ''): Block[] => [...ids].map((id) => ({ id, type: 'quote', fields: { text } }));
const told = (before: Block[], after: Block[]) => comparedList(before, after).map(({ id, kind }) => `${id} ${kind}`);

it('tells which blocks were added, removed, moved and changed, at their places', () => {
  assert.deepEqual(told(list('abc'), list('abc')), ['a same', 'b same', 'c same']);
  assert.deepEqual(told(list('abcd'), list('bcda')), ['b same', 'c same', 'd same', 'a moved']);
  assert.deepEqual(told(list('abc'), list('axc')), ['a same', 'b removed', 'x added', 'c same']);
  assert.deepEqual(told(list('abc'), [...list('a', 'new'), ...list('c')]), ['a changed', 'b removed', 'c same']);
});

it('puts one block back as it was, and leaves all others', () => {
  const ids = (blocks: readonly Block[]) => blocks.map(({ id, fields }) => `${id}${fields.text}`).join();
  assert.equal(ids(withBlockBack(list('ac', '2'), list('abc'), 'b')), 'a2,b,c2');
  assert.equal(ids(withBlockBack(list('xc', '2'), list('abc'), 'b')), 'b,x2,c2');
  assert.equal(ids(withBlockBack(list('cb', '2'), list('abc'), 'b')), 'c2,b');
  assert.equal(ids(withBlockBack(list('c'), list('abc'), 'gone')), 'c');
});

it('compares a localized field by locale, but takes its value whole inside of a value of one locale', () => {
  const [there, here] = [
    { latitude: 54, longitude: 8 },
    { latitude: 53, longitude: 8 },
  ];
  const localized = { localized: true };
  assert.deepEqual(comparedPlaces(localized, there, here, true), [{ locale: null, old: there, now: here }]);
  assert.deepEqual(comparedPlaces({ localized: false }, there, here, false), [{ locale: null, old: there, now: here }]);
  assert.deepEqual(comparedPlaces(localized, { en: there }, { en: here, de: here }, false), [
    { locale: 'en', old: there, now: here },
    { locale: 'de', old: undefined, now: here },
  ]);
});
