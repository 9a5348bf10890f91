/**
 * What is published is what sites get: packed by npm, installed into an empty project without a network, used through both compilers
 * and both ways of finding modules, run by Node, with the program beside it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { writeNpmPackage } from '../../../scripts/write-npm-packages.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { type Compiler, compilers, complaints, type Resolution, writeSettings } from './compilers.ts';
import { largeSite } from './large-model.ts';

const run = promisify(execFile);
const MAGAZINE = join(import.meta.dirname, 'magazine');
const INSTANTIATIONS_MAX = 150_000;
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

describe('the package of the client', () => {
  let project: string;
  before(async () => {
    project = temporaryFolder('client-project');
    const tarball = await writeNpmPackage('client', project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'site', private: true, type: 'module' }));
    await run(npm, ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], { cwd: project });
  });

  it('brings nothing along', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    assert.deepEqual(installed, ['@lectern']);
    assert.deepEqual(readdirSync(join(project, 'node_modules/@lectern')), ['client']);
  });

  it('runs in Node, and its program says how it is used', async () => {
    const script =
      "import { createClient, LecternError } from '@lectern/client'; console.log(typeof createClient, LecternError.name)";
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
    assert.equal(stdout.trim(), 'function LecternError');
    const program = await run(join(project, 'node_modules/.bin/lectern'), ['types', '--help'], { cwd: project });
    assert.match(program.stdout, /^Usage: lectern types/);
  });

  for (const compiler of Object.keys(compilers) as Compiler[]) {
    for (const resolution of ['nodenext', 'bundler'] as Resolution[]) {
      it(`has the types of the design for TypeScript ${compiler} and ${resolution}`, async () => {
        const folder = join(project, `${compiler}-${resolution}`);
        mkdirSync(folder);
        cpSync(MAGAZINE, folder, { recursive: true, filter: (file) => !file.endsWith('content.ts') });
        for (const name of ['model.ts', 'cases.ts']) {
          const file = join(folder, name);
          const text = readFileSync(file, 'utf8').replace('../../src/index.ts', '@lectern/client');
          writeFileSync(file, text.replace('./model.ts', './model.js'));
        }
        writeSettings(folder, resolution);
        assert.equal(await complaints(compiler, folder), '');
      });
    }

    it(`takes at most 150,000 instantiations in TypeScript ${compiler}`, async () => {
      const folder = join(project, `${compiler}-large`);
      mkdirSync(folder);
      for (const [name, text] of Object.entries(largeSite('@lectern/client'))) writeFileSync(join(folder, name), text);
      writeSettings(folder, 'bundler', { skipLibCheck: true });
      const said = await complaints(compiler, folder, ['--extendedDiagnostics']);
      assert.doesNotMatch(said, /error TS/, said);
      const instantiations = Number(/^Instantiations: +(\d+)$/m.exec(said)?.[1]);
      assert.ok(instantiations > 0 && instantiations <= INSTANTIATIONS_MAX, `${instantiations} instantiations`);
    });
  }
});
