/** Folders that people name are made, or refused with the reason of the system, wherever they are. */
import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { makeFolder } from './new-folder.ts';

it('a folder is made with those above it, for its owner only, and stays as it is if it is there', () => {
  const root = temporaryFolder('folders');
  const folder = join(root, 'a', 'b');
  makeFolder(folder);
  makeFolder(folder, 0o777);
  for (const path of [folder, join(root, 'a')]) assert.equal(statSync(path).mode & 0o777, 0o700);
});

it('a place where none can be made is refused with the reason of the system', {
  skip: process.platform !== 'linux',
}, () => {
  const file = join(temporaryFolder('folders'), 'file');
  writeFileSync(file, '');
  assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
  assert.throws(() => makeFolder('/proc/x/y'), { code: 'ENOENT' });
});
