/** Every answer of a real service fits the types that were emitted for what it has published. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { SEED } from '../../testing/src/seed.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { randomAnswers } from './answers.ts';
import { complaints, writeSettings } from './compilers.ts';

const MODELS = Number(process.env.CLIENT_MODELS ?? 3);
const QUERIES = 40;
const CLIENT = join(import.meta.dirname, '../src/index.ts');

onFirstEngine('answers to random queries', (stage) => {
  for (let at = 0; at < MODELS; at++)
    it(`fit the types of model ${at}`, async () => {
      const folder = temporaryFolder('client-answers');
      const files = await randomAnswers(stage.url, { seed: SEED + at, queries: QUERIES, client: CLIENT });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      writeSettings(folder, 'nodenext', { allowImportingTsExtensions: true, skipLibCheck: true });
      assert.equal(await complaints('7', folder), '', `the files are in ${folder}`);
    });
});
