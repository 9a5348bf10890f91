/** Studio is built when its sources changed and not otherwise, and a build that fails is no build. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../packages/server/test/harness/temporary-folder.ts';
import { buildStudio } from './build-studio.mjs';

/** Counts its runs, and ends as `src/status.txt` says. */
const BUILD = `
  import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  appendFileSync('../../builds', 'x');
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/index.html', 'a page');
  process.exitCode = Number(readFileSync('src/status.txt', 'utf8'));
`;

test('Studio is built once, and again after each change of its sources alone', () => {
  const { write, build, builds } = checkout();
  assert.deepEqual([build(), builds()], [true, 1]);
  assert.deepEqual([build(), builds()], [true, 1]);
  write('packages/studio/src/main.test.ts', 'a test');
  write('packages/studio/src/schema.gen.ts', 'generated types');
  write('packages/studio/test/one.ts', 'a test');
  write('packages/studio/node_modules/react/index.js', 'a package');
  assert.deepEqual([build(), builds()], [true, 1]);
  write('packages/studio/src/main.ts', 'changed');
  assert.deepEqual([build(), builds()], [true, 2]);
});

test('a build that failed is tried again', () => {
  const { write, build, builds } = checkout();
  write('packages/studio/src/status.txt', '3');
  assert.deepEqual([build(), build(), builds()], [false, false, 2]);
  write('packages/studio/src/status.txt', '0');
  assert.deepEqual([build(), build(), builds()], [true, true, 3]);
});

test('without Studio there is nothing to build', () => {
  assert.ok(buildStudio({ root: temporaryFolder('no-studio'), node: process.execPath }));
});

/** A folder with Studio, whose build is the least there can be. */
function checkout() {
  const root = temporaryFolder('build-studio');
  const path = (name: string) => join(root, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  write('packages/studio/package.json', '{"type":"module"}');
  write('packages/studio/build.ts', BUILD);
  write('packages/studio/src/main.ts', '');
  write('packages/studio/src/status.txt', '0');
  return {
    write,
    build: () => buildStudio({ root, node: process.execPath }),
    builds: () => readFileSync(path('builds'), 'utf8').length,
  };
}
