/**
 * Shows that a fresh clone starts by one command, whichever npm and Node are there, and that every platform gets its Node.
 * `node scripts/check-platforms.ts`: four to six minutes; downloads Node for five platforms, and npm 10 with Node 18.
 * Not part of `npm test`. Invariant: works in a temporary folder alone, and ends every process that it starts.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../packages/testing/src/temporary-folder.ts';
import { BUILDING_MEGABYTES_MAX, folderMegabytes, INSTALLED_MEGABYTES_MAX } from './installed-size.ts';
import { nodePackageOf, nodeProgramOf } from './node-package.mjs';

const ROOT = join(import.meta.dirname, '..');
const START_MS_MAX = 60_000;
/** A platform, a processor, and what its programs hold at which place. */
const PLATFORMS = [
  ['darwin', 'arm64', 0, 'cffaedfe0c000001'],
  ['darwin', 'x64', 0, 'cffaedfe07000001'],
  ['linux', 'arm64', 18, 'b700'],
  ['linux', 'x64', 18, '3e00'],
  ['win32', 'x64', 0, '4d5a'],
] as const;
/** What may be there before: the oldest and the newest. */
const HOSTS = [
  { node: '18', npm: '10' },
  { node: '26', npm: '11' },
] as const;

const folder = temporaryFolder('platforms');
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
writeFileSync(join(folder, 'npmrc'), '');

for (const host of HOSTS) {
  const path = installHost(host);
  await checkClone(path, host);
  for (const platform of PLATFORMS) checkNode(path, host, platform);
}

/** Installs a Node and an npm; gives the PATH of a machine that has no others. */
function installHost({ node, npm }: (typeof HOSTS)[number]): string {
  const prefix = join(folder, `host-${node}`);
  mkdirSync(prefix);
  const packages = [`${nodePackageOf(process.platform, process.arch)}@${node}`, `npm@${npm}`];
  execFileSync('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', ...packages]);
  return `${join(prefix, 'node_modules/.bin')}:/usr/bin:/bin`;
}

/** Installs the Node of a platform from the lock, as npm does on that platform. */
function checkNode(path: string, host: (typeof HOSTS)[number], [os, cpu, at, signature]: (typeof PLATFORMS)[number]) {
  const place = join(folder, `${host.node}-${os}-${cpu}`);
  mkdirSync(place);
  writeNodeLock(place);
  const { status, stderr } = npmIn(place, path, ['ci', `--os=${os}`, `--cpu=${cpu}`]);
  assert.equal(status, 0, stderr);
  const expected = nodePackageOf(os, cpu) ?? '';
  const installed = readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, [expected]);
  assert.equal(bytesAt(join(place, 'node_modules', expected, nodeProgramOf(os)), at, signature.length / 2), signature);
  console.log(`npm ${host.npm} on Node ${host.node}: ${os} ${cpu} gets ${expected}`);
}

/** A lock that holds the Nodes of the project's lock and nothing else. */
function writeNodeLock(place: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const root = { name: 'nodes', optionalDependencies: packages[''].optionalDependencies };
  const paths = Object.keys(root.optionalDependencies).map((name) => `node_modules/${name}`);
  const entries = Object.fromEntries(paths.map((name) => [name, packages[name]]));
  writeFileSync(join(place, 'package.json'), JSON.stringify(root));
  const lock = { name: 'nodes', lockfileVersion: 3, requires: true, packages: { '': root, ...entries } };
  writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock));
}

function bytesAt(file: string, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes, 0, length, position);
  closeSync(descriptor);
  return bytes.toString('hex');
}

/** Clones what is committed, starts it, and looks at what that left. */
async function checkClone(path: string, { node, npm }: (typeof HOSTS)[number]): Promise<void> {
  const clone = join(folder, `clone-${node}`);
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const { seconds, output } = await start(clone, path);
  assert.doesNotMatch(output, /warn|deprecated|EBADENGINE|error/i);
  const changed = () => execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  assert.equal(changed(), '');
  const all = Math.ceil(folderMegabytes(join(clone, 'node_modules')));
  const ofNode = Math.ceil(
    folderMegabytes(join(clone, 'node_modules', nodePackageOf(process.platform, process.arch) ?? '')),
  );
  assert.ok(all <= INSTALLED_MEGABYTES_MAX + BUILDING_MEGABYTES_MAX, `${all} MB are installed.`);
  console.log(
    `npm ${npm} on Node ${node}: answered after ${seconds} s, ${all} MB installed, ${ofNode} MB of them Node`,
  );

  const direct = spawnSync('node', ['packages/server/bin/lectern.mjs', '--version'], {
    cwd: clone,
    env: { PATH: path },
    encoding: 'utf8',
  });
  assert.match(
    direct.stdout + direct.stderr,
    node === '18' ? /^Lectern needs Node 26\.10\.0 or newer, and this is Node 18\./ : /^lectern \d/,
  );
  const install = npmIn(clone, path, ['ci']);
  assert.doesNotMatch(install.stdout + install.stderr, /warn|deprecated|EBADENGINE|error/i);
  assert.equal(changed(), '');
}

/** Runs `npm start` until it answers, and ends it by SIGTERM to npm. */
async function start(clone: string, path: string): Promise<{ seconds: string; output: string }> {
  const startedAt = performance.now();
  const env = { ...npmEnvironment(path), PORT: '0' };
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGTERM'), START_MS_MAX);
  let output = '';
  let seconds = '';
  const collect = async (text: Buffer) => {
    output += text;
    const url = /^Lectern is running at (\S+)$/m.exec(output)?.[1];
    if (url === undefined || seconds !== '') return;
    seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const response = await fetch(url);
    assert.deepEqual([response.status, response.url], [200, `${url}/docs`]);
    assert.match(await (await fetch(`${url}/studio`)).text(), /<script type="module"[^>]* src="\/studio\/assets\//);
    child.kill('SIGTERM');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  assert.equal(code, 0, output);
  assert.notEqual(seconds, '', output);
  return { seconds, output };
}

function npmIn(cwd: string, path: string, parameters: readonly string[]) {
  return spawnSync('npm', parameters, { cwd, env: npmEnvironment(path), encoding: 'utf8' });
}

/** The environment of whoever runs this, but for npm's settings, of which only the registry stays. */
function npmEnvironment(path: string): NodeJS.ProcessEnv {
  const environment = Object.entries(process.env).filter(([name]) => !/^(npm_|LECTERN_)/i.test(name));
  const npm = { npm_config_userconfig: join(folder, 'npmrc'), npm_config_registry: registry };
  return { ...Object.fromEntries(environment), ...npm, PATH: path };
}
