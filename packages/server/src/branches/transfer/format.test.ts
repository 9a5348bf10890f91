/** Which paths an export has, and what each of them names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePaths, filePath, isHash, isRecordMember, memberAt, recordsPath } from './format.ts';

const HASH = 'ab'.repeat(32);

const members: readonly (readonly [string, object])[] = [
  ['export.json', { kind: 'manifest' }],
  ['locales.ndjson', { kind: 'locale', environment: null, contentType: null }],
  ['webhooks.ndjson', { kind: 'webhook', environment: null, contentType: null }],
  [recordsPath('content_type', 'master'), { kind: 'content_type', environment: 'master', contentType: null }],
  [recordsPath('asset', 'a.b-c'), { kind: 'asset', environment: 'a.b-c', contentType: null }],
  [recordsPath('entry', 'master', 'blog.post'), { kind: 'entry', environment: 'master', contentType: 'blog.post' }],
  [recordsPath('entry', 'master', 'x.ndjson'), { kind: 'entry', environment: 'master', contentType: 'x.ndjson' }],
  [filePath(HASH), { kind: 'file', hash: HASH }],
];
for (const [path, member] of members) test(`${path} is of the format`, () => assert.deepEqual(memberAt(path), member));

const strange = [
  '',
  '/export.json',
  './export.json',
  'Export.json',
  'export.json/',
  'environments',
  'environments/master',
  'environments/master/',
  'environments/Master/assets.ndjson',
  'environments/../assets.ndjson',
  'environments//assets.ndjson',
  'environments/master/assets.json',
  'environments/master/entries',
  'environments/master/entries/',
  'environments/master/entries/.ndjson',
  'environments/master/entries/..ndjson',
  'environments/master/entries/a b.ndjson',
  'environments/master/entries/ent_abcdef_x.ndjson',
  'environments/master/entries/page.json',
  'environments/master/entries/page.ndjson/x',
  'environments/master/pages/page.ndjson',
  `files/${HASH}`,
  `files/cd/${HASH}`,
  `files/ab/${HASH.slice(1)}`,
  `files/AB/${HASH.toUpperCase()}`,
  `files/ab/${HASH}/x`,
  `files/ab/../ab/${HASH}`,
  'environments\\master\\assets.ndjson',
];
for (const path of strange) test(`"${path}" is not`, () => assert.equal(memberAt(path), undefined));

test('only content types, assets and entries are records of content', () => {
  const kinds = members.filter(([path]) => isRecordMember(memberAt(path))).map(([path]) => memberAt(path)?.kind);
  assert.deepEqual(kinds, ['content_type', 'asset', 'entry', 'entry']);
  assert.equal(isRecordMember(undefined), false);
});

test('a hash is SHA-256 in lower case', () => {
  assert.equal(isHash(HASH), true);
  for (const text of ['', HASH.slice(1), `${HASH}0`, HASH.toUpperCase(), `${HASH}\n`])
    assert.equal(isHash(text), false, text);
});

test('an archive begins with what tells about the rest, and then goes by path', () => {
  const paths = ['webhooks.ndjson', 'a', 'export.json', 'locales.ndjson', 'B'];
  assert.deepEqual(paths.sort(comparePaths), ['export.json', 'B', 'a', 'locales.ndjson', 'webhooks.ndjson']);
});
