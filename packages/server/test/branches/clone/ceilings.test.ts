/** Clones count as a whole from the time of the request, are rejected as a whole, and give back what they counted. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { createEntry, given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { subscribe, writePlans } from '../../accounts/plans/plans-file.ts';
import { assertCounted } from '../../accounts/plans/recount.ts';
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../../webhooks/webhook.ts';
import { askForClone, cloneOf, holdCloning, untilCloned } from './clones.ts';

/** The magazine has two content types and, in these tests, three entries. */
const plans = {
  open: {},
  'few-entries': { entries: 5 },
  'few-types': { content_types: 3 },
  'few-environments': { environments: 1 },
  'some-entries': { entries: 7 },
};

describeEachEngine('clones of accounts with ceilings', (engine) => {
  let service: TestService;
  let database: Database;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    const all = Object.entries(plans).map(([id, limits]) => ({ id, name: id, price: 0, interval: 'month', limits }));
    const env = { LECTERN_PLANS_FILE: writePlans(all), LECTERN_DEFAULT_PLAN: 'open', ...SENDS_HOME };
    service = await startService({ engine, env });
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await service?.close();
    await receiver?.close();
  });

  async function sceneOn(plan: keyof typeof plans): Promise<Scene> {
    const scene = await given(service.url, { types: magazine });
    for (const name of ['one', 'two', 'three']) await addAuthor(scene, name);
    await subscribe(database, scene.member.accountId, plan);
    return scene;
  }

  for (const [plan, metric] of [
    ['few-entries', 'entries'],
    ['few-types', 'content_types'],
    ['few-environments', 'environments'],
  ] as const) {
    it(`are refused whole where ${metric} have no room`, async () => {
      const scene = await sceneOn(plan);
      const refused = await scene.owner.post(`${scene.space}/environments/master/clone`, { name: 'more' }, 402);
      assert.equal(refused.at('detail.code'), 'plan_limit_reached');
      assert.equal(refused.at('detail.metric'), metric);
      await scene.owner.get(`${scene.space}/environments/more`, 404);
      await assertCounted(database.reader);
    });
  }

  it('count at once, so that nothing else takes their room', async (context) => {
    const scene = await sceneOn('some-entries');
    const release = await holdCloning(database, context);
    await askForClone(scene, 'more');
    await addAuthor(scene, 'four');
    const refused = await scene.owner.post(`${scene.base}/entries`, author('five'), 402);
    assert.equal(refused.at('detail.used'), 7);
    await assertCounted(database.reader);
    await release();
    // The source has four entries now: eight together, one too many.
    const failed = await untilCloned(scene.owner, scene.space, 'more');
    assert.equal(failed.at('status'), 'failed');
    assert.equal(failed.at('cloned_from'), null);
    const usage = await assertCounted(database.reader);
    assert.equal(usage[scene.member.accountId]?.entries, 4);
    assert.equal(usage[scene.member.accountId]?.environments, 2, 'until it is deleted');
    const into = await scene.owner.get(`${scene.space}/environments/more/entries`, 409);
    assert.equal(into.at('detail.code'), 'environment_not_ready');
    await scene.owner.delete(`${scene.space}/environments/more`, 204);
    assert.equal((await assertCounted(database.reader))[scene.member.accountId]?.environments, 1);
  });

  it('settle what the source got or lost meanwhile', async (context) => {
    const scene = await sceneOn('open');
    const release = await holdCloning(database, context);
    await askForClone(scene, 'more');
    await askForClone(scene, 'less');
    await addAuthor(scene, 'four');
    await scene.owner.delete(`${scene.base}/entries/one`, 204);
    await scene.owner.delete(`${scene.base}/entries/two`, 204);
    await scene.owner.delete(`${scene.base}/content-types/article`, 204);
    await assertCounted(database.reader);
    await release();
    for (const name of ['more', 'less'])
      assert.equal((await untilCloned(scene.owner, scene.space, name)).at('status'), 'ready');
    const usage = await assertCounted(database.reader);
    assert.equal(usage[scene.member.accountId]?.entries, 6);
    assert.equal(usage[scene.member.accountId]?.content_types, 3);
  });

  it('tell webhooks of the new environment once, and of nothing in it', async () => {
    const scene = await sceneOn('open');
    await makeWebhook(scene, receiver.url);
    await cloneOf(scene, 'told');
    await addAuthor(scene, 'last');
    const told = await receiver.until(2);
    const events = told.map(
      ({ event, body }) => `${(JSON.parse(body) as { environment: string }).environment} ${event}`,
    );
    assert.deepEqual(events.sort(), ['master entry.create', 'told environment.create']);
  });
});

function author(key: string) {
  return { content_type_id: 'author', key, fields: { name: key } };
}

function addAuthor(scene: Scene, key: string): Promise<string> {
  return createEntry(scene.owner, scene.base, author(key));
}
