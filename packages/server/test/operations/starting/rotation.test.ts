/** `lectern secret` beside a running service: both secrets are valid meanwhile, and nothing under the former one is lost. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeFirstEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';

const MENDABLE_EXIT_CODE = 78;
const BODY = { content_type_id: 'author', fields: { name: 'Once' } };
const KEY = { 'idempotency-key': 'before the rotation' };

after(closeConnections);

describeFirstEngine('a rotated secret', (engine) => {
  it('is valid beside the former one until that is retired, and all that was derived before is read after', async () => {
    const environment = (env = {}) => serviceEnvironment({ engine, env });
    const service = await startProcess({ engine });
    const scene = await given(service.url, { types: magazine });
    const hook = await sealSomething(scene);
    const stored = await scene.owner.post(`${scene.base}/entries`, BODY, 201, KEY);

    const rotated = await runProgram(['secret', 'rotate', '--json'], environment());
    assert.equal(rotated.code, 0, rotated.output);
    const { secret } = JSON.parse(rotated.output);
    assert.match(secret, /^[0-9a-f]{64}$/);
    const env = { LECTERN_SECRET: secret };
    const again = await runProgram(['secret', 'rotate'], environment());
    assert.equal(again.code, 1, 'two at most are valid');

    const other = await startProcess({ engine, env });
    await assertSame(other, scene, { hook, stored: stored.string('id') });
    await service.end('SIGINT');
    const former = await startProcess({ engine });
    await assertSame(former, scene, { hook, stored: stored.string('id') });
    await former.end('SIGINT');

    const retired = await runProgram(['secret', 'retire', '--json'], environment(env));
    assert.deepEqual([retired.code, JSON.parse(retired.output)], [0, { ended: 1 }]);
    assert.equal((await runProgram(['start'], environment())).code, MENDABLE_EXIT_CODE);
    await assertSame(other, scene, { hook, stored: stored.string('id') });
    await other.end('SIGINT');
    const verified = await runProgram(['audit', 'verify'], environment(env));
    assert.equal(verified.code, 0, verified.output);
  });
});

it('a rotated secret takes the place of the one in the data folder, and the audit stays whole', async () => {
  const folder = temporaryFolder('rotation');
  const engine: Pick<TestEngine, 'databaseConfig'> = { databaseConfig: () => ({ kind: 'sqlite', folder }) };
  const place = { engine, env: { LECTERN_SECRET: '' } };
  const service = await startProcess(place);
  await given(service.url);
  const before = readFileSync(join(folder, 'secret'), 'utf8');
  const { code, output } = await runProgram(['secret', 'rotate'], serviceEnvironment(place));
  assert.equal(code, 0, output);
  await given(service.url);
  await service.end('SIGINT');
  assert.notEqual(readFileSync(join(folder, 'secret'), 'utf8'), before);
  const verified = await runProgram(['audit', 'verify'], serviceEnvironment(place));
  assert.equal(verified.code, 0, verified.output);
  const former = { engine, env: { LECTERN_SECRET: before.trim() } };
  assert.equal((await runProgram(['start'], serviceEnvironment(former))).code, MENDABLE_EXIT_CODE);
});

/** A webhook with an encrypted header. @returns its id */
async function sealSomething({ owner, space }: Scene): Promise<string> {
  const body = { name: 'Sealed', url: 'https://example.com/hook', headers: { 'x-key': 'of the receiver' } };
  return (await owner.post(`${space}/webhooks`, body, 201)).string('id');
}

/** Access tokens, headers of webhooks and stored answers from before the rotation are good at the node. */
async function assertSame(
  { url }: ServiceProcess,
  scene: Scene,
  { hook, stored }: { readonly hook: string; readonly stored: string },
): Promise<void> {
  const owner = new Actor(url, scene.owner.token);
  await owner.get('/auth/me', 200);
  const shown = await owner.get(`${scene.space}/webhooks/${hook}`, 200);
  assert.ok(String(shown).includes('x-key'), String(shown));
  const repeated = await owner.post(`${scene.base}/entries`, BODY, 201, KEY);
  assert.equal(repeated.string('id'), stored);
}
