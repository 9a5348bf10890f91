/** What publishing changes for readers, by language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentType, Field, Locale } from '../../../api/types.ts';
import { missingInside } from '../../../fields/blocks/in-locale.ts';
import { languagesPublished, publishSummary } from './summary.ts';
import { wordChanges } from './word-changes.ts';

const flags = { required: false, unique: false, former_ids: [] };
const type = {
  fields: [
    { id: 'title', name: 'Title', type: 'string', localized: true, ...flags },
    { id: 'pages', name: 'Pages', type: 'integer', localized: false, ...flags },
  ] satisfies Field[],
};
const locales = ['en', 'de', 'fr', 'it'].map((code) => ({ code, name: code, default: code === 'en' }) as Locale);
const told = (...given: Parameters<typeof publishSummary>) =>
  publishSummary(...given).map(({ locale, state, changes }) => [
    locale.code,
    state,
    changes.map(({ field }) => field.id),
  ]);

test('a language is changed, new, as readers have it, or empty; values without a language belong to the default one', () => {
  const published = { title: { en: 'Dawn', fr: 'Aube' }, pages: { en: 1 } };
  const draft = { title: { en: 'Dawn', de: 'Morgen', fr: 'Aube' }, pages: { en: 2 } };
  assert.deepEqual(told(type, [], locales, published, draft), [
    ['en', 'changed', ['pages']],
    ['de', 'new', []],
    ['fr', 'unchanged', []],
    ['it', 'empty', []],
  ]);
  assert.equal(languagesPublished(publishSummary(type, [], locales, published, draft)), 2);
});

test('before the first publication every language with a value is new, and one that lost all its values is changed', () => {
  assert.deepEqual(
    told(type, [], locales.slice(0, 2), null, { title: { en: 'Dawn' } }).map(([, state]) => state),
    ['new', 'empty'],
  );
  const gone = told(type, [], locales.slice(0, 2), { title: { en: 'Dawn', de: 'Morgen' } }, { title: { en: 'Dawn' } });
  assert.deepEqual(gone[1], ['de', 'changed', ['title']]);
});

test('words inside of blocks belong to their language, and the blocks to the default one', () => {
  const words = {
    id: 'words',
    name: 'Words',
    type: 'string',
    localized: true,
    ...flags,
    required: true,
  } satisfies Field;
  const types = [{ api_id: 'quote', fields: [words] }] as unknown as ContentType[];
  const blocks = { id: 'blocks', name: 'Blocks', type: 'blocks', components: ['quote'], localized: false, ...flags };
  const page = { fields: [blocks as Field] };
  const block = (id: string, given: object) => ({ id, type: 'quote', fields: { words: given } });
  const published = { blocks: { en: [block('a', { en: 'Sea', fr: 'Mer' }), block('b', { en: 'Tide', fr: 'Marée' })] } };
  const list = [block('a', { en: 'Sea', de: 'Meer', fr: 'La mer' }), block('b', { en: 'Tide', fr: 'Marée' })];
  assert.deepEqual(told(page, types, locales, published, { blocks: { en: list } }), [
    ['en', 'unchanged', []],
    ['de', 'new', []],
    ['fr', 'changed', ['blocks']],
    ['it', 'empty', []],
  ]);
  const moved = told(page, types, locales, { blocks: { en: list } }, { blocks: { en: list.toReversed() } });
  assert.deepEqual(
    moved.map(([, state]) => state),
    ['changed', 'unchanged', 'unchanged', 'empty'],
  );
  const missing = (code: string) =>
    missingInside([...list, block('c', {})], blocks as Field, types, {
      code,
      isDefault: code === 'en',
      standard: 'en',
    });
  assert.deepEqual(['en', 'de', 'it'].map(missing), [1, 1, 2]);
});

test('words are counted where there are enough of them to be worth it, whatever their order', () => {
  const before = 'The boats leave at dawn and come back when the tide lets them.';
  assert.deepEqual(wordChanges(before, before.replace('tide', 'low tide').replace('boats', 'ships')), {
    added: 2,
    removed: 1,
  });
  assert.equal(wordChanges(before, before.split(' ').toReversed().join(' ')), null);
  assert.equal(wordChanges('Dawn', 'Dusk'), null);
  assert.deepEqual(wordChanges('', '今日は東京に行きます。'), { added: 10, removed: 0 });
  assert.equal(wordChanges('', 'word '.repeat(50_000)), null);
});
