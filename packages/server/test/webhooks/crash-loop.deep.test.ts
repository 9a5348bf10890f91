/**
 * A service that is killed again and again while it sends webhooks goes on within ten seconds of each start, also where
 * the clock of its machine was hours ahead at the kill. `KILLS=50` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { given, magazine } from '../../../testing/src/given.ts';
import { startProcess } from '../../../testing/src/process.ts';
import { CLOCK_AHEAD } from './clock-ahead.ts';
import { leftToSend, writtenAhead } from './committed.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const HOUR_MS = 3_600_000;
/** What the clock was ahead at the kills, in turn. */
const AHEAD_MS = [0, 2 * HOUR_MS] as const;
const GOES_ON_WITHIN_MS = 10_000;
/** A life in a crash loop, from its first webhook on. */
const LIFE_MAX_MS = 200;
/** More than is sent in all lives together, at the pace of a receiver that takes its time. */
const EVENTS = 100 + KILLS * 25;
const RESPONSE_MS = 100;

describeEachEngine('a service in a crash loop', (engine) => {
  it(`goes on sending, over ${KILLS} kills`, { timeout: 900_000 }, async (context) => {
    const receiver = await startReceiver((_received, response) => {
      setTimeout(() => response.writeHead(204).end(), RESPONSE_MS);
    });
    try {
      await prepare(engine, receiver);
      const waits: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const aheadMs = AHEAD_MS[kill % AHEAD_MS.length] ?? 0;
        if (aheadMs > 0) await writtenAhead(engine.databaseConfig(), aheadMs);
        waits.push(await oneLife(engine, receiver));
        assert.ok((await leftToSend(engine.databaseConfig())) > 0, 'something is left to send');
      }
      context.diagnostic(`the longest wait was ${Math.max(...waits).toFixed(0)} ms after a start`);
      assert.ok(Math.max(...waits) <= GOES_ON_WITHIN_MS, `${waits.map(Math.round)} ms`);
    } finally {
      await receiver.close();
    }
  });

  it('goes on after a life on a machine whose clock was two hours ahead', { timeout: 300_000 }, async (context) => {
    const receiver = await startReceiver((_received, response) => {
      setTimeout(() => response.writeHead(204).end(), RESPONSE_MS);
    });
    try {
      await prepare(engine, receiver);
      await oneLife(engine, receiver, CLOCK_AHEAD);
      assert.ok((await leftToSend(engine.databaseConfig())) > 0, 'something is left to send');
      const waited = await oneLife(engine, receiver);
      context.diagnostic(`${waited.toFixed(0)} ms after the start`);
      assert.ok(waited <= GOES_ON_WITHIN_MS, `${Math.round(waited)} ms`);
    } finally {
      await receiver.close();
    }
  });
});

/** Has more to send than is sent before the first kill. */
async function prepare(engine: TestEngine, receiver: Receiver): Promise<void> {
  const service = await startProcess({ engine, env: SENDS_HOME });
  const scene = await given(service.url, { types: magazine });
  await makeWebhook(scene, receiver.url);
  const entry = { content_type: 'author', status: 'published', fields: { name: 'Ada' } };
  const lines = Array.from({ length: EVENTS }, (_, n) => JSON.stringify({ entry: { key: `author-${n}`, ...entry } }));
  const headers = { 'content-type': 'application/x-ndjson' };
  await scene.owner.send('POST', `${scene.base}/import?events=true`, { raw: lines.join('\n'), headers });
  await receiver.until(1);
  closeConnections();
  await service.end('SIGKILL');
}

/** Starts the service, and kills it soon after it sent something. @returns how long that took after the start, in milliseconds */
async function oneLife(engine: TestEngine, receiver: Receiver, env: Record<string, string> = {}): Promise<number> {
  const before = receiver.received.length;
  const service = await startProcess({ engine, env: { ...SENDS_HOME, ...env } });
  const started = performance.now();
  await receiver.until(before + 1);
  const waited = performance.now() - started;
  assert.equal(service.output().includes('The clock is ahead'), 'NODE_OPTIONS' in env);
  await sleep(Math.random() * LIFE_MAX_MS);
  await service.end('SIGKILL');
  return waited;
}
