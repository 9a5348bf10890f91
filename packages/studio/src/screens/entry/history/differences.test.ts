/** What differs between two states of an entry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../../api/types.ts';
import { differencesOf } from './differences.ts';

const flags = { required: false, localized: true, unique: false };
const field = (id: string): Field => ({ id, name: id, type: 'json', former_ids: [], ...flags });

test('values that differ are listed by field and locale; the order of keys is no difference', () => {
  const before = { title: { en: 'Dawn', de: 'Morgen' }, extra: { en: { a: 1, b: [1, 2] } }, old: { en: 1 } };
  const after = { title: { en: 'Dusk', de: 'Morgen' }, extra: { en: { b: [1, 2], a: 1 }, de: {} }, old: {} };
  const found = differencesOf([field('title'), field('extra'), field('old')], ['en', 'de'], before, after);
  assert.deepEqual(
    found.map((one) => [one.field.id, one.locale, one.before, one.after]),
    [
      ['title', 'en', 'Dawn', 'Dusk'],
      ['extra', 'de', undefined, {}],
      ['old', 'en', 1, undefined],
    ],
  );
});
