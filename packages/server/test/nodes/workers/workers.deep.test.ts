/**
 * Several processes on one port and one database: what one of them wrote or refused holds in all, one that is killed is
 * started again and nothing that was acknowledged is lost, and all end when they are told to.
 * `ROUNDS=10000 KILLS=25` before an issue is closed, fewer otherwise.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { field, given, makeKey, publishNew, type Scene, signUp } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { FIELDS, Ledger, LOCALES, stampedFields } from '../../durability/crash/ledger.ts';
import { verifyStored } from '../../durability/crash/stored-state.ts';
import { type Line, lineToEach, METRICS_TOKEN } from './line.ts';

const WORKERS = 2;
const ROUNDS = Number(process.env.ROUNDS ?? 60);
const KILLS = Number(process.env.KILLS ?? 1);
const WRITERS = 8;
const LIFE_MS = 500;
/** On PostgreSQL news of another process come soon; how soon, `two-nodes.test.ts` says. */
const NEWS_WITHIN_MS = 20_000;
/** A worker loads the whole program, beside whatever else the machine does. */
const STARTED_WITHIN_MS = 120_000;

describeEachEngine('workers', (engine) => {
  let service: ServiceProcess;
  let scene: Scene;
  let lines: Line[];

  before(async () => {
    const env = { LECTERN_METRICS_TOKEN: METRICS_TOKEN };
    service = await startProcess({ engine, env }, ['--workers', String(WORKERS)]);
    scene = await given(service.url);
    for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code }, 201);
    const fields = FIELDS.map((id) => field(id, 'string', { localized: true }));
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'stamped', name: 'Stamped', fields }, 201);
    lines = await lineToEach(service.url, WORKERS);
  });

  after(async () => {
    for (const line of lines ?? []) line.close();
    closeConnections();
    await service?.end('SIGKILL');
  });

  /** Repeats a check until it passes: at once on SQLite, within the time that changes take to spread on PostgreSQL. */
  async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + (engine.kind === 'sqlite' ? 0 : NEWS_WITHIN_MS);
    for (;;) {
      const askedAt = Date.now();
      if (await isSo()) return;
      assert.ok(askedAt < deadline, what);
      await sleep(10);
    }
  }

  it(`show in all what one published, ${ROUNDS} times`, async () => {
    const rounds = engine.kind === 'sqlite' ? ROUNDS : Math.min(ROUNDS, 20);
    const id = await publishNew(scene.management, scene.base, { content_type_id: 'stamped', fields: { one: 'start' } });
    const management = scene.management.token;
    const path = `${scene.read}/entries?content_type=stamped&include=1`;
    for (let round = 0; round < rounds; round++) {
      const [writing, reading] = [lines[round % WORKERS], lines[(round + 1) % WORKERS]] as [Line, Line];
      const fields = { one: { 'en-US': `round ${round}` } };
      const saved = await writing.send('PATCH', `/entries/${id}`, management, { body: { fields } });
      assert.equal(saved.status, 200, saved.text);
      const published = await writing.send('POST', `/entries/${id}/publish`, management);
      assert.equal(published.status, 200, published.text);
      await soon(`round ${round} is not shown by the other worker`, async () => {
        const list = await reading.send('GET', path, scene.delivery.token);
        return list.text.includes(`"round ${round}"`);
      });
    }
  });

  it('refuse in all a key that one revoked', async () => {
    const [one, other] = lines as [Line, Line];
    for (let round = 0; round < 5; round++) {
      const key = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', name: `key ${round}` });
      const keys = await scene.owner.get(`${scene.space}/api-keys?limit=100`, 200);
      const ids = keys.each('items', 'id').map(String);
      const id = ids[keys.each('items', 'name').indexOf(`key ${round}`)];
      await soon(
        'a new key is known',
        async () => (await other.send('GET', `${scene.read}/entries`, key.token)).status === 200,
      );
      const revoked = await one.send('DELETE', `${scene.space}/api-keys/${id}`, scene.owner.token);
      assert.equal(revoked.status, 204, revoked.text);
      await soon('a revoked key is refused', async () => {
        return (await other.send('GET', `${scene.read}/entries`, key.token)).status === 401;
      });
    }
  });

  it('refuse in all a session that one ended', async () => {
    const [one, other] = lines as [Line, Line];
    const member = await signUp(service.url);
    assert.equal((await other.send('GET', '/auth/me', member.actor.token)).status, 200);
    const left = await one.send('POST', '/auth/logout', member.actor.token);
    assert.ok(left.status < 300, left.text);
    assert.equal((await other.send('GET', '/auth/me', member.actor.token)).status, 401);
  });

  it('lose nothing that was acknowledged when one is killed, and go on', { timeout: 300_000 }, async (context) => {
    const ledger = new Ledger();
    const stop = new AbortController();
    const writing = Array.from({ length: WRITERS }, () => write(scene.management, scene.base, ledger, stop.signal));
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(LIFE_MS);
      const pids = workersOf(service);
      process.kill(pids[kill % pids.length] as number, 'SIGKILL');
      await everyWorkerBack(service, kill + 1 + WORKERS);
    }
    stop.abort();
    await Promise.all(writing);
    closeConnections();
    context.diagnostic(`${ledger.acknowledgements} acknowledged writes, ${KILLS} kills, none lost`);
    assert.ok(ledger.acknowledgements > KILLS * WRITERS, `${ledger.acknowledgements} acknowledgements`);
    await ledger.verify(scene.management, scene.delivery, scene.read);
  });

  it('are replaced one after the other while requests are served', {
    skip: process.platform === 'win32',
  }, async () => {
    const before = workersOf(service);
    process.kill(service.pid, 'SIGUSR2');
    const deadline = Date.now() + STARTED_WITHIN_MS;
    while (workersOf(service).some((pid) => before.includes(pid) && isAlive(pid))) {
      assert.ok(Date.now() < deadline, service.output());
      const response = await new Actor(service.url, scene.delivery.token).send('GET', `${scene.read}/entries?limit=1`, {
        headers: { connection: 'close' },
      });
      assert.equal(response.status, 200, String(response));
    }
  });

  it('all end on SIGTERM, after requests in progress', async () => {
    const path = `${scene.base}/entries`;
    const underWay = Array.from({ length: WRITERS }, (_, index) =>
      scene.management.post(path, { content_type_id: 'stamped', fields: stampedFields(`last ${index}`) }),
    );
    await Promise.race(underWay);
    const pids = workersOf(service);
    const ending = service.end('SIGTERM');
    for (const response of await Promise.all(underWay)) assert.equal(response.status, 201, String(response));
    assert.deepEqual(await ending, { code: 0, signal: null }, service.output());
    for (const pid of pids) assert.equal(isAlive(pid), false, `worker ${pid} is still there`);
    await verifyStored(engine.databaseConfig());
  });
});

