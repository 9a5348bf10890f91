/** `lectern secret` on an embedded database: which of two secrets each action ends, and what it refuses. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { openInstallation } from '../../composition/installation.ts';
import { readConfig } from '../../platform/config/config.ts';
import { runSecret } from './secret-command.ts';

const FORMER = 'f'.repeat(64);

it('under the former secret, `retire` is refused with the reason and `cancel` ends the new one', async () => {
  const call = await installation();
  const { secret } = JSON.parse((await call(FORMER, 'rotate', '--json')).output);
  const refused = await call(FORMER, 'retire');
  assert.equal(refused.code, 1);
  assert.match(refused.output, /LECTERN_SECRET has the former secret: .* nothing was changed/);
  assert.match((await call(secret, 'cancel')).output, /LECTERN_SECRET has the new secret/);
  assert.match((await call(FORMER, 'cancel')).output, /The new secret is no longer valid/);
  await assert.rejects(call(secret, 'retire'), /secret is not that of the database/);
  assert.match((await call(FORMER, 'cancel')).output, /No other secret was valid/);
});

it('under the new secret, `retire` ends the former, and another can be made', async () => {
  const call = await installation();
  const { secret } = JSON.parse((await call(FORMER, 'rotate', '--json')).output);
  assert.match((await call(secret, 'rotate')).output, /Two secrets are valid already/);
  assert.match((await call(secret, 'retire')).output, /The former secret is no longer valid/);
  await assert.rejects(call(FORMER, 'retire'), /secret is not that of the database/);
  assert.equal((await call(secret, 'rotate')).code, 0);
});

/** Makes an installation under `FORMER`. @returns a function that calls the command under a secret */
async function installation() {
  const folder = temporaryFolder('secrets');
  const config = (secret: string) => readConfig({ LECTERN_DATA_DIR: folder, LECTERN_SECRET: secret });
  await (await openInstallation(config(FORMER), { begins: 'once' })).database.close();
  return async (secret: string, ...words: string[]) => {
    let output = '';
    const print = (text: string) => {
      output += text;
    };
    const code = await runSecret(words, config(secret), { print, printError: print, progress: null });
    return { code, output };
  };
}
