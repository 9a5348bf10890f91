/** One of several processes sends webhooks. If that is killed or frozen, another goes on within ten seconds, and nothing is lost. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { createEntry, given, magazine, type Scene } from '../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { until } from '../../../testing/src/until.ts';
import { committedEvents, leftToSend, senderOf } from './committed.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { verifyTold } from './told.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

const ROUNDS = Number(process.env.TAKEOVERS ?? 3);
const WORKERS = 2;
const TAKEN_OVER_WITHIN_MS = 10_000;
/** From a change to its arrival on a machine that is busy. */
const ARRIVAL_MAX_MS = 2_000;

describeEachEngine('the process that sends webhooks', (engine) => {
  it(`is followed by another within ten seconds of its kill, ${ROUNDS} times`, { timeout: 600_000 }, () =>
    play(engine, async ({ nodes, start, scene, receiver }) => {
      for (let round = 0; round < ROUNDS; round++) {
        await untilWhole(nodes, round);
        await tell(nodes.at(-1), scene, receiver);
        const sender = await senderOf(engine.databaseConfig());
        assert.ok(sender !== undefined);
        closeConnections();
        process.kill(sender, 'SIGKILL');
        const killedAt = performance.now();
        const left = nodes.filter(({ pid }) => pid !== sender);
        await untilWhole(left, round + 1);
        await tell(left[0], scene, receiver);
        const waitedMs = performance.now() - killedAt;
        assert.ok(waitedMs < TAKEN_OVER_WITHIN_MS + ARRIVAL_MAX_MS, `${Math.round(waitedMs)} ms`);
        const dead = nodes.findIndex(({ pid }) => pid === sender);
        if (dead >= 0) nodes.splice(dead, 1, await start());
      }
    }),
  );

  // A worker of SQLite that is frozen may have the file locked, and holds up its clients.
  if (engine.kind === 'sqlite') return;
  it(
    'is followed by another while it is frozen, and writes nothing of its own when it is thawed',
    { timeout: 600_000 },
    () =>
      play(engine, async ({ nodes, scene, receiver }) => {
        await tell(nodes[0], scene, receiver);
        const sender = await senderOf(engine.databaseConfig());
        assert.ok(sender !== undefined);
        closeConnections();
        process.kill(sender, 'SIGSTOP');
        await tell(
          nodes.find(({ pid }) => pid !== sender),
          scene,
          receiver,
        );
        process.kill(sender, 'SIGCONT');
        for (const node of nodes) await tell(node, scene, receiver);
        assert.notEqual(await senderOf(engine.databaseConfig()), sender);
      }),
  );
});

/** Waits until every worker listens, those in place of killed ones too. */
async function untilWhole(services: readonly ServiceProcess[], kills: number): Promise<void> {
  const [service] = services;
  if (service === undefined || !service.output().includes('A worker was started')) return;
  const listening = () => service.output().match(/Server listening at/g)?.length ?? 0;
  await until(listening, (count) => count >= WORKERS + kills);
}

interface Play {
  readonly nodes: ServiceProcess[];
  readonly start: () => Promise<ServiceProcess>;
  readonly scene: Scene;
  readonly receiver: Receiver;
}

/** Runs two processes that share a database, and checks at the end that all was told that was committed. */
async function play(engine: TestEngine, run: (play: Play) => Promise<void>): Promise<void> {
  const isShared = engine.kind === 'postgres';
  const start = () => startProcess({ engine, env: SENDS_HOME }, isShared ? [] : ['--workers', String(WORKERS)]);
  const receiver = await startReceiver();
  const nodes = [await start()];
  try {
    if (isShared) nodes.push(await start());
    const scene = await given(nodes[0]?.url ?? '', { types: magazine });
    const before = new Set((await committedEvents(engine.databaseConfig(), 0)).map(({ key }) => key));
    await makeWebhook(scene, receiver.url);
    await run({ nodes, start, scene, receiver });
    await until(
      () => leftToSend(engine.databaseConfig()),
      (left) => left === 0,
    );
    const committed = await committedEvents(engine.databaseConfig(), 0);
    const told = committed.filter(({ key }) => !before.has(key));
    verifyTold(told, receiver.received);
  } finally {
    closeConnections();
    for (const node of nodes) await node.end('SIGINT');
    await receiver.close();
  }
}

/** Changes something by a process, and waits until the receiver was told. */
async function tell(node: ServiceProcess | undefined, scene: Scene, receiver: Receiver): Promise<void> {
  const editor = new Actor(node?.url ?? scene.owner.url, scene.owner.token);
  const id = await createEntry(editor, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
  await receiver.until(1, ({ resource }) => resource === id);
}
