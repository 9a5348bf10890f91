/** The folder of --assets: its own files are found, and nothing outside of it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderSource } from './file-source.ts';

test('files of the folder are found, and none outside of it through links or places', async (context) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-assets-')));
  context.after(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'assets');
  const outside = join(base, 'assets-of-others');
  for (const path of [folder, outside, join(folder, 'sub')]) mkdirSync(path);
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'sub', 'own.txt'), 'own');
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync('sub/own.txt', join(folder, 'within.txt'));
  symlinkSync(folder, join(base, 'by-link'));
  const file = (key: string, ...places: string[]) => ({ key, places, fileName: key, about: key });
  const files = [
    file('own', 'nowhere.txt', 'sub/own.txt'),
    file('within', 'within.txt'),
    file('link', 'link.txt'),
    file('linked', 'linked/secret.txt'),
    file('above', '../assets-of-others/secret.txt'),
    file('folder', 'sub'),
  ];
  for (const path of [folder, join(base, 'by-link')]) {
    const { found, missing } = await folderSource(path).sort(files);
    assert.deepEqual(
      found.map(({ key }) => key),
      ['own', 'within'],
    );
    assert.deepEqual(
      missing.map(({ key }) => key),
      ['link', 'linked', 'above', 'folder'],
    );
  }
});
