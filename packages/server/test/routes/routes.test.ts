/**
 * Every route of `openapi.json`, by its row in the table: each kind of token gets the right access to own, foreign and missing
 * resources; unknown or unreadable input is rejected; and a change writes exactly one audit record (an import one per step, a bulk
 * one per entry, a merge one per resource and one more) and exactly its events.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EventKind, eventKinds } from '../../../contract/src/event-kinds.ts';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { given, magazine, makeKey, type Scene } from '../../../testing/src/given.ts';
import { startDnsServer } from '../../../testing/src/servers/dns-server.ts';
import { compliantModel, startModelServer } from '../../../testing/src/servers/model-server.ts';
import { startStripeServer } from '../../../testing/src/servers/stripe-server.ts';
import { startService } from '../../../testing/src/service.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import { assertCounted } from '../accounts/plans/recount.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../webhooks/webhook.ts';
import { assertFollowsRule, type Target } from './access-rule.ts';
import { sendBytes } from './bad-input/send-bytes.ts';
import { type Route, routesOf } from './described-routes.ts';
import { Ground } from './ground.ts';
import { makePrincipals, type Principal, previewTokens } from './principals.ts';
import { eventsOfSpace, NOTHING, refusalsOf, request } from './recording.ts';
import { ask, requestRules } from './request-rules.ts';
import { makeResources, missingIds, type PathIds } from './resources.ts';
import type { Audit } from './row.ts';
import { registeredScimRoutes, scimRouteOf, scimRows } from './scim-plane.ts';
import { type NamedRow, routes, rowOf } from './table.ts';

/** The content types of the magazine are made before the webhook is. */
const MAGAZINE_EVENTS = 2;
/** Sent when something happens by itself. */
const OF_NO_ROUTE = new Set<EventKind>(['change_set.fail']);
const TRUSTS_HOME = { LECTERN_TRUSTED_PROXIES: '127.0.0.1/32' };

describeEachEngine('every route', (engine) => {
  let scene: Scene;
  let principals: Principal[];
  let idsOf: Record<Target, PathIds>;
  let description: unknown;
  let described: ReadonlyMap<string, Route>;
  let ground: Ground;
  let receiver: Receiver;
  const closing: (() => unknown)[] = [];

  before(async () => {
    receiver = await startReceiver();
    const dns = await startDnsServer();
    const model = await startModelServer(compliantModel('A text.'));
    const stripe = await startStripeServer();
    const env = { ...SENDS_HOME, ...TRUSTS_HOME, ...model.environment, ...stripe.environment };
    const service = await startService({ engine, env });
    const database = await openDatabase(engine.databaseConfig());
    closing.push(
      () => receiver.close(),
      () => dns.stop(),
      () => model.close(),
      () => stripe.close(),
      () => service.close(),
      () => database.close(),
    );
    const { url } = service;
    scene = await magazineAt(url);
    const stranger = await magazineAt(url);
    // Before a second factor is asked for at log-in.
    const made = await makePrincipals(scene, stranger);
    const [own, foreign] = [await makeResources(scene), await makeResources(stranger)];
    principals = [...made.principals, ...(await previewTokens(scene, own.entry_id))];
    const missing = missingIds(own);
    const mixed = { space_id: own.space_id };
    idsOf = {
      own,
      foreign,
      missing,
      'mixed-foreign': { ...foreign, ...mixed },
      'mixed-missing': { ...missing, ...mixed },
    };
    description = (await new Actor(url, null).get('/openapi.json', 200)).json;
    described = new Map(routesOf(description).map((route) => [`${route.method} ${route.path}`, route]));
    const changed = await magazineAt(url);
    await makeWebhook(changed, receiver.url, { events: [...eventKinds] });
    const viewer = await makeKey(changed.owner, changed.spaceId, { kind: 'management', role: 'viewer' });
    ground = new Ground({ scene: changed, viewer, dataDir: service.dataDir, database, dns });
    await made.untilExpired();
  });
  after(async () => {
    closeConnections();
    for (const close of closing.reverse()) await close();
  });

  const tried = (row: NamedRow) => {
    const route = described.get(row.name) ?? assert.fail(`there is no such route any more; remove its row`);
    return { row, route, description, scene, ids: idsOf.own };
  };

  it('has a row in the table', () => {
    const without = [...described.keys()].filter((name) => rowOf(name) === undefined);
    assert.deepEqual(
      without,
      [],
      'add a row for each to the file of its topic in test/routes/: access, audit (unless it is a GET) and example, as its neighbours have them',
    );
    assert.ok(described.size > 180, `${described.size} routes are described`);
  });

  for (const row of routes) {
    describe(row.name, () => {
      it(`is for ${whose(row)}, and hides what is another's`, async () => {
        tried(row);
        await eachOf(principals, (principal) =>
          assertFollowsRule(scene.url, { name: row.name, row, principal, idsOf }),
        );
      });

      it('keeps the rules of requests', async (context) => {
        const route = tried(row);
        for (const [title, { applies, check }] of Object.entries(requestRules))
          if (applies(route)) await context.test(title, () => check(route));
      });

      if (row.audit !== undefined) tellsWhatItChanges(row.method, row.audit, () => ground);
    });
  }

  it('keeps each rule, on as many routes as are known to have it', () => {
    for (const [title, { applies, routesMin }] of Object.entries(requestRules)) {
      const { length } = routes.filter((row) => applies(tried(row)));
      assert.ok(length >= routesMin, `${title}: ${length} routes`);
    }
  });

  it('requires a token with the same message', async () => {
    const guarded = routes.filter(({ access }) => access !== 'public');
    const responses = await Promise.all(guarded.map((row) => ask(tried(row), { token: null })));
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1);
  });

  it('names the request and the version of the API on requests that never reach it', async () => {
    const broken = await new Actor(scene.url, null).get('/spaces/%ff', 400, { 'x-request-id': 'mine' });
    assert.deepEqual([broken.headers['x-request-id'], broken.headers['x-cms-version']], ['mine', '1']);
    for (const bytes of ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`]) {
      const head = await sendBytes(scene.url, bytes);
      assert.match(head, /^HTTP\/1\.1 4(?:00|31) /);
      assert.match(head, /\r\nx-request-id: req_\w+\r\n/i);
      assert.match(head, /\r\nx-cms-version: 1\r\n/i);
    }
  });

  it('of SCIM has a row in the table', () => {
    const rows = Object.keys(scimRows).map(scimRouteOf);
    assert.deepEqual(
      registeredScimRoutes().toSorted(),
      rows.toSorted(),
      'add or remove rows in test/routes/scim-plane.ts',
    );
  });

  for (const [name, row] of Object.entries(scimRows)) {
    it(`${name} is for identity providers, and hides what is another's`, async () => {
      await eachOf(principals, (principal) => assertFollowsRule(scene.url, { name, row, principal, idsOf }));
    });
  }

  it('tells failed log-ins of known users only', async () => {
    const { email, accountId } = await ground.member();
    const logIn = (address: string) => ({
      path: '/auth/login',
      by: ground.nobody,
      parts: { body: { email: address, password: 'wrong, wrong, wrong' } },
    });
    const known = await request(ground, 'POST', logIn(email));
    assert.deepEqual(known.recorded, { actions: ['session.refuse'], events: [] });
    const unknown = await request(ground, 'POST', logIn(`${ground.name('nobody')}@example.com`));
    assert.equal(known.response.text, unknown.response.text);
    assert.deepEqual(unknown.recorded, NOTHING);
    const row = await ground.database.reader
      .selectFrom('journal')
      .select('account_id')
      .where('request_id', '=', known.requestId)
      .executeTakeFirstOrThrow();
    assert.equal(row.account_id, accountId);
  });

  it('sends a webhook each event of all of them, and nothing else', async () => {
    const events = (await eventsOfSpace(ground, ground.scene.spaceId)).slice(MAGAZINE_EVENTS);
    const told = await receiver.until(events.length);
    const names = told.map(({ event, revision, body }) => `${environmentOf(body)} ${revision} ${event}`);
    assert.deepEqual(names.toSorted(), events.toSorted());
  });

  it('has a row for each kind of event that it sends', () => {
    const sent = new Set(routes.flatMap(({ audit }) => audit?.events ?? []));
    const missing = eventKinds.filter((kind) => !sent.has(kind) && !OF_NO_ROUTE.has(kind));
    assert.deepEqual(missing, [], 'no route sends it: docs/how-to/event.md, steps 2 and 4');
  });

  it('leaves every counter of what accounts have as it should be', async () => {
    await assertCounted(ground.database.reader);
  });
});

