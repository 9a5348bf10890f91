/** A service that was begun before a build can load all of its own after it. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { removeFolder, temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { replaceBuild } from './replace-build.ts';

it('keeps the parts of the build before, and no others', () => {
  const folder = temporaryFolder('replace-build');
  const [build, finished] = [join(folder, 'dist'), join(folder, 'dist.unfinished')];
  try {
    for (const [version, expected] of [
      ['a', ['part-a']],
      ['b', ['part-a', 'part-b']],
      ['c', ['part-b', 'part-c']],
      ['c', ['part-c']],
    ] as const) {
      mkdirSync(finished);
      for (const name of [`part-${version}`, 'entry']) writeFileSync(join(finished, name), version);
      replaceBuild({ build, finished, parts: [`part-${version}`], entries: ['entry'] });
      assert.deepEqual(readdirSync(build).sort(), ['.files', 'entry', ...expected]);
      assert.equal(readFileSync(join(build, 'entry'), 'utf8'), version);
      assert.deepEqual(readdirSync(folder), ['dist']);
    }
  } finally {
    removeFolder(folder);
  }
});
