/** Limits on requests over two nodes in processes of their own: they hold together, and nodes that end lose next to nothing. */
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Actor, type ApiResponse, closeConnections } from '../client.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { subscribe } from '../plans/plans-file.ts';
import { makeMagazine, makeScene, type Scene } from '../scene.ts';
import { limitedPlans, refusedByQuota } from './limited-plans.ts';

const SECOND_MS = 1_000;
const LIMIT = 100;
const OFFERED_PER_SECOND = 1_000;
const SECONDS = 5;
const OFFERS_PER_SECOND = 20;
/** So few that a busy machine lets more than these through in a second, most of the time. */
const FEW = 20;
/** Requests at once where a second is used up, in how many seconds that is looked at, and in how many it is tried. */
const TOGETHER = 10;
const WHOLE_SECONDS = 5;
const SECONDS_TRIED_MAX = 60;
/** The longest that a node may let requests in by what a key said of its account before, with some slack. */
const HEARD_AFTER_MS = 1_200;
const COUNTS_WRITTEN_MS = 6_000;
const READS = 600;
/** How much faster requests may come for a moment than all in all. */
const BURST = 5;

describeEachEngine('limits on requests over two nodes', (engine) => {
  const env = limitedPlans();
  const nodes: ServiceProcess[] = [];
  let database: Database;
  let scene: Scene;
  before(async () => {
    for (let node = 0; node < 2; node++) nodes.push(await startProcess({ engine, env }));
    database = await openDatabase(engine.databaseConfig());
    scene = await makeScene(nodes[0]?.url ?? '');
    await makeMagazine(scene);
    await sleep(COUNTS_WRITTEN_MS);
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });

  async function begin(plan: string): Promise<void> {
    await database.write((writer) => writer.deleteFrom('request_windows').execute());
    await subscribe(database, scene.member.accountId, plan);
    await sleep(HEARD_AFTER_MS);
  }

  const read = (node: number, n: number): Promise<ApiResponse> =>
    new Actor(nodes[node]?.url ?? '', scene.delivery.token).get(`${scene.read}/entries?limit=${1 + (n % 10)}`);

  /**
   * Sends to both nodes from the beginning of a second on, until both refuse.
   * @returns how many were let in; null if the second was over before, so that they were let in of several
   */
  async function useUpSecond(): Promise<number | null> {
    await sleep(SECOND_MS - (Date.now() % SECOND_MS));
    const second = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
    let admitted = 0;
    for (const refusing = new Set<number>(); refusing.size < nodes.length; ) {
      const responses = await Promise.all(Array.from({ length: TOGETHER }, (_, n) => read(n % 2, n)));
      for (const [n, { status }] of responses.entries())
        if (status === 200) admitted += 1;
        else refusing.add(n % 2);
    }
    const { started_at: leasedOf } = await database.reader
      .selectFrom('request_windows')
      .select('started_at')
      .where('account_id', '=', scene.member.accountId)
      .where('length', '=', 'second')
      .executeTakeFirstOrThrow();
    return leasedOf === second ? admitted : null;
  }

  const takenThisMonth = async (): Promise<number> =>
    Number(
      (
        await database.reader
          .selectFrom('request_windows')
          .select('taken')
          .where('account_id', '=', scene.member.accountId)
          .where('length', '=', 'month')
          .executeTakeFirst()
      )?.taken,
    );

  it(`let in no more than ${LIMIT} requests a second of ${OFFERED_PER_SECOND}`, async (context: TestContext) => {
    await begin('rate');
    const { responses, seconds } = await offerForSeconds(read);
    const admitted = responses.filter(({ status }) => status === 200).length;
    context.diagnostic(`${admitted} of ${responses.length} in ${SECONDS} s`);
    assert.ok(admitted <= seconds * LIMIT, `${admitted} were let in in ${seconds} s`);
    const refused = responses.filter(({ status }) => status !== 200);
    assert.deepEqual(new Set(refused.map(refusedByQuota)), new Set([1]));
    await sleep(SECOND_MS);
    assert.equal((await read(0, 0)).status, 200);
    assert.equal((await read(1, 0)).status, 200);
  });

  it(`let in the ${FEW} of a second before they refuse any more`, async () => {
    await begin('few');
    for (let whole = 0, tried = 0; whole < WHOLE_SECONDS; tried++) {
      assert.ok(tried < SECONDS_TRIED_MAX, 'a second is long enough to be used up');
      const admitted = await useUpSecond();
      if (admitted === null) continue;
      whole += 1;
      assert.ok(admitted >= FEW * 0.95 && admitted <= FEW, `${admitted} were let in`);
    }
  });

  it('lose no more of a month when a node is killed than it needs for a moment', async (context: TestContext) => {
    await begin('large');
    for (let n = 0; n < READS; n += 2) await Promise.all([read(0, n), read(1, n + 1)].map(succeeds));
    await nodes[1]?.end('SIGKILL');
    const end = await nodes[0]?.end('SIGINT');
    closeConnections();
    for (const node of [0, 1]) nodes[node] = await startProcess({ engine, env });
    assert.equal(end?.code, 0);
    const lost = (await takenThisMonth()) - READS;
    context.diagnostic(`${lost} lost with the node, of ${READS / 2} that it had let in`);
    // A slice follows the rate of a moment, which may be several times the rate of the whole: far from 2 % of the month.
    assert.ok(lost >= 0 && lost <= READS * BURST, `${lost} were lost`);
  });

  it('give back what they do not use when they end, and count all that they let in', async () => {
    for (const plan of ['large', 'none']) {
      await begin(plan);
      const before = Number.isNaN(await takenThisMonth()) ? 0 : await takenThisMonth();
      for (let n = 0; n < READS; n += 2) await Promise.all([read(0, n), read(1, n + 1)].map(succeeds));
      for (const node of nodes) assert.equal((await node.end('SIGINT')).code, 0);
      assert.equal((await takenThisMonth()) - before, READS, plan);
      closeConnections();
      for (const node of [0, 1]) nodes[node] = await startProcess({ engine, env });
    }
  });
});

async function succeeds(response: Promise<ApiResponse>): Promise<void> {
  assert.equal((await response).status, 200, String(await response));
}

/**
 * Sends to both nodes in turn, from the beginning of a second on, whatever comes back.
 * @returns the responses, and in how many seconds of the clock they came: more than were meant where the machine was behind
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
