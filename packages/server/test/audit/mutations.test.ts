/**
 * Every mutating route of the running service, from its description: a change writes exactly one audit record (an
 * import one a step, a bulk one for each entry, a merge one for each resource and one more) and exactly its events; what changes nothing, and what is refused, writes neither.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../src/platform/database/connect.ts';
import { type Actor, type ApiResponse, closeConnections, type RequestParts, send } from '../client.ts';
import { routesOf } from '../described-routes.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { obliging, startModelServer } from '../harness/model-server.ts';
import { startService } from '../harness/service.ts';
import { assertCounted } from '../plans/recount.ts';
import { makeKey, makeMagazine, makeScene } from '../scene.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../webhooks/webhook.ts';
import { Ground, type Mutation } from './ground.ts';
import { mutationRows } from './mutations.ts';

/** The content types of the magazine are made before the webhook is. */
const MAGAZINE_EVENTS = 2;
const NO_VERSION = '"999999"';

describeEachEngine('what mutations record', (engine) => {
  let ground: Ground;
  let described: string[];
  let viewer: Actor;
  let receiver: Receiver;
  const closing: (() => Promise<void>)[] = [];
  before(async () => {
    receiver = await startReceiver();
    closing.push(() => receiver.close());
    const dns = await startDnsServer();
    closing.push(async () => dns.stop());
    const model = await startModelServer(obliging('A text.'));
    closing.push(() => model.close());
    const service = await startService({ engine, env: { ...SENDS_HOME, ...model.environment } });
    closing.push(() => service.close());
    const database = await openDatabase(engine.databaseConfig());
    closing.push(() => database.close());
    const scene = await makeScene(service.url);
    await makeMagazine(scene);
    await makeWebhook(scene, receiver.url);
    viewer = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'viewer' });
    ground = new Ground({ url: service.url, dataDir: service.dataDir, database, scene, dns });
    described = routesOf((await ground.nobody.get('/openapi.json', 200)).json)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`);
  });
  after(async () => {
    closeConnections();
    for (const close of closing.reverse()) await close();
  });

  it('is in the table for every mutating route', () => {
    const without = described.filter((route) => mutationRows[route] === undefined);
    assert.deepEqual(without, [], 'add these to audit/mutations.ts');
    assert.ok(described.length > 35, `${described.length} routes mutate`);
  });

  for (const [route, row] of Object.entries(mutationRows)) {
    describe(route, () => {
      const method = route.slice(0, route.indexOf(' '));

      it(`tells ${row.action} once, and ${row.events.join(', ') || 'no event'}`, async () => {
        assert.ok(described.includes(route), 'there is such a route');
        const { response, requestId } = await request(ground, method, await row.change(ground));
        assert.ok(response.status < 300, String(response));
        const told = await toldBy(ground, requestId);
        const records = row.inSteps === true ? Math.max(2, told.actions.length) : (row.records ?? 1);
        assert.deepEqual(told.actions, [...Array(records).fill(row.action), ...(row.also ?? [])]);
        assert.deepEqual(told.events, row.events);
      });

      if (row.keep !== undefined) {
        const keep = row.keep;
        it('is nothing if nothing changes', async () => {
          const { response, requestId } = await request(ground, method, await keep(ground));
          assert.ok(response.status < 300, String(response));
          assert.deepEqual(await toldBy(ground, requestId), { actions: [], events: [] });
        });
      }

      it('is nothing if the request is rejected', async () => {
        const mutation = await row.change(ground);
        const parts = mutation.parts ?? {};
        const refusals: Mutation[] = [
          ...brokenBodies(parts).map((broken) => ({ ...mutation, parts: { ...parts, ...broken } })),
          { ...mutation, path: `${mutation.path}${mutation.path.includes('?') ? '&' : '?'}unknown=1` },
        ];
        if (mutation.by?.token !== null) {
          refusals.push({ ...mutation, by: ground.nobody }, { ...mutation, by: ground.scene.delivery });
          if (row.looks !== true) refusals.push({ ...mutation, by: viewer });
        }
        const hasVersion = mutation.by === undefined && row.unversioned !== true;
        if (hasVersion && ['PATCH', 'PUT', 'DELETE'].includes(method))
          refusals.push({ ...mutation, parts: { ...parts, headers: { ...parts.headers, 'if-match': NO_VERSION } } });
        for (const refusal of refusals) {
          const { response, requestId } = await request(ground, method, refusal);
          assert.ok(response.status >= 400 && response.status < 500, String(response));
          assert.deepEqual(await toldBy(ground, requestId), { actions: [], events: [] }, String(response));
        }
      });
    });
  }

  it('includes failed log-ins of known users only', async () => {
    const { email, accountId } = await ground.member();
    const logIn = (address: string) => ({
      path: '/auth/login',
      by: ground.nobody,
      parts: { body: { email: address, password: 'wrong, wrong, wrong' } },
    });
    const known = await request(ground, 'POST', logIn(email));
    assert.deepEqual(await toldBy(ground, known.requestId), { actions: ['session.refuse'], events: [] });
    const unknown = await request(ground, 'POST', logIn(`${ground.name('nobody')}@example.com`));
    assert.equal(known.response.text, unknown.response.text);
    assert.deepEqual(await toldBy(ground, unknown.requestId), { actions: [], events: [] });
    const row = await ground.database.reader
      .selectFrom('journal')
      .select('account_id')
      .where('request_id', '=', known.requestId)
      .executeTakeFirstOrThrow();
    assert.equal(row.account_id, accountId);
  });

  it('sends a webhook each of these events, and nothing else', async () => {
    const { spaceId } = ground.scene;
    const events = (await eventsOfSpace(ground, spaceId)).slice(MAGAZINE_EVENTS);
    const told = await receiver.until(events.length);
    const names = told.map(({ event, revision, body }) => `${environmentOf(body)} ${revision} ${event}`);
    assert.deepEqual(names.toSorted(), events.toSorted());
  });

  it('leaves every counter of what accounts have as it should be', async () => {
    await assertCounted(ground.database.reader);
  });
});

function environmentOf(body: string): string {
  return (JSON.parse(body) as { environment: string }).environment;
}

/** The events of a space in the order in which they were committed: environment, revision and kind of each. */
async function eventsOfSpace({ database }: Ground, spaceId: string): Promise<string[]> {
  const items = await database.reader
    .selectFrom('journal')
    .innerJoin('journal_heads', 'journal_heads.journal_id', 'journal.id')
    .innerJoin('journal_items', (join) =>
      join
        .onRef('journal_items.environment', '=', 'journal_heads.environment')
        .onRef('journal_items.revision', '=', 'journal_heads.revision'),
    )
    .select(['journal.environment as name', 'journal_items.revision', 'event'])
    .where('journal.space_id', '=', spaceId)
    .where('event', 'is not', null)
    .orderBy('journal.id')
    .orderBy('ordinal')
    .execute();
  return items.map(({ name, revision, event }) => `${name} ${revision} ${event}`);
}

/** A body that the route rejects, if it has one. */
function brokenBodies({ raw, body }: RequestParts): RequestParts[] {
  if (raw !== undefined) return [{ headers: { 'content-type': 'text/plain' } }];
  return body === undefined ? [] : [{ body: { unknown_key: 1 } }];
}

async function request(
  ground: Ground,
  method: string,
  { path, parts = {}, by = ground.owner }: Mutation,
): Promise<{ response: ApiResponse; requestId: string }> {
  const requestId = randomUUID();
  const headers = { ...parts.headers, 'x-request-id': requestId };
  return { response: await send(ground.url, method, path, { token: by.token, ...parts, headers }), requestId };
}

/** What the journal has of a request: actions of records, and kinds of events, in their order. */
async function toldBy({ database }: Ground, requestId: string): Promise<{ actions: string[]; events: string[] }> {
  const records = await database.reader
    .selectFrom('journal')
    .select(['id', 'action'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute();
  const ids = records.map(({ id }) => id);
  const items =
    ids.length === 0
      ? []
      : await database.reader
          .selectFrom('journal_heads')
          .innerJoin('journal_items', (join) =>
            join
              .onRef('journal_items.environment', '=', 'journal_heads.environment')
              .onRef('journal_items.revision', '=', 'journal_heads.revision'),
          )
          .select('event')
          .where('journal_id', 'in', ids)
          .where('event', 'is not', null)
          .orderBy('journal_heads.environment')
          .orderBy('journal_heads.revision')
          .orderBy('ordinal')
          .execute();
  return { actions: records.map(({ action }) => action), events: items.map(({ event }) => event ?? '') };
}
