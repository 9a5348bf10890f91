/** Limits on requests as clients see them: which requests count, what responses say, what is refused, and who is told. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Actor, type ApiResponse, closeConnections, send } from '../client.ts';
import { formOf } from '../form.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { mailsTo } from '../harness/mails.ts';
import { startService, type TestService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { subscribe } from '../plans/plans-file.ts';
import { createEntry, makeMagazine, makeScene, publishNew, type Scene } from '../scene.ts';
import { limitedPlans, limitIn, refusedByQuota, secondsOfMonthLeft } from './limited-plans.ts';

/** The longest that a node may let requests in by what a key said of its account before. */
const STALE_MAX_MS = 1_000;
const SECONDS_A_DAY = 86_400;

/** How long it takes at most until what was counted in memory is written down. */
const COUNTS_WRITTEN_MS = 6_000;
const TESTS = 10;
/** How long anything else takes at most. */
const WITHIN_MS = 10_000;

interface DescribedResponse {
  readonly $ref?: string;
  readonly headers?: Record<string, unknown>;
}
interface Described {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; security?: readonly object[]; responses: Record<string, DescribedResponse> }>
  >;
  readonly components: { headers: object; responses: Record<string, DescribedResponse> };
}

type FilledScene = Scene & { readonly article: string; readonly scim: Actor; readonly file: string };