/** Writes until told to stop. A request whose connection broke promises nothing. */
async function write(management: Actor, base: string, ledger: Ledger, stop: AbortSignal): Promise<void> {
  let id: string | undefined;
  for (let turn = 0; !stop.aborted; turn++) {
    const fields = stampedFields(`stamp ${turn} of ${id ?? 'a new one'}`);
    try {
      const response =
        id === undefined
          ? await management.post(`${base}/entries`, { content_type_id: 'stamped', fields })
          : turn % 2 === 0
            ? await management.patch(`/entries/${id}`, { fields })
            : await management.post(`/entries/${id}/publish`);
      assert.ok(response.status === 200 || response.status === 201, String(response));
      ledger.note(response);
      id ??= response.string('id');
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      await sleep(20);
    }
  }
}

/** Process ids of the workers that were started last, newest last. */
function workersOf(service: ServiceProcess): number[] {
  const started = [...service.output().matchAll(/"pid":(\d+),"msg":"A worker was started"/g)];
  return started.map((match) => Number(match[1])).filter(isAlive);
}

async function everyWorkerBack(service: ServiceProcess, startsExpected: number): Promise<void> {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  const listening = () => service.output().match(/Server listening at/g)?.length ?? 0;
  while (listening() < startsExpected) {
    assert.ok(Date.now() < deadline, `a killed worker did not come back: ${service.output()}`);
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
