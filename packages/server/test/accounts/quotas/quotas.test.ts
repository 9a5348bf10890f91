/** Limits on requests as clients see them: which requests count, what responses contain, and what is rejected. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { createEntry, given, magazine, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { monthStart } from '../../../src/platform/request-limits/accounts/request-window.ts';
import { subscribe } from '../plans/plans-file.ts';
import { leftOfMonth, limitedPlans, limitIn, refusedByQuota, requestsShown } from './limited-plans.ts';

const SECOND_MS = 1_000;

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

describeFirstEngine('limits on requests', (engine) => {
  /** The time of the service, which only changes when a test moves it. */
  let now: number;
  let node: TestService;
  let database: Database;
  before(async () => {
    now = Date.now();
    node = await start();
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await node?.close();
  });

  const start = () => startService({ engine, env: limitedPlans() }, { clock: () => now });
  const secondsOfMonthLeft = () => Math.ceil((monthStart(now, 1) - now) / SECOND_MS);
  const changePlan = ({ member }: Scene, plan: string) => subscribe(database, member.accountId, plan);

  /** A scene whose account has that plan. Creating it uses up requests, so tests compare with the remaining number. */
  async function sceneOn(plan: string): Promise<FilledScene> {
    const scene = await given(node.url, { types: magazine });
    const article = await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    const scim = await scene.owner.post(`/accounts/${scene.member.accountId}/scim-tokens`, { name: 'test' }, 201);
    const form = await formOf([['file', { name: 'note.txt', bytes: 'note' }]]);
    const asset = await scene.owner.send('POST', `${scene.base}/media`, form);
    const file = new URL(asset.string('url')).pathname;
    await changePlan(scene, plan);
    return { ...scene, file, article, scim: new Actor(node.url, scim.string('token')) };
  }

  /** Sends requests until none is left. @returns how many */
  async function useUp(scene: Scene): Promise<number> {
    const left = leftOfMonth(await scene.management.get(scene.space, 200));
    for (let n = 0; n < left; n++) await scene.management.get(scene.space, 200);
    return left + 1;
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
    let remaining = leftOfMonth(await scene.management.get(scene.space, 200));
    for (const [what, request] of Object.entries(onEachPlane(scene))) {
      const response = await request();
      remaining -= 1;
      const w = (monthStart(now, 1) - monthStart(now)) / SECOND_MS;
      assert.deepEqual(limitIn(response, 'month'), { q: 100, w, r: remaining, t: secondsOfMonthLeft() }, what);
      assert.equal(limitIn(response, 'second'), undefined);
    }
    assert.equal(await requestsShown(scene.owner), 100 - remaining);
  });

  it('are not shown to an account without any, whose requests count all the same, at once', async () => {
    const scene = await sceneOn('none');
    const requests = Object.values(onEachPlane(scene));
    const before = await requestsShown(scene.owner);
    for (const request of requests) {
      const { headers } = await request();
      assert.deepEqual([headers.ratelimit, headers['ratelimit-policy']], [undefined, undefined]);
    }
    assert.equal(await requestsShown(scene.owner), before + requests.length);
  });

  it('are shown for both windows where a plan has both', async () => {
    const scene = await sceneOn('large');
    now += SECOND_MS;
    const response = await scene.delivery.get(`${scene.read}/entries`, 200);
    assert.deepEqual(limitIn(response, 'second'), { q: 1_000, w: 1, r: 999, t: 1 });
    assert.equal(leftOfMonth(response), 1_000_000 - (await requestsShown(scene.owner)));
    assert.match(String(response.headers['ratelimit-policy']), /^"second";q=1000;w=1, "month";q=1000000;w=\d+$/);
    assert.match(String(response.headers['access-control-expose-headers']), /\bRateLimit, RateLimit-Policy\b/);
  });

  it('refuse what is beyond them on every plane, with headers, but not logging in, accounts and billing', async () => {
    const scene = await sceneOn('hundred');
    await useUp(scene);
    for (const [what, request] of Object.entries(onEachPlane(scene))) {
      const response = await request();
      assert.equal(response.status, 429, `${what}: ${response}`);
      assert.equal(Number(response.headers['retry-after']), secondsOfMonthLeft(), what);
      assert.equal(limitIn(response, 'month')?.r, 0, what);
      if (!what.startsWith('SCIM')) refusedByQuota(response);
    }
    const { accountId } = scene.member;
    for (const path of ['/auth/me', '/auth/sessions', '/accounts', `/accounts/${accountId}/members`]) {
      const response = await scene.owner.get(path, 200);
      assert.equal(limitIn(response, 'month')?.r, 0, path);
    }
    assert.equal(await requestsShown(scene.owner), 100);
    refusedByQuota(await scene.owner.patch(`/accounts/${accountId}`, { name: 'Other' }));
    await scene.owner.post('/auth/switch-account', { account_id: accountId }, 200);
  });

  it('count no 304, on any plane, and no files', async () => {
    const scene = await sceneOn('hundred');
    const reads: readonly [Actor, string][] = [
      [scene.owner, `/entries/${scene.article}`],
      [scene.management, `/entries/${scene.article}`],
      [scene.delivery, `${scene.read}/entries`],
      [scene.preview, `${scene.read}/entries/${scene.article}`],
      [scene.delivery, '/delivery/token-info'],
    ];
    const tags: string[] = [];
    for (const [actor, path] of reads) tags.push(String((await actor.get(path, 200)).headers.etag));
    const left = leftOfMonth(await scene.management.get(scene.space, 200));
    for (let round = 0; round < 2; round++) {
      for (const [at, [actor, path]] of reads.entries()) {
        const response = await actor.get(path, 304, { 'if-none-match': tags[at] });
        assert.equal(limitIn(response, 'month')?.q, 100);
      }
      assert.equal((await send(node.url, 'GET', scene.file)).status, 200);
    }
    assert.equal(leftOfMonth(await scene.management.get(scene.space, 200)), left - 1);
  });

  it('let the next request in after the time that a refusal names', async () => {
    const scene = await sceneOn('slow');
    for (let round = 0; round < 3; round++) {
      now += SECOND_MS;
      const response = await scene.delivery.get(`${scene.read}/entries`, 200);
      assert.deepEqual(limitIn(response, 'second'), { q: 1, w: 1, r: 0, t: 1 });
      const more = await Promise.all(Array.from({ length: 5 }, () => scene.delivery.get(`${scene.read}/entries`)));
      assert.deepEqual(new Set(more.map(refusedByQuota)), new Set([1]));
    }
  });

  it('change with the plan', async () => {
    const scene = await sceneOn('hundred');
    await useUp(scene);
    refusedByQuota(await scene.management.get(scene.space));
    await changePlan(scene, 'double');
    const response = await scene.management.get(scene.space, 200);
    assert.deepEqual([limitIn(response, 'month')?.q, limitIn(response, 'month')?.r], [200, 99]);
    await changePlan(scene, 'none');
    assert.equal(limitIn(await scene.management.get(scene.space, 200), 'month'), undefined);
    await changePlan(scene, 'hundred');
    refusedByQuota(await scene.management.get(scene.space));
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

  it('hold over a restart: what was counted is written down at the stop, and owners are told', async () => {
    const scene = await sceneOn('hundred');
    await useUp(scene);
    closeConnections();
    await node.close();
    const month = await database.reader
      .selectFrom('request_months')
      .selectAll()
      .where('account_id', '=', scene.member.accountId)
      .executeTakeFirstOrThrow();
    assert.deepEqual([month.requests, month.noticed_80_at, month.noticed_100_at], [100, now, now]);
    node = await start();
    refusedByQuota(await new Actor(node.url, scene.management.token).get(scene.space));
  });
});