describeEachEngine('limits on requests', (engine) => {
  let node: TestService;
  let database: Database;
  const scenes: FilledScene[] = [];
  before(async () => {
    node = await startService({ engine, env: limitedPlans() });
    database = await openDatabase(engine.databaseConfig());
    for (let n = 0; n < TESTS; n++) scenes.push(await filledScene());
    // What making them took is no part of any test.
    await sleep(COUNTS_WRITTEN_MS);
    await database.write((writer) => writer.deleteFrom('request_windows').execute());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await node?.close();
  });

  /** A scene of its own for each test. */
  async function sceneOn(plan: string): Promise<FilledScene> {
    const scene = scenes.pop();
    assert.ok(scene, 'there is a scene for each test');
    await changePlan(scene, plan);
    return scene;
  }

  async function filledScene(): Promise<FilledScene> {
    const scene = await makeScene(node.url);
    await makeMagazine(scene);
    const article = await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    const scim = await scene.owner.post(`/accounts/${scene.member.accountId}/scim-tokens`, { name: 'test' }, 201);
    const form = await formOf([['file', { name: 'note.txt', bytes: 'note' }]]);
    const asset = await scene.owner.send('POST', `${scene.base}/media`, form);
    return {
      ...scene,
      file: new URL(asset.string('url')).pathname,
      article,
      scim: new Actor(node.url, scim.string('token')),
    };
  }

  async function changePlan({ member }: Scene, plan: string): Promise<void> {
    await subscribe(database, member.accountId, plan);
    // Another process did it, of which this one hears within a second.
    if (engine.kind === 'postgres') await sleep(STALE_MAX_MS);
  }

  /** One request on each plane, by each kind of token. */
  const onEachPlane = (scene: FilledScene): Record<string, () => Promise<ApiResponse>> => ({
    'management, by session': () => scene.owner.get(`/entries/${scene.article}`),
    'management, by key': () => scene.management.get(`${scene.base}/content-types`),
    'management, refused': () => scene.owner.get('/entries/ent_unknown_none'),
    'management, not valid': () => scene.owner.post(`${scene.base}/entries`, { wrong: true }),
    delivery: () => scene.delivery.get(`${scene.read}/entries`),
    'delivery, by its route': () => scene.delivery.get(`${scene.read}/entries?min_revision=1`),
    'delivery, refused': () => scene.delivery.get(`${scene.read}/entries?wrong=1`),
    'delivery, about the token': () => scene.delivery.get('/delivery/token-info'),
    preview: () => scene.preview.get(`${scene.read}/entries`),
    SCIM: () => scene.scim.get('/scim/v2/Users'),
    'SCIM, refused': () => scene.scim.get('/scim/v2/Users/none'),
  });

  it('are shown on every plane, and each request counts', async () => {
    const scene = await sceneOn('hundred');
    let remaining = 100;
    for (const [what, request] of Object.entries(onEachPlane(scene))) {
      const response = await request();
      remaining -= 1;
      const limit = limitIn(response, 'month');
      assert.ok(limit, `${what}: ${JSON.stringify(response.headers)}`);
      assert.equal(limit.q, 100, what);
      assert.ok([28, 29, 30, 31].map((days) => days * SECONDS_A_DAY).includes(limit.w), what);
      assert.equal(limit.r, remaining, what);
      assert.ok(Math.abs(limit.t - secondsOfMonthLeft()) < 5, what);
      assert.equal(limitIn(response, 'second'), undefined);
    }
  });

  it('are not shown to an account without any, whose requests count all the same', async () => {
    const scene = await sceneOn('none');
    const requests = Object.values(onEachPlane(scene));
    const before = await countedRequests(scene);
    for (const request of requests) {
      const { headers } = await request();
      assert.deepEqual([headers.ratelimit, headers['ratelimit-policy']], [undefined, undefined]);
    }
    await until(async () => (await countedRequests(scene)) === before + requests.length, Boolean, WITHIN_MS);
  });

  it('are shown for both windows where a plan has both', async () => {
    const scene = await sceneOn('large');
    const response = await scene.delivery.get(`${scene.read}/entries`, 200);
    assert.deepEqual(limitIn(response, 'second'), { q: 1_000, w: 1, r: 999, t: 1 });
    // In steps of 1/10,000 of the limit.
    assert.equal(limitIn(response, 'month')?.r, 999_900);
    assert.match(String(response.headers['ratelimit-policy']), /^"second";q=1000;w=1, "month";q=1000000;w=\d+$/);
    assert.match(String(response.headers['access-control-expose-headers']), /\bRateLimit, RateLimit-Policy\b/);
  });

  it('refuse what is beyond them on every plane, with headers, but not logging in, accounts and billing', async () => {
    const scene = await sceneOn('ten');
    for (let n = 0; n < 10; n++) await scene.delivery.get(`${scene.read}/entries?limit=${n + 1}`, 200);
    for (const [what, request] of Object.entries(onEachPlane(scene))) {
      const response = await request();
      assert.equal(response.status, 429, `${what}: ${response}`);
      const seconds = Number(response.headers['retry-after']);
      assert.ok(Math.abs(seconds - secondsOfMonthLeft()) < 5, `${what}: ${seconds}`);
      assert.equal(limitIn(response, 'month')?.r, 0, what);
      if (!what.startsWith('SCIM')) refusedByQuota(response);
    }
    const { accountId } = scene.member;
    for (const path of ['/auth/me', '/auth/sessions', '/accounts', `/accounts/${accountId}/members`]) {
      const response = await scene.owner.get(path, 200);
      assert.equal(limitIn(response, 'month')?.r, 0, path);
    }
    refusedByQuota(await scene.owner.patch(`/accounts/${accountId}`, { name: 'Other' }));
    await scene.owner.post('/auth/switch-account', { account_id: accountId }, 200);
  });

  it('count no 304, on any plane, and no files', async () => {
    const scene = await sceneOn('ten');
    const reads: readonly [Actor, string][] = [
      [scene.owner, `/entries/${scene.article}`],
      [scene.management, `/entries/${scene.article}`],
      [scene.delivery, `${scene.read}/entries`],
      [scene.preview, `${scene.read}/entries/${scene.article}`],
      [scene.delivery, '/delivery/token-info'],
    ];
    const tags: string[] = [];
    for (const [actor, path] of reads) tags.push(String((await actor.get(path, 200)).headers.etag));
    for (let round = 0; round < 4; round++) {
      for (const [at, [actor, path]] of reads.entries()) {
        const response = await actor.get(path, 304, { 'if-none-match': tags[at] });
        assert.equal(limitIn(response, 'month')?.q, 10);
      }
      assert.equal((await send(node.url, 'GET', scene.file)).status, 200);
    }
    for (let n = 0; n < 5; n++) await scene.delivery.get(`${scene.read}/entries`, 200);
    refusedByQuota(await scene.delivery.get(`${scene.read}/entries`));
  });

  it('let the next request in after the time that a refusal names', async () => {
    const scene = await sceneOn('slow');
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all(Array.from({ length: 5 }, () => scene.delivery.get(`${scene.read}/entries`)));
      const refused = responses.filter(({ status }) => status !== 200);
      assert.ok(refused.length >= 3, responses.join('\n'));
      const seconds = Math.max(...refused.map(refusedByQuota));
      assert.equal(seconds, 1);
      await sleep(seconds * 1_000);
      const response = await scene.delivery.get(`${scene.read}/entries`, 200);
      assert.deepEqual(limitIn(response, 'second'), { q: 1, w: 1, r: 0, t: 1 });
      await sleep(1_000);
    }
  });

  it('change with the plan', async () => {
    const scene = await sceneOn('ten');
    for (let n = 0; n < 10; n++) await scene.management.get(scene.space, 200);
    refusedByQuota(await scene.management.get(scene.space));
    await changePlan(scene, 'hundred');
    const response = await scene.management.get(scene.space, 200);
    assert.deepEqual([limitIn(response, 'month')?.q, limitIn(response, 'month')?.r], [100, 89]);
    await changePlan(scene, 'none');
    assert.equal(limitIn(await scene.management.get(scene.space, 200), 'month'), undefined);
    await changePlan(scene, 'ten');
    refusedByQuota(await scene.management.get(scene.space));
  });

  it('are all there again next month', async () => {
    const scene = await sceneOn('ten');
    for (let n = 0; n < 10; n++) await scene.management.get(scene.space, 200);
    refusedByQuota(await scene.management.get(scene.space));
    // As if all of it had been last month.
    await database.write((writer) =>
      writer
        .updateTable('request_windows')
        .set((eb) => ({ started_at: eb('started_at', '-', 31 * SECONDS_A_DAY * 1_000) }))
        .where('account_id', '=', scene.member.accountId)
        .execute(),
    );
    await until(async () => (await scene.management.get(scene.space)).status === 200, Boolean, WITHIN_MS);
  });

  it('are told to the owners at 80 % and at 100 %, once', async () => {
    const scene = await sceneOn('ten');
    const { email, accountId } = scene.member;
    const told = () => mailsTo(node.dataDir, email).filter((text) => text.includes('API requests'));
    for (let n = 0; n < 6; n++) await scene.management.get(scene.space, 200);
    assert.deepEqual(told(), []);
    for (let n = 0; n < 2; n++) await scene.management.get(scene.space, 200);
    await until(async () => told().length === 1, Boolean, WITHIN_MS);
    assert.match(told()[0] ?? '', /80 % of the/);
    for (let n = 0; n < 2; n++) await scene.management.get(scene.space, 200);
    await until(async () => told().length === 2, Boolean, WITHIN_MS);
    assert.match(told()[1] ?? '', /100 % of the/);
    assert.match(told()[1] ?? '', new RegExp(accountId));
    for (let n = 0; n < 3; n++) refusedByQuota(await scene.management.get(scene.space));
    await sleep(STALE_MAX_MS);
    refusedByQuota(await scene.management.get(scene.space));
    assert.equal(told().length, 2);
  });

  it('are described in openapi.json, for every response of a route that takes a token', async () => {
    const { paths, components } = (await send(node.url, 'GET', '/openapi.json')).json as Described;
    assert.deepEqual(Object.keys(components.headers).sort(), ['RateLimit', 'RateLimit-Policy']);
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const counted = operations.filter(({ security }) => security !== undefined && security.length > 0);
    assert.ok(counted.length > 100);
    for (const { operationId, responses } of counted) {
      for (const [status, response] of Object.entries(responses)) {
        const name = response.$ref?.split('/').at(-1);
        const { headers = {} } = name === undefined ? response : (components.responses[name] ?? {});
        const isBefore = ['401', '406', '408', '431'].includes(status);
        assert.equal('RateLimit' in headers && 'RateLimit-Policy' in headers, !isBefore, `${operationId} ${status}`);
      }
    }
  });

  it('do not slow down who has many requests at once', async () => {
    const scene = await sceneOn('large');
    const paths = Array.from({ length: 300 }, (_, n) => `${scene.read}/entries?limit=${(n % 50) + 1}`);
    const responses = await Promise.all(paths.map((path) => scene.delivery.get(path)));
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
    await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Grace' } });
  });

  /** Requests in the row of the month. */
  async function countedRequests({ member }: Scene): Promise<number> {
    const row = await database.reader
      .selectFrom('request_windows')
      .select('taken')
      .where('account_id', '=', member.accountId)
      .where('length', '=', 'month')
      .executeTakeFirst();
    return row?.taken ?? 0;
  }
});
