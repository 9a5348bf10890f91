/** What is in the way of a release stands at its entry, and values have names that people know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentType, ReleasePlan } from '../../api/types.ts';
import { nameOfPlace, placeOf } from '../../fields/places.ts';
import { byEntry, countsOf, linesOfConflict, linesOfDifference } from './in-the-way.ts';

const field = (id: string, type: string, more: object = {}) => ({ id, name: id.toUpperCase(), type, ...more });
const hero = { api_id: 'hero', name: 'Hero', kind: 'component', fields: [field('claim', 'string')] };
const page = {
  api_id: 'page',
  name: 'Page',
  kind: 'entry',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { localized: true }),
    field('slug', 'slug'),
    field('parts', 'blocks', { components: ['hero'] }),
  ],
};
const types = [page, hero] as unknown as readonly ContentType[];
const naming = { types, locales: ['en-US', 'de'], fields: undefined };
const model = { type: types[0], naming };

test('a path names the entry whose key it begins with, the longest one that is known', () => {
  const keys = new Set(['news', 'news.2027']);
  assert.deepEqual(placeOf('entries.news.fields.title.de', keys), { key: 'news', inner: 'fields.title.de' });
  assert.deepEqual(placeOf('entries.news.2027.fields.title.de', keys), { key: 'news.2027', inner: 'fields.title.de' });
  assert.deepEqual(placeOf('entries.news.2027', keys), { key: 'news.2027', inner: '' });
  assert.deepEqual(placeOf('entries.gone.status', keys), { key: 'gone', inner: 'status' });
});

test('problems, conflicts and overlaps stand at their entries, and are counted', () => {
  const plan = {
    items: [
      { key: 'a.b', problems: [{ path: 'entries.a.b.fields.title.de', rule: 'required', message: 'Fill it in.' }] },
      { key: 'c', problems: [] },
    ],
    conflicts: [
      { path: 'entries.c.fields.title.de', reason: 'both_changed', base: 'A', current: 'B', value: 'C' },
      { path: 'entries.deleted.one', reason: 'gone', base: null, current: null, value: null },
    ],
    overlaps: [{ path: 'entries.c.fields.title.de', change_set: 'chg_1', name: 'Sale' }],
  } as unknown as ReleasePlan;
  const found = byEntry(plan, ['deleted.one']);
  assert.deepEqual([...found.keys()].toSorted(), ['a.b', 'c', 'deleted.one']);
  assert.equal(found.get('a.b')?.problems[0]?.path, 'fields.title.de');
  assert.equal(found.get('c')?.conflicts[0]?.inner, 'fields.title.de');
  assert.deepEqual(found.get('c')?.overlaps, [{ inner: 'fields.title.de', release: 'chg_1', name: 'Sale' }]);
  assert.equal(found.get('deleted.one')?.conflicts[0]?.inner, '');
  assert.deepEqual(countsOf(plan), { problems: 1, conflicts: 2 });
});

test('values are called by field and language, also inside of blocks, and by their ids where the model has lost them', () => {
  assert.equal(nameOfPlace('fields.title.de', model), 'TITLE · de');
  assert.equal(nameOfPlace('fields.slug', model), 'SLUG');
  assert.equal(nameOfPlace('slug', model), 'SLUG');
  assert.equal(nameOfPlace('fields.parts', model), 'PARTS');
  assert.equal(nameOfPlace('fields.lost.de', model), 'lost · de');
  assert.equal(nameOfPlace('', model), '');
  assert.equal(nameOfPlace('status', model), '');
});

test('a conflict has what was there before, what is there now, and what the release makes of it', () => {
  const conflict = { path: '', inner: 'fields.title.de', reason: 'both_changed', base: 'A', current: null, value: 'C' };
  const [line] = linesOfConflict(conflict as never, model);
  assert.deepEqual([line?.name, line?.base, line?.target, line?.source], ['TITLE · de', 'A', undefined, 'C']);
});

test('a new block is told value by value, and blocks in another order as that', () => {
  const block = { id: 'b1', type: 'hero', fields: { claim: 'Hello' } };
  const added = linesOfDifference({ path: 'fields.parts.b1', before: null, value: block }, model);
  assert.deepEqual(
    added.map(({ name, source, isOrder }) => [name, source, isOrder]),
    [['PARTS · Hero · Hello · CLAIM', 'Hello', false]],
  );
  const moved = linesOfDifference({ path: 'fields.parts', before: ['b1', 'b2'], value: ['b2', 'b1'] }, model);
  assert.deepEqual(
    moved.map(({ name, isOrder }) => [name, isOrder]),
    [['PARTS', true]],
  );
});

test('a block is called by its place and its words where the entry is known', () => {
  const hero = (id: string, claim: string) => ({ id, type: 'hero', fields: { claim } });
  const fields = { parts: { 'en-US': [hero('b1', 'Hello'), hero('b2', 'Know the tide')] } };
  const known = { type: types[0], naming: { ...naming, fields } };
  assert.equal(nameOfPlace('fields.parts.b2.claim', known), 'PARTS · Hero 2 · Know the tide · CLAIM');
  assert.equal(nameOfPlace('fields.parts.b1', known), 'PARTS · Hero 1 · Hello');
  const [line] = linesOfDifference({ path: 'fields.parts.b2.claim', before: 'Know', value: 'Know it' }, known);
  assert.deepEqual([line?.name, line?.source], ['PARTS · Hero 2 · Know the tide · CLAIM', 'Know it']);
});
