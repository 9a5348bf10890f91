/** The package for servers: unpacked elsewhere, it runs with the service's dependencies alone, and shows Studio as it was built. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writePackage } from '../../../../scripts/write-package.ts';
import { closeConnections, send } from '../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { startProcess } from '../../../testing/src/process.ts';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { PROGRAM_COMMIT } from '../../src/platform/config/program-version.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

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
