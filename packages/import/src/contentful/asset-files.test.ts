/** Where the files of an export are looked up, and that no path leads out of the folder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetFiles } from './asset-files.ts';
import type { ContentfulExport } from './export-file.ts';
import { sourceLocales } from './source-values.ts';

const locales = sourceLocales([{ code: 'en-US', default: true }], new Set());

function placesOf(url: unknown, fileName = 'p.png'): readonly string[] | undefined {
  const asset = { sys: { id: 'a' }, fields: { file: { 'en-US': { url, fileName } } } };
  return assetFiles({ assets: [asset] } as unknown as ContentfulExport, locales)[0]?.places;
}

test('a file is under the host and path of its URL', () => {
  assert.deepEqual(placesOf('//images.ctfassets.net/s/a/t/p.png'), ['images.ctfassets.net/s/a/t/p.png']);
  assert.deepEqual(placesOf('https://x/s/H%C3%A4fen.png', 'Häfen.png'), ['x/s/H%C3%A4fen.png', 'x/s/Häfen.png']);
  assert.deepEqual(placesOf('//x/s/a_b.png', 'a b.png'), ['x/s/a_b.png', 'x/s/a b.png']);
});

test('no URL leads out of the folder', () => {
  for (const url of ['//x/../../etc/passwd', '//x/%2e%2e/%2e%2e/etc/passwd', '//x/a%00b', '//x/..%2f..%2fetc/p'])
    for (const place of placesOf(url, '../../secret') ?? [])
      assert.ok(!place.includes('\0') && !place.split('/').includes('..'), place);
});

test('an asset without a file has none', () => {
  const empty = { sys: { id: 'a' }, fields: {} };
  assert.deepEqual(assetFiles({ assets: [empty] } as unknown as ContentfulExport, locales), []);
  assert.deepEqual(placesOf(7), []);
});
