/** What can be done with blocks: moved, copied with new ids, pasted into another field, and said in a line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Field } from '../../api/types.ts';
import { valueInside } from '../../drafts/value-inside.ts';
import { copiedBlock, defaultsOf, firstWords, hasRoom, movedBlock, relocatedBlock } from './block-value.ts';
import { type Block, blockList, listedComponents } from './blocks-in.ts';
import { blocksFrom, clipboardOf } from './clipboard.ts';

const field = (id: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  id,
  name: id,
  type,
  former_ids: [],
  required: false,
  localized: false,
  unique: false,
  ...more,
});
const types: Readonly<Record<string, { fields: Field[] }>> = {
  quote: {
    fields: [
      field('text', 'text', { localized: true, default: 'So it is.' }),
      field('dark', 'boolean', { default: true }),
    ],
  },
  gallery: {
    fields: [field('voices', 'blocks', { components: ['quote'] }), field('seo', 'component', { component: 'quote' })],
  },
};
const typeOf = (apiId: string) => types[apiId];
const quote = (id: string, text: unknown): Block => ({ id, type: 'quote', fields: { text } });
const gallery: Block = {
  id: 'g',
  type: 'gallery',
  fields: { voices: [quote('v', { de: 'Ja' })], seo: { fields: {} } },
};

describe('blocks', () => {
  const list = ['a', 'b', 'c'].map((id) => quote(id, {}));
  const ids = (blocks: readonly Block[]) => blocks.map(({ id }) => id).join('');

  it('move to another place, and stay where there is none', () => {
    assert.equal(ids(movedBlock(list, 'a', 2)), 'bca');
    assert.equal(ids(movedBlock(list, 'c', 0)), 'cab');
    for (const to of [-1, 3, 1]) assert.equal(movedBlock(list, 'b', to), list);
  });

  it('have new ids where they are copied, inside too', () => {
    const copy = copiedBlock(gallery, typeOf);
    assert.match(copy.id, /^[a-z0-9]{8}$/);
    const [voice] = blockList(copy.fields.voices);
    assert.match(voice?.id ?? '', /^[a-z0-9]{8}$/);
    assert.deepEqual(voice?.fields, { text: { de: 'Ja' } });
  });

  it('begin with the defaults of their fields, in the default locale', () => {
    const [type] = [types.quote as { fields: Field[] }];
    assert.deepEqual(defaultsOf(type, { within: false, defaultLocale: 'en' }), {
      text: { en: 'So it is.' },
      dark: true,
    });
    assert.deepEqual(defaultsOf(type, { within: true, defaultLocale: 'en' }), { text: 'So it is.', dark: true });
  });

  it('take the form of the field that they are pasted into', () => {
    const left = new Set<string>();
    const strange = { ...gallery, fields: { ...gallery.fields, colour: 'red' } };
    const inGerman = relocatedBlock(strange, typeOf, { from: null, to: 'de', locales: ['de', 'en'] }, left);
    assert.deepEqual([...left], ['colour']);
    assert.deepEqual(inGerman.fields, { voices: [quote('v', 'Ja')], seo: { fields: {} } });
    const back = relocatedBlock(inGerman, typeOf, { from: 'de', to: null, locales: ['en'] }, left);
    assert.deepEqual(back.fields, gallery.fields);
  });

  it('come back from the clipboard as they were copied, and other things do not', () => {
    const copied = { blocks: [quote('q', { en: '"<b>" & more' })], within: null };
    const { text, html } = clipboardOf(copied, '"<b>" & more');
    assert.equal(text, '"<b>" & more');
    assert.deepEqual(blocksFrom(html), copied);
    for (const other of [
      '',
      '<p>words</p>',
      '<div data-lectern-blocks="%7B%7D">x</div>',
      '<div data-lectern-blocks="%">',
    ])
      assert.equal(blocksFrom(other), null);
  });

  it('are said by their first words in the locale that is shown, and counted by component', () => {
    const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
    const type = types.quote as { fields: Field[] };
    const words = (fields: Block['fields']) => firstWords(fields, type, { locales: ['de', 'en'], textOf });
    assert.equal(words({ text: { en: 'Yes' } }), 'Yes');
    assert.equal(words({ text: { en: 'Yes', de: 'Ja' } }), 'Ja');
    assert.equal(words({ dark: true }), '');
    const named = [{ api_id: 'quote', name: 'Quote' }];
    assert.equal(listedComponents([...list, gallery], named), 'Quote × 3, gallery');
  });

  it('are found by their ids inside of a value', () => {
    assert.equal(valueInside([gallery], ['g', 'voices', 'v', 'text', 'de']), 'Ja');
    assert.equal(valueInside([gallery], ['g', 'voices', 'w', 'text', 'de']), undefined);
    assert.equal(valueInside({ fields: { title: 'x' } }, ['title', 'en']), 'x');
  });

  it('have room up to what the model and the service allow', () => {
    assert.equal(hasRoom(list, 1, 3), false);
    assert.equal(hasRoom(list, 1, 4), true);
    assert.equal(hasRoom(list, 198, undefined), false);
  });
});
