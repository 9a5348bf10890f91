/** Which picture stands for an entry wherever it is listed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../api/types.ts';
import { pictureFieldOf, pictureFields, pictureIdOf } from './entry-pictures.ts';

const IMAGES = { mime_types: ['image/*'] };
const field = (id: string, type: Field['type'], more: Partial<Field> = {}) => ({ id, type, ...more }) as Field;
const gallery = field('gallery', 'array', { items: { type: 'asset', validations: IMAGES } });
const sheet = field('sheet', 'asset');
const cover = field('cover', 'asset', { validations: IMAGES });
const pdf = field('pdf', 'asset', { validations: { mime_types: ['application/pdf'] } });

test('the main picture is in a field for one picture, else for one file, else the first of several', () => {
  const mainOf = (...fields: Field[]) => pictureFieldOf({ fields })?.id;
  assert.equal(mainOf(gallery, sheet, cover), 'cover');
  assert.equal(mainOf(pdf, gallery, sheet), 'sheet');
  assert.equal(mainOf(pdf, gallery), 'gallery');
  assert.equal(mainOf(pdf, field('title', 'string')), undefined);
  const entries = [[cover], [cover, sheet], [pdf]].map((fields) => ({ kind: 'entry', fields }));
  const types = [...entries, { kind: 'component', fields: [field('photo', 'asset', { validations: IMAGES })] }];
  assert.deepEqual(pictureFields(types as unknown as Parameters<typeof pictureFields>[0]), ['cover']);
});

test('the main picture is that of the locale, else of any, and the first of several', () => {
  const link = (id: string) => ({ type: 'asset', id });
  const idOf = (value: unknown, of = cover, locale = 'de') =>
    pictureIdOf({ fields: { [of.id]: value as Record<string, unknown> } }, { fields: [of] }, locale);
  assert.equal(idOf({ 'en-US': link('one'), de: link('two') }), 'two');
  assert.equal(idOf({ 'en-US': link('one') }), 'one');
  assert.equal(idOf({ 'en-US': [link('three'), link('four')] }, gallery), 'three');
  assert.equal(idOf({ 'en-US': [] }, gallery), null);
  assert.equal(idOf(undefined), null);
});
