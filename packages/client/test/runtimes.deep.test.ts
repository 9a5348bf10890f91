/**
 * The package, as it is published, reads a real service in the runtimes that sites run in: the oldest Node, Deno, Bun, and workerd, which
 * is that of workers. They come from the registry of npm into a scratch folder, at the versions below.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { promisify } from 'node:util';
import { writeNpmPackage } from '../../../scripts/write-npm-packages.ts';
import { browserBundle } from '../../build/src/browser-bundle.ts';
import { given } from '../../testing/src/given.ts';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { freePort } from '../../testing/src/servers/free-port.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { until } from '../../testing/src/until.ts';
import { fillMagazine } from './magazine/content.ts';

const run = promisify(execFile);
const OLDEST_NODE = `node-${process.platform}-${process.arch}`;
/** The program itself: the package `bun` has to be installed with its scripts. */
const BUN = `@oven/bun-${process.platform}-${process.arch}`;
const RUNTIMES = [`${OLDEST_NODE}@20.20.2`, 'deno@2.9.6', `${BUN}@1.4.5`, 'workerd@1.20261117.1'];
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** What a site does, whatever it runs in. */
const READING = `
import { createClient } from '@lectern/client';
import { image } from '@lectern/client/images';
import { toHtml } from '@lectern/client/rich-text';
export async function read({ url, space, token }) {
  const site = createClient({ url, space, token });
  const query = site.entries('article').include({ author: { photo: true }, body: true }).require('author').order('title');
  const [page, again] = [await query.list(), await query.list()];
  const shown = page.items.map(({ fields: { title, author, body } }) => [title, author.fields.name, toHtml(body)]);
  return JSON.stringify([page.total, again.revision === page.revision, shown, image({ url: '/a', mime_type: 'image/png' }, { w: 8 })]);
}`;
const PROGRAM = `
import { read } from './read.js';
console.log(await read(JSON.parse((globalThis.Deno?.args ?? process.argv.slice(2))[0])));`;
const WORKER = `
import { read } from './read.js';
export default { fetch: async (request, { given }) => new Response(await read(JSON.parse(given))) };`;

onFirstEngine('the client in other runtimes', (stage) => {
  let folder: string;
  let place: string;
  let expected: string;
  before(async () => {
    const scene = await given(stage.url, { defaultLocale: 'en' });
    await fillMagazine(scene);
    place = JSON.stringify({ url: stage.url, space: scene.spaceId, token: scene.delivery.token });
    folder = temporaryFolder('client-runtimes');
    const files = { 'package.json': '{"private": true, "type": "module"}', 'read.js': READING, 'main.js': PROGRAM };
    for (const [name, text] of Object.entries({ ...files, 'worker.js': WORKER }))
      writeFileSync(join(folder, name), text);
    const packages = [await writeNpmPackage('client', folder), ...RUNTIMES];
    await run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder });
    expected = await printed(process.execPath, ['main.js', place]);
    assert.match(expected, /"Jo"/);
  });

  async function printed(program: string, parameters: readonly string[]): Promise<string> {
    return (await run(program, parameters, { cwd: folder })).stdout.trim();
  }
  const program = (name: string) => join(folder, 'node_modules/.bin', name);

  it('reads in the oldest Node', async () => {
    const node = join(folder, 'node_modules', OLDEST_NODE, 'bin/node');
    assert.match(await printed(node, ['--version']), /^v20\./);
    assert.equal(await printed(node, ['main.js', place]), expected);
  });

  it('reads in Deno', async () =>
    assert.equal(await printed(program('deno'), ['run', '-A', 'main.js', place]), expected));

  it('reads in Bun', async () => {
    const bun = join(folder, 'node_modules', BUN, 'bin/bun');
    assert.equal(await printed(bun, ['main.js', place]), expected);
  });

  it('reads in a worker', async () => {
    const [bundle] = await browserBundle(join(folder, 'worker.js'));
    writeFileSync(join(folder, 'bundle.js'), String(bundle?.code));
    const port = await freePort();
    writeFileSync(join(folder, 'worker.capnp'), workerSettings(port, place));
    const worker = spawn(program('workerd'), ['serve', 'worker.capnp'], { cwd: folder, stdio: 'ignore' });
    try {
      const response = await until(() => fetch(`http://127.0.0.1:${port}/`).catch(() => null));
      assert.equal(await response?.text(), expected);
    } finally {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
  });
});

/** https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
function workerSettings(port: number, place: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "site", worker = .site),
    (name = "internet", network = (allow = ["private", "local"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "site")]
);
const site :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  compatibilityDate = "2026-11-01",
  bindings = [(name = "given", text = ${JSON.stringify(place)})]
);
`;
}