/** The tests of what a mutating route records. */
function tellsWhatItChanges(method: string, audit: Audit, groundOf: () => Ground): void {
  const { action, events, change, keep } = audit;

  it(`records ${action} once, and sends ${events.join(', ') || 'no event'}`, async () => {
    const ground = groundOf();
    const { response, recorded } = await request(ground, method, await change(ground));
    assert.ok(response.status < 300, String(response));
    const records = audit.inSteps === true ? Math.max(2, recorded.actions.length) : (audit.records ?? 1);
    assert.deepEqual(recorded.actions, [...Array(records).fill(action), ...(audit.also ?? [])]);
    assert.deepEqual(recorded.events, events, 'the events of its row in test/routes/');
  });

  if (keep !== undefined) {
    it('records nothing if nothing changes', async () => {
      const ground = groundOf();
      const { response, recorded } = await request(ground, method, await keep(ground));
      assert.ok(response.status < 300, String(response));
      assert.deepEqual(recorded, NOTHING);
    });
  }

  it('tells nothing if the request is rejected', async () => {
    const ground = groundOf();
    for (const refusal of refusalsOf(ground, method, await change(ground), audit)) {
      const { response, recorded } = await request(ground, method, refusal);
      assert.ok(response.status >= 400 && response.status < 500, String(response));
      assert.deepEqual(recorded, NOTHING, String(response));
    }
  });
}

async function magazineAt(url: string): Promise<Scene> {
  const scene = await given(url, { types: magazine });
  return scene;
}

/** Does something with all at once. @throws what the first one throws, once all have ended */
async function eachOf<Item>(items: readonly Item[], action: (item: Item) => Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled(items.map(action)))
    if (result.status === 'rejected') throw result.reason;
}

/** Who may use a route, in words. */
function whose({ access, sessionsOnly }: NamedRow): string {
  return sessionsOnly === true ? `${access} with a session` : access;
}

function environmentOf(body: string): string {
  return (JSON.parse(body) as { environment: string }).environment;
}
