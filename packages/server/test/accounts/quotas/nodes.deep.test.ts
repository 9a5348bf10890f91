/**
 * Limits on requests over two nodes in processes of their own, and over workers: each of them counts, and nothing is lost at a
 * stop.
 */
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { subscribe } from '../plans/plans-file.ts';
import { limitedPlans, refusedByQuota, requestsShown } from './limited-plans.ts';

const SECOND_MS = 1_000;
/** The limit per second of the plan `rate`. */
const LIMIT = 100;
/** The monthly limit of the plan `hundred`. */
const PER_MONTH = 100;
const OFFERED_PER_SECOND = 1_000;
const SECONDS = 5;
const OFFERS_PER_SECOND = 20;
/** How long a node may admit requests by outdated account data of a key, with some slack. */
const HEARD_AFTER_MS = 1_200;
const READS = 600;

describeEachEngine('limits on requests over two nodes', (engine) => {
  const env = limitedPlans();
  const nodes: ServiceProcess[] = [];
  let database: Database;
  let scene: Scene;
  before(async () => {
    for (let node = 0; node < 2; node++) nodes.push(await startProcess({ engine, env }));
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });

  /** Creates a scene for each test, whose account has that plan from now on. */
  async function begin(plan: string): Promise<void> {
    scene = await given(nodes[0]?.url ?? '', { types: magazine });
    await subscribe(database, scene.member.accountId, plan);
    await sleep(HEARD_AFTER_MS);
  }

  const read = (node: number, n: number): Promise<ApiResponse> =>
    new Actor(nodes[node]?.url ?? '', scene.delivery.token).get(`${scene.read}/entries?limit=${1 + (n % 10)}`);

  const readFromBoth = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 2) await Promise.all([read(0, n), read(1, n + 1)].map(succeeds));
  };

  async function stored(): Promise<number> {
    const months = database.reader.selectFrom('request_months').select('requests');
    const month = await months.where('account_id', '=', scene.member.accountId).executeTakeFirst();
    return month?.requests ?? 0;
  }

  async function restart(): Promise<void> {
    closeConnections();
    for (const node of [0, 1]) nodes[node] = await startProcess({ engine, env });
  }

  it(`let in no more than ${LIMIT} requests a second each of ${OFFERED_PER_SECOND}`, async (context: TestContext) => {
    await begin('rate');
    const { responses, seconds } = await offerForSeconds(read);
    const admitted = responses.filter(({ status }) => status === 200).length;
    context.diagnostic(`${admitted} of ${responses.length} in ${SECONDS} s`);
    assert.ok(admitted <= seconds * LIMIT * nodes.length, `${admitted} were let in in ${seconds} s`);
    const refused = responses.filter(({ status }) => status !== 200);
    assert.deepEqual(new Set(refused.map(refusedByQuota)), new Set([1]));
    await sleep(SECOND_MS);
    assert.equal((await read(0, 0)).status, 200);
    assert.equal((await read(1, 0)).status, 200);
  });

  it('refuse what the other one let in of a month, once that is written', async () => {
    await begin('hundred');
    assert.equal((await read(1, 0)).status, 200);
    while ((await read(0, 0)).status === 200);
    let more = 0;
    await until(async () => {
      const { status } = await read(1, 0);
      more += Number(status === 200);
      return status === 429;
    });
    await until(stored, (count) => count >= PER_MONTH + more - 1);
    for (const node of [0, 1]) refusedByQuota(await read(node, 0));
  });

  it('lose no more when a node is killed than it let in since it wrote last', async (context: TestContext) => {
    await begin('large');
    const made = await requestsShown(scene.owner);
    await readFromBoth(READS);
    await until(stored, (count) => count === made + READS);
    await readFromBoth(READS);
    await nodes[1]?.end('SIGKILL');
    const end = await nodes[0]?.end('SIGINT');
    await restart();
    assert.equal(end?.code, 0);
    const lost = made + 2 * READS - (await stored());
    context.diagnostic(`${lost} lost with the node, of ${READS / 2} that it let in after it wrote`);
    assert.ok(lost >= 0 && lost <= READS / 2, `${lost} were lost`);
  });

  it('count all that they let in when they end', async () => {
    for (const plan of ['large', 'none']) {
      await begin(plan);
      const made = await requestsShown(scene.owner);
      await readFromBoth(READS);
      for (const node of nodes) assert.equal((await node.end('SIGINT')).code, 0);
      assert.equal(await stored(), made + READS, plan);
      await restart();
    }
  });

  it('count all that workers on one port let in', async () => {
    await begin('large');
    const made = await requestsShown(scene.owner);
    const workers = await startProcess({ engine, env }, ['--workers', '2']);
    const by = new Actor(workers.url, scene.delivery.token);
    const reads = Array.from({ length: READS }, (_, n) => by.get(`${scene.read}/entries?limit=${1 + (n % 10)}`));
    await Promise.all(reads.map(succeeds));
    closeConnections();
    assert.equal((await workers.end('SIGINT')).code, 0);
    await until(stored, (count) => count === made + READS);
  });
});

async function succeeds(response: Promise<ApiResponse>): Promise<void> {
  assert.equal((await response).status, 200, String(await response));
}

/**
 * Sends to both nodes in turn, starting at the beginning of a second, whatever the responses are.
 * @returns the responses, and the number of clock seconds that they took: more than intended if the machine was slow
 */
async function offerForSeconds(
  read: (node: number, n: number) => Promise<ApiResponse>,
): Promise<{ readonly responses: ApiResponse[]; readonly seconds: number }> {
  const sent: Promise<ApiResponse>[] = [];
  await sleep(SECOND_MS - (Date.now() % SECOND_MS));
  const firstSecond = Math.floor(Date.now() / SECOND_MS);
  const startedAt = performance.now();
  for (let offer = 0; offer < SECONDS * OFFERS_PER_SECOND; offer++) {
    for (let n = 0; n < OFFERED_PER_SECOND / OFFERS_PER_SECOND; n++) sent.push(read(n % 2, n));
    await sleep(Math.max(0, ((offer + 1) * SECOND_MS) / OFFERS_PER_SECOND - (performance.now() - startedAt)));
  }
  const responses = await Promise.all(sent);
  return { responses, seconds: Math.floor(Date.now() / SECOND_MS) - firstSecond + 1 };
}
