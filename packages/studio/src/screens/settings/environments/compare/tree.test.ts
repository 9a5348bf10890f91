/** What differs between two environments, as rows of a tree and as values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedResource, ContentType } from '../../../../api/types.ts';
import type { EntryFields } from '../../../../fields/blocks/linked-values.ts';
import { countsOf, statusOf } from './resource-status.ts';
import { treeRows } from './tree.ts';
import { valueLines } from './value-lines.ts';
import { linksAsIn } from './value-links.ts';

type Change = ComparedResource['source']['change'];

function resource(path: string, change: Change, changedIn: 'source' | 'target' | 'both' = 'source'): ComparedResource {
  const [plural = '', key = ''] = path.split('.');
  const kind = plural === 'entries' ? 'entry' : plural === 'assets' ? 'asset' : 'content_type';
  const side = { change, id: `ent_abc123_${key}`, version: 1, updated_at: null, updated_by: null };
  const differences = [{ path, base: null, target: null, source: null, changed_in: changedIn }];
  const isEntry = kind === 'entry';
  const names = { content_type: isEntry ? 'post' : null, title: isEntry ? key : null };
  return { path, kind, key, ...names, source: side, target: side, differences };
}

const naming = { locales: ['en-US', 'de'], fields: undefined };
const fields = [{ id: 'title', name: 'Title', type: 'string', localized: true }];
const post = { api_id: 'post', name: 'Post', fields } as unknown as ContentType;

test('a resource that both changed is so first, and one that only the other environment changed is no change', () => {
  const items = [
    resource('entries.a', 'created'),
    resource('entries.b', 'deleted'),
    resource('entries.c', 'changed', 'both'),
    resource('entries.d', 'none', 'target'),
  ];
  assert.deepEqual(items.map(statusOf), ['added', 'removed', 'both', 'there']);
  assert.deepEqual(countsOf(items), { both: 1, added: 1, changed: 0, removed: 1, there: 1 });
});

test('the tree begins with the model, ends with media, and has the values of what is open', () => {
  const items = [
    resource('assets.sky', 'changed'),
    resource('entries.a', 'changed'),
    resource('content_types.post', 'changed'),
  ];
  const unfolded = { closedBranches: new Set(['asset']), openResources: new Set(['entries.a']) };
  const rows = treeRows(items, unfolded, () => 'Post');
  assert.deepEqual(
    rows.map(({ kind, id }) => `${kind} ${id}`),
    [
      'branch content_type',
      'resource content_types.post',
      'branch entry post',
      'resource entries.a',
      'values entries.a values',
      'branch asset',
    ],
  );
});

test('values are named by field and language, also those of a whole entry, and settings by what they belong to', () => {
  const entry = resource('entries.a', 'created');
  const whole = { content_type: 'post', archived: false, fields: { title: { 'en-US': 'Fog' }, gone: { de: 1 } } };
  const linesOf = (item: ComparedResource, path: string, source: unknown, target: unknown = null) =>
    valueLines(item, { path, base: null, target, source }, { ...naming, types: [post] }).map((line) => [
      line.name,
      line.setting,
      line.target,
      line.source,
    ]);
  assert.deepEqual(linesOf(entry, 'entries.a', whole), [
    ['Title · en-US', undefined, undefined, 'Fog'],
    ['gone · de', undefined, undefined, 1],
  ]);
  assert.deepEqual(linesOf(entry, 'entries.a.fields.title.de', 'Nebel', 'Fog'), [
    ['Title · de', undefined, 'Fog', 'Nebel'],
  ]);
  const type = resource('content_types.post', 'changed');
  assert.deepEqual(linesOf(type, 'content_types.post.fields.title.required', true, false), [
    ['Title', 'required', false, true],
  ]);
  assert.deepEqual(linesOf(type, 'content_types.post.fields.title', { id: 'title', name: 'Title', type: 'string' }), [
    ['Title', 'field', undefined, 'Title (title, string)'],
  ]);
});

test('values inside of blocks are named by what they stand in, and so is each of a block that is new', () => {
  const inner = [
    { id: 'text', name: 'Text', type: 'string', localized: true },
    { id: 'size', name: 'Size', type: 'integer', localized: false },
    { id: 'parts', name: 'Parts', type: 'blocks', localized: false, components: ['note'] },
  ];
  const quote = { api_id: 'quote', name: 'Quote', fields: inner };
  const note = { api_id: 'note', name: 'Note', fields: inner.slice(1, 2) };
  const seo = { id: 'seo', name: 'SEO', type: 'component', localized: false, component: 'note' };
  const blocks = { id: 'blocks', name: 'Blocks', type: 'blocks', localized: false, components: ['quote', 'note'] };
  const ofLocale = { ...blocks, id: 'local', name: 'Local', localized: true };
  const page = { api_id: 'post', name: 'Post', fields: [seo, blocks, ofLocale] };
  const types = [page, quote, note] as unknown as ContentType[];
  const linesOf = (path: string, source: unknown, values?: EntryFields) =>
    valueLines(
      resource('entries.a', 'changed'),
      { path: `entries.a.fields.${path}`, base: null, target: null, source },
      { ...naming, types, fields: values },
    ).map(({ name, setting, source: value }) => `${name}${setting === undefined ? '' : ` ${setting}`}: ${value}`);
  const noteOf = (id: string, size?: number) => ({ id, type: 'note', fields: size === undefined ? {} : { size } });
  const parts = [noteOf('n1', 1), noteOf('n2')];
  const block = { id: 'n', type: 'quote', fields: { text: { de: 'Neu' }, parts } };
  const around = { blocks: { 'en-US': [noteOf('b3k8'), { ...block, id: 'b3k9' }] } };
  assert.deepEqual(linesOf('blocks.b3k9.text.de', 'Nebel'), ['Blocks · Quote · Text · de: Nebel']);
  assert.deepEqual(linesOf('blocks.b3k9.text.de', 'Nebel', around), ['Blocks · Quote 2 · Neu · Text · de: Nebel']);
  assert.deepEqual(linesOf('blocks.b3k9.size.en-US', 3), ['Blocks · Size: 3']);
  assert.deepEqual(linesOf('blocks.b3k8.size.en-US', 3, around), ['Blocks · Note 1 · Size: 3']);
  assert.deepEqual(linesOf('blocks.b3k9.parts.n1.size.en-US', 3), ['Blocks · Quote · Parts · Note · Size: 3']);
  assert.deepEqual(linesOf('blocks.b3k9.parts.n2.size.en-US', 3, around), [
    'Blocks · Quote 2 · Neu · Parts · Note 2 · Size: 3',
  ]);
  const local = { ...block, fields: { text: 'Neu' } };
  assert.deepEqual(linesOf('local.de.n.text', 'Nebel'), ['Local · de · Quote · Text: Nebel']);
  assert.deepEqual(linesOf('local.de.n.text', 'Nebel', { local: { de: [local] } }), [
    'Local · de · Quote · Neu · Text: Nebel',
  ]);
  assert.deepEqual(linesOf('blocks.b3k9', { position: 2 }, around), ['Blocks · Quote 2 · Neu position: 2']);
  assert.deepEqual(linesOf('seo.size.en-US', 4), ['SEO · Size: 4']);
  const lines = [
    'Blocks · Quote · Neu · Text · de: Neu',
    'Blocks · Quote · Neu · Parts · Note 1 · Size: 1',
    'Blocks · Quote · Neu · Parts · Note 2: Note',
  ];
  assert.deepEqual(linesOf('blocks.n', block), lines);
  assert.deepEqual(linesOf('blocks.en-US', [block]), lines);
  assert.deepEqual(linesOf('local.de', [local]), ['Local · de · Quote · Neu · Text: Neu']);
});

test('links lead into the environment of the resource they stand in, and other texts stay', () => {
  const value = { type: 'entry', id: 'ent_other1_key_with_lines', words: 'ent_other1_key' };
  assert.deepEqual(linksAsIn('ent_here12_a')(value), { ...value, id: 'ent_here12_key_with_lines' });
});
