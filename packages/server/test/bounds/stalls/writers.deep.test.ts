/**
 * 250 people connect at once and write into one space as fast as they can. New connections, and the reads, writes and log-ins of
 * another tenant, hardly wait. Times are measured, so the machine has to be quiet.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine } from '../../../../testing/src/given.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { startBystander } from './bystander.ts';
import type { CrowdReport, CrowdSetting } from './writers-thread.ts';

const WRITERS = 250;
const CROWDED_MS = 8_000;
const PROBE_EVERY_MS = 20;
const WAIT_MAX_MS = 500;

describeEachEngine('a crowd of writers', (engine) => {
  it(`lets new connections and other spaces through in ${WAIT_MAX_MS} ms`, async (context) => {
    const service = await startProcess({ engine, env: { LECTERN_CONNECTIONS_PER_ADDRESS: '1000' } });
    const scene = await given(service.url, { types: magazine });
    const bystander = await startBystander(service.url);
    context.after(async () => {
      closeConnections();
      await bystander.end();
      await service.end('SIGKILL');
    });
    const workerData: CrowdSetting = {
      url: service.url,
      path: `${scene.base}/entries`,
      token: scene.management.token,
      writers: WRITERS,
    };
    await newConnection(service.url);
    bystander.reset();
    const crowd = new Worker(new URL('./writers-thread.ts', import.meta.url), { workerData });
    const waits: number[] = [];
    for (const until = performance.now() + CROWDED_MS; performance.now() < until; await sleep(PROBE_EVERY_MS))
      waits.push(await newConnection(service.url));
    const others = await bystander.report();
    crowd.postMessage('end');
    const [written] = (await once(crowd, 'message')) as [CrowdReport];
    const longest = { 'a new connection': Math.max(...waits), ...others.longestMs };
    context.diagnostic(`written: ${JSON.stringify(written)}; longest waits in ms: ${JSON.stringify(longest)}`);
    assert.deepEqual([Object.keys(written), others.failures], [['201'], []]);
    for (const [what, ms] of Object.entries(longest))
      assert.ok(ms <= WAIT_MAX_MS, `${what} waited ${Math.round(ms)} ms`);
  });
});

/** Requests `/healthz` on a new connection. @returns how long that took, in milliseconds */
async function newConnection(url: string): Promise<number> {
  const startedAt = performance.now();
  const [response] = (await once(http.get(`${url}/healthz`, { agent: false }), 'response')) as [http.IncomingMessage];
  await once(response.resume(), 'end');
  assert.equal(response.statusCode, 200);
  return performance.now() - startedAt;
}
