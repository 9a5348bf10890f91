/**
 * An embedded database that is missing, empty, damaged, removed while in use, or no database: nothing is created in its
 * place or changed, and the operator learns which file it is and how to repair it.
 */

import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, beforeEach, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import type { TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, magazine, publishNew, type Scene, signUp } from '../../../../testing/src/given.ts';
import { type ProgramResult, runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { startService } from '../../../../testing/src/service.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { runDoctor } from '../../../src/commands/doctor/doctor-command.ts';
import { openInstallation } from '../../../src/composition/installation.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { damagePages } from './damaged-pages.ts';

const MENDABLE_EXIT_CODE = 78;
const SECRET_IN_FILE = { LECTERN_SECRET: '' };
const ENTRIES = 60;

let folder: string;
let file: string;
let engine: Pick<TestEngine, 'databaseConfig'>;
beforeEach(() => {
  folder = temporaryFolder('lost');
  file = join(folder, 'lectern.db');
  engine = { databaseConfig: () => ({ kind: 'sqlite', folder }) };
});
afterEach(() => removeFolder(folder));
after(closeConnections);

const environment = () => serviceEnvironment({ engine, env: SECRET_IN_FILE });
const start = (...options: string[]) => runProgram(['start', ...options], environment());

/** A service ran once, with a person in it; in this process, since it is only what went before. */
async function usedOnce(): Promise<void> {
  const service = await startService({ engine, env: SECRET_IN_FILE });
  await signUp(service.url);
  closeConnections();
  await service.close();
}

/** Starts as operators do, and stops. */
async function assertStarts(...options: string[]): Promise<void> {
  const service = await startProcess({ engine, env: SECRET_IN_FILE }, options);
  await signUp(service.url);
  await service.end('SIGINT');
}

function assertRefused({ code, output }: ProgramResult, ...named: readonly string[]): void {
  assert.equal(code, MENDABLE_EXIT_CODE, output);
  for (const text of [file, 'docs/operations/backup.md#restore', ...named]) assert.ok(output.includes(text), output);
}

it('a database that is gone ends the start with 78, and nothing is made; `--new` makes an empty one', async () => {
  await usedOnce();
  rmSync(file);
  for (const result of [await start(), await start('--workers', '2')])
    assertRefused(result, 'missing or empty', 'lectern start --new');
  assert.equal(existsSync(file), false);
  await assertStarts('--new');
  await assertStarts();
});

it('a database that is empty, as a file or of tables, ends the start with 78', async () => {
  await usedOnce();
  writeFileSync(file, '');
  assertRefused(await start(), 'missing or empty');
  assert.equal(statSync(file).size, 0);
  const empty = new DatabaseSync(file);
  empty.exec('CREATE TABLE gone (id); DROP TABLE gone');
  empty.close();
  assertRefused(await start(), 'missing or empty');
});

it('a first start that was killed before its database was complete is begun again', async () => {
  writeFileSync(join(folder, 'secret'), `${'5'.repeat(64)}\n`, { mode: 0o600 });
  writeFileSync(file, '');
  await assertStarts();
});

it('a file that is no database ends the start with 78, and is left as it is', async () => {
  await usedOnce();
  const text = 'something else entirely\n'.repeat(1_000);
  writeFileSync(file, text);
  assertRefused(await start(), 'is not a database');
  assert.equal(readFileSync(file, 'utf8'), text);
});

it('damaged pages make the service unready and refuse writes, and the log names file and mend', async () => {
  const scene = await filled();
  damagePages(file, 'entry_states');
  const service = await startProcess({ engine, env: SECRET_IN_FILE });
  try {
    await assertHeldBack(service, scene);
  } finally {
    await service.end('SIGINT');
  }
});

it('damage is remembered when the database is opened again, until the doctor finds every page whole', async () => {
  const env = environment();
  const config = readConfig(env);
  const opened = async () => (await openInstallation(config, { begins: 'once' })).database;
  await (await opened()).close();
  const whole = readFileSync(file);
  damagePages(file, 'accounts');
  const damaged = await opened();
  await assert.rejects(damaged.reader.selectFrom('accounts').selectAll().execute(), /is damaged/);
  await damaged.close();

  writeFileSync(file, whole);
  const again = await opened();
  assert.equal(again.condition(), 'damaged');
  await assert.rejects(
    again.write((writer) => writer.deleteFrom('accounts').execute()),
    /takes no writes/,
  );
  await again.close();
  const output = { print: () => undefined, printError: () => undefined, progress: null };
  assert.equal(await runDoctor([], config, output), 0);
  const after = await opened();
  assert.equal(after.condition(), 'ok');
  await after.close();
});

it('damage that the start itself comes upon ends it with 78', async () => {
  await usedOnce();
  damagePages(file, 'migrations');
  assertRefused(await start(), 'is damaged');
});

it('a file that is removed under the running service makes it unready and refuses writes; reads go on', async () => {
  const service = await startService({ engine, env: SECRET_IN_FILE });
  try {
    const scene = await given(service.url, { types: magazine });
    renameSync(file, `${file}.aside`);
    const body = { content_type_id: 'author', fields: { name: 'Nowhere' } };
    const write = await new Actor(service.url, scene.management.token).post(`${scene.base}/entries`, body, 503);
    assert.match(write.string('detail.message'), /was removed or replaced, so nothing was written/);
    const ready = await new Actor(service.url, null).get('/readyz', 503);
    assert.deepEqual([ready.at('database'), ready.at('writes')], ['replaced', 'refused']);
    await new Actor(service.url, scene.delivery.token).get(`${scene.read}/entries`, 200);
    renameSync(`${file}.aside`, file);
    await scene.owner.post(`${scene.base}/entries`, body, 201);
  } finally {
    closeConnections();
    await service.close();
  }
});

async function assertHeldBack({ url, output }: ServiceProcess, scene: Scene): Promise<void> {
  const read = await new Actor(url, scene.delivery.token).get(`${scene.read}/entries?limit=${ENTRIES}`);
  assert.equal(read.status, 503, `${read.status}`);
  assert.match(read.string('detail.message'), /damaged/);
  const ready = await until(
    () => new Actor(url, null).get('/readyz'),
    ({ status }) => status === 503,
  );
  assert.deepEqual([ready.at('database'), ready.at('writes')], ['damaged', 'refused']);
  const body = { content_type_id: 'author', fields: { name: 'Late' } };
  const write = await new Actor(url, scene.management.token).post(`${scene.base}/entries`, body, 503);
  assert.match(write.string('detail.message'), /damaged and takes no writes/);
  const said = output()
    .split('\n')
    .filter((line) => line.includes(`${file} is damaged`));
  assert.equal(said.length, 1, output());
  assert.match(said[0] ?? '', /restore a backup .* \(docs\/operations\/backup\.md#restore\)/);
}

/** A magazine with enough entries for many pages; the service is stopped. */
async function filled(): Promise<Scene> {
  const service = await startService({ engine, env: SECRET_IN_FILE });
  const scene = await given(service.url, { types: magazine });
  for (let index = 0; index < ENTRIES; index++) {
    const fields = { name: `Author ${index}`, city: 'x'.repeat(500) };
    await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields });
  }
  closeConnections();
  await service.close();
  return scene;
}
