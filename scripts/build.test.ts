/** Studio and the server are built when their sources changed and not otherwise, and a build that fails is no build. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../packages/testing/src/temporary-folder.ts';
import { build, isServerBuilt } from './build.mjs';

/** Notes each of its runs, and ends as `status.txt` says. */
const buildScript = (folder: string, name: string) => `
  import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
  appendFileSync('builds', '${name} ');
  mkdirSync('packages/${name}/dist', { recursive: true });
  process.exitCode = Number(readFileSync('packages/${folder}/status.txt', 'utf8'));
`;

test('each is built once, and again after a change of its sources alone', () => {
  const { write, build, builds } = checkout();
  assert.deepEqual([build(), builds()], [true, 'studio server ']);
  write('packages/studio/src/main.test.ts', 'a test');
  write('packages/studio/src/schema.gen.ts', 'generated types');
  write('packages/studio/test/one.ts', 'a test');
  write('packages/studio/node_modules/react/index.js', 'a package');
  assert.deepEqual([build(), builds()], [true, '']);
  write('packages/studio/src/main.ts', 'changed');
  assert.deepEqual([build(), builds()], [true, 'studio ']);
  for (const source of ['packages/import/src/records.ts', 'package-lock.json']) {
    write(source, 'changed');
    assert.deepEqual([build(), builds()], [true, 'server '], source);
  }
  write('packages/contract/src/errors.ts', 'changed');
  assert.deepEqual([build(), builds()], [true, 'studio server ']);
});

test('a build that failed is tried again, and what is left of the one before does not run', () => {
  const { root, write, build, builds } = checkout();
  build();
  builds();
  for (const status of ['3', '0']) {
    write('packages/studio/status.txt', status);
    write('packages/build/status.txt', status);
    assert.deepEqual([build(), build()], status === '0' ? [true, true] : [false, false]);
    assert.equal(builds(), status === '0' ? 'studio server ' : 'studio server studio server ');
    for (const folder of ['packages/studio/dist', 'packages/server/dist'])
      assert.equal(existsSync(join(root, folder)), status === '0', folder);
  }
});

test('what runs is known to be built from other sources', () => {
  const { root, write, build } = checkout();
  assert.equal(isServerBuilt(root), false);
  build();
  assert.equal(isServerBuilt(root), true);
  write('packages/server/src/main.ts', 'changed');
  assert.equal(isServerBuilt(root), false);
});

test('one process builds at a time, and another one then finds it built', async () => {
  const { root, write, builds } = checkout();
  const script = `import { build } from '${pathToFileURL(join(import.meta.dirname, 'build.mjs'))}';
    build({ root: ${JSON.stringify(root)}, node: process.execPath });`;
  const start = () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const said = text(child.stdout);
    return { child, said, ended: once(child, 'exit') };
  };
  write('.preparing', String(process.pid));
  const waiting = start();
  const [told] = await once(waiting.child.stdout, 'data');
  assert.match(String(told), /waits for another process/);
  rmSync(join(root, '.preparing'));
  await Promise.all([waiting.ended, start().ended]);
  assert.equal(builds(), 'studio server ');
  write('packages/studio/src/main.ts', 'changed');
  write('.preparing', String(waiting.child.pid));
  const { said, ended } = start();
  await ended;
  assert.doesNotMatch(await said, /waits/, 'a process that was ended keeps nobody waiting');
  assert.deepEqual([builds(), existsSync(join(root, '.preparing'))], ['studio ', false]);
});

test('without what builds it there is nothing to build', () => {
  assert.ok(build({ root: temporaryFolder('nothing-to-build'), node: process.execPath }));
});

/** A folder with both, whose builds are the least there can be. */
function checkout() {
  const root = temporaryFolder('build');
  const path = (name: string) => join(root, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [folder, script, built] of [
    ['studio', 'build.ts', 'studio'],
    ['build', 'src/build-server.ts', 'server'],
  ] as const) {
    write(`packages/${folder}/package.json`, '{"type":"module"}');
    write(`packages/${folder}/${script}`, buildScript(folder, built));
    write(`packages/${folder}/src/main.ts`, '');
    write(`packages/${folder}/status.txt`, '0');
  }
  return {
    root,
    write,
    build: () => build({ root, node: process.execPath }),
    /** What was built since it was asked last. */
    builds: () => {
      const names = existsSync(path('builds')) ? readFileSync(path('builds'), 'utf8') : '';
      rmSync(path('builds'), { force: true });
      return names;
    },
  };
}
