/**
 * `kill -9` of the service under writers and while it sends, again and again: what a receiver was told is exactly what
 * was committed. `WEBHOOK_KILLS=30 WEBHOOK_CHANGES=2000` before an issue is closed, and then the last leases are waited
 * for instead of ended by hand.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { given, magazine, type Scene } from '../../../testing/src/given.ts';
import { startProcess } from '../../../testing/src/process.ts';
import { until } from '../../../testing/src/until.ts';
import { committedEvents, endLeases, leftToSend } from './committed.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { verifyTold } from './told.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

const KILLS = Number(process.env.WEBHOOK_KILLS ?? 2);
const CHANGES = Number(process.env.WEBHOOK_CHANGES ?? 150);
const WAITS_FOR_LEASES = process.env.WEBHOOK_KILLS !== undefined;
const WRITERS = 6;
/** A receiver that takes a little while is killed beside. */
const RESPONSE_MS_MAX = 15;
const LIFE_SPREAD_MS = 300;
const SETTLED_WITHIN_MS = 120_000;

describeEachEngine('webhooks of a service that is killed', (engine) => {
  it(`receive exactly what was committed, over ${KILLS} kills`, { timeout: 900_000 }, async (context) => {
    const receiver = await startReceiver(takeYourTime);
    try {
      const { scene, revision } = await prepare(engine, receiver);
      let changes = 0;
      for (let kill = 0; kill < KILLS; kill++) changes += await oneLife(engine, scene, CHANGES / KILLS);
      await untilSettled(engine);
      const committed = await committedEvents(engine.databaseConfig(), revision);
      verifyTold(committed, receiver.received);
      const repeated = receiver.received.length - committed.length;
      context.diagnostic(`${changes} changes, ${committed.length} events, ${KILLS} kills, ${repeated} repetitions`);
      assert.ok(committed.length >= CHANGES, `${committed.length} events`);
    } finally {
      await receiver.close();
    }
  });
});

async function prepare(engine: TestEngine, receiver: Receiver): Promise<{ scene: Scene; revision: number }> {
  const service = await startProcess({ engine, env: SENDS_HOME });
  const scene = await given(service.url, { types: magazine });
  await makeWebhook(scene, receiver.url);
  const response = await scene.delivery.get(`${scene.read}/entries`, 200);
  closeConnections();
  await service.end('SIGINT');
  return { scene, revision: Number(response.headers['x-cms-revision']) };
}

/** Starts the service, has it written to, and kills it. Gives how many changes were acknowledged. */
async function oneLife(engine: TestEngine, scene: Scene, wanted: number): Promise<number> {
  const service = await startProcess({ engine, env: SENDS_HOME });
  const counter = { changes: 0 };
  const editor = new Actor(service.url, scene.management.token);
  const writing = Promise.all(Array.from({ length: WRITERS }, () => writeUntilGone(editor, scene.base, counter)));
  await until(
    () => counter.changes,
    (changes) => changes >= wanted,
    SETTLED_WITHIN_MS,
  );
  await sleep(Math.random() * LIFE_SPREAD_MS);
  await service.end('SIGKILL');
  await writing;
  closeConnections();
  if (Math.random() < 0.8 || !WAITS_FOR_LEASES) await endLeases(engine.databaseConfig());
  return counter.changes;
}

/** Creates, publishes, changes and deletes; now and then something that is refused after it had begun to write. */
async function writeUntilGone(editor: Actor, base: string, counter: { changes: number }): Promise<void> {
  const change = async (request: Promise<unknown>) => {
    await request;
    counter.changes += 1;
  };
  try {
    for (let round = 0; ; round++) {
      const key = `entry-${Math.random().toString(36).slice(2)}`;
      const body = { content_type_id: 'author', key, fields: { name: { 'en-US': key } } };
      const entry = await editor.post(`${base}/entries`, body, 201);
      counter.changes += 1;
      const id = entry.string('id');
      await change(editor.post(`/entries/${id}/publish`, undefined, 200));
      await editor.post(`${base}/entries`, body, 409);
      await change(editor.patch(`/entries/${id}`, { fields: { city: { 'en-US': `${round}` } } }, 200));
      if (round % 3 === 0) await change(editor.delete(`/entries/${id}`, 204));
    }
  } catch (error) {
    // The service is gone; anything else is a mistake.
    assert.match(String(error), /ECONNRESET|ECONNREFUSED|socket hang up|EPIPE/);
  }
}

/** Starts the service once more, until it has made deliveries of everything and sent them. */
async function untilSettled(engine: TestEngine): Promise<void> {
  const service = await startProcess({ engine, env: SENDS_HOME });
  await until(
    () => leftToSend(engine.databaseConfig()),
    (left) => left === 0,
    SETTLED_WITHIN_MS,
  );
  await service.end('SIGINT');
}

function takeYourTime(_received: Received, response: { writeHead(status: number): { end(): void } }): void {
  setTimeout(() => response.writeHead(204).end(), Math.random() * RESPONSE_MS_MAX);
}
