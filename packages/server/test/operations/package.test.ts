/** The package for servers: unpacked elsewhere, it runs with the service's dependencies alone, and shows Studio as it was built. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writePackage } from '../../../../scripts/write-package.ts';
import { closeConnections, send } from '../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { startProcess } from '../../../testing/src/process.ts';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { PROGRAM_COMMIT } from '../../src/platform/config/program-version.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DOCS = join(ROOT, 'docs/operations');

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly scope: string;
    readonly purl: string;
    readonly hashes: readonly { readonly content: string }[];
  }[];
}

describeFirstEngine('the package for servers', (engine) => {
  it('has no tests and sources but a bill of materials, runs where it is unpacked, and knows its commit', async () => {
    const folder = temporaryFolder('package');
    try {
      const file = join(folder, 'lectern.tar.gz');
      writePackage(file);
      const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).split('\n');
      assert.deepEqual(
        names.filter((name) => /\.ts$|\/test\/|^lectern\/(?:bench|scripts)\//.test(name)),
        [],
      );
      execFileSync('tar', ['-xzf', file, '-C', folder]);
      const unpacked = join(folder, 'lectern');
      const { components } = JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')) as Sbom;
      const scopes = new Map(components.map(({ name, scope }) => [name, scope]));
      for (const name of ['fastify', 'react', 'sharp']) assert.equal(scopes.get(name), 'required', name);
      for (const name of ['@biomejs/biome', '@lectern/server', 'lectern']) assert.ok(!scopes.has(name), name);
      for (const { name, purl, hashes } of components)
        assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/, `${name} ${purl}`);
      symlinkSync(join(ROOT, 'node_modules'), join(unpacked, 'node_modules'));
      const program = join(unpacked, 'packages/server/bin/lectern.mjs');
      const said = execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
      assert.ok(said.includes(`+${PROGRAM_COMMIT} (`), said);
      // As the docs say it for a checkout: there is nothing to prepare here.
      const words = ['--prefix', unpacked, 'run', '--silent', 'lectern', '--', '--version'];
      assert.match(execFileSync('npm', words, { encoding: 'utf8' }), /^lectern \d/);
      const settings = { engine, env: { LECTERN_DATA_DIR: join(folder, 'data') } };
      const service = await startProcess(settings, [], [process.execPath, program, 'start']);
      try {
        const page = await send(service.url, 'GET', '/studio', { headers: { accept: 'text/html' } });
        const script = /src="(\/studio\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
        assert.equal((await send(service.url, 'GET', script)).status, 200, page.text);
      } finally {
        closeConnections();
        await service.end('SIGINT');
      }
    } finally {
      removeFolder(folder);
    }
  });
});

it('a version gets a folder of its own and a link, by the commands of the docs, and so does the way back', () => {
  const root = temporaryFolder('versions');
  try {
    for (const name of ['opt', 'etc', 'bin']) mkdirSync(join(root, name));
    for (const name of ['npm', 'useradd', 'systemctl']) {
      writeFileSync(join(root, 'bin', name), '#!/bin/sh\necho "$(basename "$0") $*" >> "$CALLS"\n');
      chmodSync(join(root, 'bin', name), 0o755);
    }
    const [install = ''] = blocksWith('containers.md', 'useradd');
    const [upgrade = '', back = ''] = blocksWith('upgrade.md', 'ln -sfn');
    const linked = () => readlinkSync(join(root, 'opt/lectern'));
    const [first, second] = ['1', '2'].map((digit) => digit.repeat(40)) as [string, string];
    packageOf(root, first);
    run(root, install);
    assert.equal(linked(), join(root, `opt/lectern-${first.slice(0, 12)}`));
    assert.ok(existsSync(join(root, 'etc/lectern.service')));
    packageOf(root, second);
    run(root, upgrade);
    assert.equal(linked(), join(root, `opt/lectern-${second.slice(0, 12)}`));
    run(root, back);
    assert.equal(linked(), join(root, `opt/lectern-${first.slice(0, 12)}`));
    // What fails leaves the version that runs, and the way back: a version that is there, no file, and packages that do not come.
    const before = readFileSync(join(root, 'calls'), 'utf8');
    const refused = () => {
      assert.throws(() => run(root, upgrade), /Command failed/);
      assert.equal(linked(), join(root, `opt/lectern-${first.slice(0, 12)}`));
      assert.equal(readFileSync(join(root, 'opt/lectern-former'), 'utf8').trim(), linked());
    };
    refused();
    rmSync(join(root, 'lectern.tar.gz'));
    refused();
    assert.equal(readFileSync(join(root, 'calls'), 'utf8'), before);
    packageOf(root, '3'.repeat(40));
    writeFileSync(join(root, 'bin/npm'), '#!/bin/sh\nexit 1\n');
    refused();
    rmSync(join(root, 'opt/lectern-former'));
    assert.throws(() => run(root, back), /Command failed/);
    assert.equal(linked(), join(root, `opt/lectern-${first.slice(0, 12)}`));
    const calls = readFileSync(join(root, 'calls'), 'utf8');
    assert.equal(calls.match(/^npm ci --omit=dev /gm)?.length, 2, calls);
    assert.match(
      calls,
      /systemctl enable --now lectern\n(?:.*\n)+systemctl restart lectern\n.*systemctl restart lectern\n$/,
    );
  } finally {
    removeFolder(root);
  }
});

/** A package with no more than its commit and its unit. */
function packageOf(root: string, commit: string): void {
  const folder = join(root, 'lectern');
  for (const name of ['docs/operations', 'packages/server']) mkdirSync(join(folder, name), { recursive: true });
  cpSync(join(DOCS, 'lectern.service'), join(folder, 'docs/operations/lectern.service'));
  writeFileSync(join(folder, 'packages/server/commit'), `${commit}\n`);
  execFileSync('tar', ['-czf', 'lectern.tar.gz', 'lectern'], { cwd: root });
}

/** The `sh` blocks of a page that have a text. */
function blocksWith(page: string, text: string): string[] {
  const blocks = readFileSync(join(DOCS, page), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g);
  return [...blocks].map(([, block = '']) => block).filter((block) => block.includes(text));
}

/** Runs a block as a shell does where it is pasted, in a folder that has `/opt` and `/etc/systemd/system` for it. */
function run(root: string, block: string): void {
  const text = block.replaceAll('/opt/', `${root}/opt/`).replaceAll('/etc/systemd/system/', `${root}/etc/`);
  const env = {
    ...process.env,
    PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}`,
    CALLS: join(root, 'calls'),
  };
  execFileSync('sh', ['-uc', text], { cwd: root, env, stdio: 'pipe' });
}
