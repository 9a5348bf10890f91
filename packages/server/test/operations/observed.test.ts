/**
 * What operators see of requests: the log names the caller of each; slow ones show their parameters and how a list was found in
 * `lectern top`; and nothing ever shows a token or a value that a client sent.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { createEntry, given, magazine, PASSWORD, type Scene } from '../../../testing/src/given.ts';
import { type ProgramResult, runProgram, type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { until } from '../../../testing/src/until.ts';
import { type Receiver, refuse, startReceiver } from '../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../webhooks/webhook.ts';

const METRICS_TOKEN = 'the-token-of-the-metrics';
const VALUE = 'harbour-in-confidence';
const CONFIGURATION_EXIT_CODE = 78;

type Line = Record<string, unknown> & { readonly msg?: string; readonly route?: string };

describeEachEngine('what operators see', (engine) => {
  const env = { LECTERN_METRICS_TOKEN: METRICS_TOKEN, LECTERN_SLOW_MS: '1', ...SENDS_HOME };
  let service: ServiceProcess;
  let scene: Scene;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver(refuse);
    service = await startProcess({ engine, env });
    scene = await given(service.url, { types: magazine });
    const fields = { title: { 'en-US': VALUE }, rating: { 'en-US': 3 } };
    await createEntry(scene.management, scene.base, { content_type_id: 'article', fields });
  });
  after(async () => {
    closeConnections();
    await service.end('SIGINT');
    await receiver.close();
  });

  const lines = (): Line[] =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  const seen = async (isWanted: (line: Line) => boolean) => (await until(() => lines().find(isWanted))) as Line;
  const top = (...words: string[]): Promise<ProgramResult> =>
    runProgram(['top', '--once', '--url', service.url, ...words], serviceEnvironment({ engine, env }));
  const facts = async () => JSON.parse((await top('--json')).output);

  it('a line says whose request it is: account, space, and how the key starts and ends, or the person', async () => {
    const token = scene.management.token ?? '';
    const byKey = await seen(
      ({ route, key }) => route?.endsWith('/:environment/entries') === true && key !== undefined,
    );
    assert.deepEqual(
      [byKey.account, byKey.space, byKey.key, byKey.user],
      [scene.member.accountId, scene.spaceId, `cms_mgm_…${token.slice(-4)}`, undefined],
    );
    const byPerson = await seen(({ route }) => route?.endsWith('/:environment/content-types') === true);
    assert.deepEqual(
      [byPerson.account, byPerson.space, byPerson.key, byPerson.user],
      [scene.member.accountId, scene.spaceId, undefined, scene.member.userId],
    );
  });

  it('a slow list is logged with the names of its parameters and how it was found', async () => {
    const list = '/spaces/:space_id/environments/:environment/delivery/entries';
    const slow = (await until(async () => {
      const pause = Math.random().toString(36).slice(2);
      await scene.preview.get(`${scene.read}/entries?fields.title[ne]=${VALUE}${pause}&order=-fields.rating`, 200);
      return lines().find(({ msg, route, plan }) => msg === 'slow request' && route === list && plan !== undefined);
    })) as Line;
    assert.equal(typeof slow.request_id, 'string');
    assert.deepEqual([slow.account, slow.space], [scene.member.accountId, scene.spaceId]);
    assert.match(String(slow.key), /^cms_pre_…\S{4}$/);
    assert.deepEqual(slow.parameters, ['fields.title[ne]', 'order']);
    const plan = { conditions: ['fields.title'], order: ['-fields.rating'], search: false, streamed: false, rows: 1 };
    assert.deepEqual(slow.plan, plan);
  });

  it('`top` shows them with the busiest spaces and keys, and the webhook whose receiver fails', async () => {
    await makeWebhook(scene, `${receiver.url}?token=receiver-confidence`);
    const fields = { title: { 'en-US': VALUE } };
    await createEntry(scene.management, scene.base, { content_type_id: 'article', fields });
    await scene.management.get(`${scene.base}/entries?q=${VALUE}&order=-updated_at`, 200);
    const found = await until(facts, ({ webhooks }) => webhooks.length > 0);
    assert.equal(found.processes, 1);
    assert.equal(found.spaces[0].name, scene.spaceId);
    assert.ok(found.keys.some(({ name }: { name: string }) => /^cms_mgm_…/.test(name)));
    const route = 'GET /spaces/:space_id/environments/:environment/entries';
    assert.ok(
      found.routes.some(({ name, requests }: { name: string; requests: number }) => name === route && requests > 0),
    );
    const [webhook] = found.webhooks;
    assert.deepEqual([webhook.account, webhook.space], [scene.member.accountId, scene.spaceId]);
    assert.deepEqual([webhook.status, webhook.url], ['failing', withoutQuery(receiver.url)]);
    assert.ok(webhook.failures > 0 && webhook.waiting > 0);
    const text = (await top('--limit', '100')).output;
    for (const shown of [
      'SPACES',
      'SLOWEST REQUESTS',
      'from memory',
      'parameters q, order',
      withoutQuery(receiver.url),
    ])
      assert.ok(text.includes(shown), `${shown} in ${text}`);
    assert.doesNotMatch(text + JSON.stringify(found), /in-confidence|receiver-confidence/);
  });

  it('`top` says with its exit code what is missing', async () => {
    const without = serviceEnvironment({ engine });
    const missing = await runProgram(['top', '--once', '--url', service.url], without);
    assert.deepEqual(
      [missing.code, /LECTERN_METRICS_TOKEN is missing/.test(missing.output)],
      [CONFIGURATION_EXIT_CODE, true],
    );
    for (const [words, code, says] of [
      [['--url', 'http://127.0.0.1:9'], 1, /did not send its figures/],
      [['--url', 'nowhere'], 2, /is not an http URL/],
      [['--limit', '101'], 2, /--limit takes/],
    ] as const) {
      const { code: ended, output } = await top(...words);
      assert.deepEqual([ended, says.test(output)], [code, true], output);
    }
    const other = { ...serviceEnvironment({ engine, env }), LECTERN_METRICS_TOKEN: 'another' };
    const wrong = await runProgram(['top', '--once', '--url', service.url], other);
    assert.deepEqual([wrong.code, /is a different one, or is not set/.test(wrong.output)], [1, true], wrong.output);
    assert.equal((await new Actor(service.url, null).get('/metrics/top')).status, 404);
  });

  it('a request of nobody names nobody, and made-up ids of spaces are no spaces', async () => {
    await new Actor(service.url, null).get('/spaces', 401);
    const refused = await seen(({ route, status }) => route === '/spaces' && status === 401);
    assert.deepEqual(
      [refused.account, refused.space, refused.key, refused.user],
      [undefined, undefined, undefined, undefined],
    );
    await scene.owner.get(`/spaces/${VALUE}/locales`, 404);
    const made = await seen(({ route, status }) => route === '/spaces/:space_id/locales' && status === 404);
    assert.deepEqual([made.account, made.space], [scene.member.accountId, undefined]);
  });

  it('no token, password or value is in any line', async () => {
    const [{ id }] = (await scene.owner.get(`${scene.base}/entries?limit=1`, 200)).at('items') as [{ id: string }];
    const token = (await scene.owner.get(`/entries/${id}/preview`, 200)).string('token');
    const page = new Actor(service.url, token);
    await page.get(`${scene.read}/entries`, 200);
    await page.get(`/entries/${id}/versions?preview=${token}`, 403);
    await seen(({ route, status }) => route === '/entries/:entry_id/versions' && status === 403);
    const output = service.output();
    assert.match(output, /slow request/);
    for (const { token } of [scene.owner, scene.management, scene.delivery, scene.preview, page])
      assert.ok(!output.includes(token ?? '?'), 'a token');
    for (const secret of [PASSWORD, VALUE, METRICS_TOKEN, 'receiver-confidence', scene.member.email])
      assert.ok(!output.includes(secret), secret);
  });
});

function withoutQuery(url: string): string {
  return new URL(url).href;
}

describeEachEngine('`top` of several processes', (engine) => {
  it('puts the figures of all of them together', async () => {
    const env = { LECTERN_METRICS_TOKEN: METRICS_TOKEN };
    const service = await startProcess({ engine, env }, ['--workers', '2']);
    try {
      const words = ['top', '--once', '--json', '--url', service.url];
      const found = await until(
        async () => JSON.parse((await runProgram(words, serviceEnvironment({ engine, env }))).output),
        ({ processes }) => processes === 2,
      );
      assert.ok(found.routes.some(({ name }: { name: string }) => name === 'GET /metrics/top'));
    } finally {
      await service.end('SIGINT');
    }
  });
});
