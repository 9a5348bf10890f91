/**
 * That many uploads at once go through a process of their own and come out as they would have otherwise: whole, with the
 * same responses, counted, and drained; and that nothing is lost or left where one of the two processes is killed.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../client.ts';
import { describeEachEngine, type TestEngine } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { makeScene, type Scene } from '../scene.ts';
import { fetchFile } from './media-stage.ts';
import type { RawRequest } from './raw-request.ts';
import { upload } from './raw-upload.ts';

const METRICS_TOKEN = 'metrics-of-uploads';
/** As many as have a process of their own started. */
const HELD = 6;
const AT_ONCE = 12;
const POLL_MS = 20;
const WITHIN_MS = 30_000;
const PROCESS_OF_THEIR_OWN = /"pid":(\d+),[^\n]*Uploads are received by a process of their own/;

describeEachEngine('many uploads at once', (engine) => {
  it('are received by a process of their own, with the responses of the serving one', { timeout: 120_000 }, () =>
    withService(engine, async (service, scene) => {
      const refusedBefore = await refusals(service, scene);
      const held = await startUploadProcess(service, scene);
      await storesAll(service, scene);
      for (const request of held) assert.equal((await request.finish()).status, 201, 'uploads that came before');
      assert.deepEqual(await refusals(service, scene), refusedBefore);
      await countsAll(service);
      await endsWhatIsUnderWay(service, scene);
    }),
  );

  it('are received here again where the process is killed', { timeout: 120_000 }, () =>
    withService(engine, async (service, scene) => {
      for (const request of await startUploadProcess(service, scene)) await request.finish();
      const inside = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(service, scene).begin()));
      await untilTaken();
      const before = await countOf(scene);
      process.kill(uploadProcessOf(service), 'SIGKILL');
      const ends = await Promise.allSettled(inside.map((request) => request.finish()));
      const answered = ends.filter(({ status }) => status === 'fulfilled').length;
      assert.ok(answered < AT_ONCE, 'connections that it had taken break');
      assert.equal(await countOf(scene), before + answered, 'what broke off is not recorded');
      const response = await upload(service, scene).send();
      assert.equal(response.status, 201, response.text);
      assert.notEqual(response.headers.connection, 'close');
    }),
  );

  it('leave no process behind where the service is killed', { timeout: 120_000 }, async () => {
    const service = await start(engine);
    const scene = await makeScene(service.url);
    const held = await startUploadProcess(service, scene);
    const pid = uploadProcessOf(service);
    await service.end('SIGKILL');
    for (const request of held) request.abort();
    closeConnections();
    await eventually(() => !isRunning(pid), 'the process for uploads ends');
  });
});

function start(engine: TestEngine): Promise<ServiceProcess> {
  return startProcess({ engine, env: { LECTERN_METRICS_TOKEN: METRICS_TOKEN } });
}

async function withService(
  engine: TestEngine,
  play: (service: ServiceProcess, scene: Scene) => Promise<void>,
): Promise<void> {
  const service = await start(engine);
  try {
    await play(service, await makeScene(service.url));
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}

/** Holds so many uploads open that a process is started, and waits until it takes them. Gives those that are open. */
async function startUploadProcess(service: ServiceProcess, scene: Scene): Promise<readonly RawRequest[]> {
  const held = await Promise.all(Array.from({ length: HELD }, () => upload(service, scene).begin()));
  await eventually(() => PROCESS_OF_THEIR_OWN.test(service.output()), 'a process takes uploads');
  return held;
}

/** Uploads many at once, and reads them all. */
async function storesAll(service: ServiceProcess, scene: Scene): Promise<void> {
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(service, scene).send()));
  for (const response of responses) {
    assert.equal(response.status, 201, response.text);
    const { url, size } = JSON.parse(response.text) as { url: string; size: number };
    assert.equal(new URL(url).origin, service.url);
    const { status, bytes } = await fetchFile(url);
    assert.equal(status, 200);
    assert.equal(bytes.length, size);
    assert.ok(url.includes(createHash('sha256').update(bytes).digest('hex')), 'with the bytes that were sent');
  }
  // On a machine that has nothing to spare some are received by the serving process after all.
  assert.ok(
    responses.some(({ headers }) => headers.connection === 'close'),
    'the process for uploads has answered',
  );
  assert.equal(await countOf(scene), AT_ONCE);
}

/** Answers to what is refused, without what differs from connection to connection. */
async function refusals(service: ServiceProcess, scene: Scene): Promise<readonly object[]> {
  const token = scene.management.token ?? '';
  const missing = `${scene.spaceId.replace('spc', 'ast')}_none`;
  const requests = [
    upload(service, scene, { token: 'cms_mgm_unknown' }),
    upload(service, scene, { token, path: `/spaces/${scene.spaceId}/environments/none/media` }),
    upload(service, scene, { token, path: `${scene.base}/media?a=1` }),
    upload(service, scene, { token, bytes: Buffer.alloc(0) }),
    upload(service, scene, { token, boundary: 'another' }),
    upload(service, scene, { token, declaredLength: 1_000_000_000 }),
    upload(service, scene, { token, method: 'PATCH', path: `/media/${missing}` }),
  ];
  const responses = [];
  for (const request of requests) responses.push(await request.send());
  return responses.map(({ status, headers: { connection: _, 'keep-alive': __, date: ___, ...headers }, text }) => ({
    status,
    headers,
    text,
  }));
}

/** The metrics of the service count the uploads of both processes. */
async function countsAll(service: ServiceProcess): Promise<void> {
  const series = /request_duration_seconds_count\{method="POST",route="[^"]*\/media",status="201"\} (\d+)/;
  const metrics = new Actor(service.url, METRICS_TOKEN);
  await eventually(async () => {
    const { text } = await metrics.get('/metrics', 200);
    return Number(series.exec(text)?.[1]) === HELD + AT_ONCE;
  }, 'all uploads are counted');
}

/** An upload that began before the service was told to end is stored and answered. */
async function endsWhatIsUnderWay(service: ServiceProcess, scene: Scene): Promise<void> {
  const last = await upload(service, scene).begin();
  await untilTaken();
  const pid = uploadProcessOf(service);
  const ended = service.end('SIGINT');
  await sleep(POLL_MS);
  assert.equal((await last.finish()).status, 201);
  closeConnections();
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.ok(!isRunning(pid), 'the process for uploads has ended');
}

async function countOf(scene: Scene): Promise<number> {
  return (await scene.management.get(`${scene.base}/media`, 200)).number('total');
}

function uploadProcessOf(service: ServiceProcess): number {
  return Number(PROCESS_OF_THEIR_OWN.exec(service.output())?.[1]);
}

/** Time for what was sent to be handed over. */
function untilTaken(): Promise<void> {
  return sleep(10 * POLL_MS);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function eventually(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `${what}, within ${WITHIN_MS} ms`);
    await sleep(POLL_MS);
  }
}
