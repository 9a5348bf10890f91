/**
 * `openapi.json` serves whoever makes types of it: `openapi-typescript` reads it, and with its types a small client
 * compiles, tells the README's story, and a mistake in it does not compile.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { createService, type Service } from '../../../src/app.ts';
import { readConfig } from '../../../src/platform/config/config.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const CLIENT = fileURLToPath(new URL('typed-client/', import.meta.url));
/** Where the client is compiled: it finds its packages from here. */
const FOLDER = join(ROOT, `node_modules/.cache/typed-client-${process.pid}`);
const COMPILER = join(ROOT, 'node_modules/typescript7/bin/tsc');

describe('a client with types made of openapi.json', () => {
  let service: Service;
  let url: string;
  before(async () => {
    const variables = { LECTERN_DATA_DIR: temporaryFolder('typed-client'), LECTERN_LOG_LEVEL: 'silent', PORT: '0' };
    service = await createService(readConfig(variables), { checkResponses: true });
    url = await service.listen();
    mkdirSync(FOLDER, { recursive: true });
    cpSync(CLIENT, FOLDER, { recursive: true });
    const description = (await service.app.inject('/openapi.json')).json();
    writeFileSync(join(FOLDER, 'interface.ts'), astToString(await openapiTypescript(description)));
    const settings = {
      extends: join(ROOT, 'tsconfig.json'),
      include: ['*.ts'],
      compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
    };
    writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(settings));
  });
  after(async () => {
    rmSync(FOLDER, { recursive: true });
    await service.close();
  });

  it('compiles', async () => {
    assert.equal(await compile(), '');
  });

  it('tells the story of the README', async () => {
    const { stdout } = await run(process.execPath, [join(CLIENT, 'story.ts'), url]);
    assert.deepEqual(JSON.parse(stdout), {
      type: 'article',
      published: 'published',
      slugs: ['hello-world'],
      changed: 'changed',
      preview: 'Hello again',
      delivery: 'Hello, world',
      refused: 'wrong_plane',
    });
  });

  it('does not compile with a path, a property or a value that is not in the interface', async () => {
    const story = readFileSync(join(CLIENT, 'story.ts'), 'utf8');
    const wrong = story
      .replace("'/auth/signup'", "'/auth/sign-up'")
      .replace('content_type_id:', 'content_type:')
      .replace("'My preview', 'preview'", "'My preview', 'draft'")
      .replace("type: 'bold'", "type: 'loud'");
    writeFileSync(join(FOLDER, 'story.ts'), wrong);
    const complaint = await compile();
    for (const word of ['sign-up', 'content_type', 'draft', 'loud'])
      assert.match(complaint, new RegExp(`"${word}"|'[^']*${word}`));
  });
});

/** What the compiler says; empty if all is well. */
async function compile(): Promise<string> {
  return run(process.execPath, [COMPILER, '--project', FOLDER]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}
