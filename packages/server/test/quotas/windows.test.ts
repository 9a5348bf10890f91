/** The rows of windows: what is leased by many at once is never more than the limit, and a row starts anew in time. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Plans } from '../../src/business/plans/plans.ts';
import { Quotas } from '../../src/business/quotas/quotas.ts';
import {
  deleteOver,
  findMonth,
  returnRequests,
  saveNotices,
  type Taking,
  takeRequests,
} from '../../src/business/quotas/store.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/kit/ids.ts';
import { Outbox } from '../../src/platform/outgoing/mail/outbox.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { writePlans } from '../plans/plans-file.ts';
import { SECRET } from '../workbench.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const NODES = 3;
const PER_SECOND = 200;
const PER_MONTH = 1_000;
/** Requests that each node tries to let in at a time: many in one second, few in the next, so that slices are left over. */
const OFFERED = { many: 40, few: 1 };
const PAUSE_MS = { many: 5, few: 40 };
const SECONDS = 6;

describeEachEngine('windows', (engine) => {
  const databases: Database[] = [];
  before(async () => {
    for (let node = 0; node < NODES; node++) databases.push(await openDatabase(engine.databaseConfig()));
  });
  after(async () => {
    for (const database of databases) await database.close();
  });

  const take = (taking: Taking, node = 0) =>
    (databases[node % NODES] as Database).write((writer) => takeRequests(writer, taking));
  const month = (accountId: string, amount = 1, limit = 100): Taking => ({
    accountId,
    length: 'month',
    amount,
    limit,
  });
  const age = (accountId: string, byMs: number) =>
    databases[0]?.write((writer) =>
      writer
        .updateTable('request_windows')
        .set((eb) => ({ started_at: eb('started_at', '-', byMs) }))
        .where('account_id', '=', accountId)
        .execute(),
    );

  it('grant exactly the limit, however many nodes take at once', async () => {
    const accountId = newId('acc');
    const rows = await Promise.all(Array.from({ length: 60 }, (_, n) => take(month(accountId, 3), n)));
    const granted = rows.reduce((sum, row) => sum + row.granted, 0);
    assert.equal(granted, 100);
    assert.deepEqual(new Set(rows.map((row) => row.granted)), new Set([3, 1, 0]));
    assert.equal((await findMonth((databases[0] as Database).reader, accountId))?.taken, 100);
  });

  it('start with the second and the month of the database, in UTC', async () => {
    const accountId = newId('acc');
    const before = Date.now();
    const second = await take({ ...month(accountId), length: 'second' });
    const inMonth = await take(month(accountId));
    assert.equal(second.started_at % SECOND_MS, 0);
    assert.ok(second.taken_at - second.started_at < SECOND_MS);
    assert.ok(Math.abs(second.taken_at - before) < 2 * SECOND_MS);
    const now = new Date(inMonth.taken_at);
    assert.equal(inMonth.started_at, Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  });

  it('start anew with the next month, notices too, and after a clock that was ahead', async () => {
    for (const byMs of [31 * DAY_MS, -40 * DAY_MS]) {
      const accountId = newId('acc');
      await take(month(accountId, 100));
      await databases[0]?.write((writer) => saveNotices(writer, accountId, { noticed_80_at: 1, noticed_100_at: 2 }));
      assert.equal((await take(month(accountId))).granted, 0);
      await age(accountId, byMs);
      const next = await take(month(accountId, 7));
      assert.deepEqual([next.granted, next.taken], [7, 7]);
      assert.deepEqual([next.noticed_80_at, next.noticed_100_at], [null, null]);
    }
  });

  it('are not those of an earlier month for who reads them', async () => {
    const accountId = newId('acc');
    const reader = (databases[0] as Database).reader;
    await take(month(accountId, 5));
    assert.equal((await findMonth(reader, accountId))?.taken, 5);
    await age(accountId, 31 * DAY_MS);
    assert.equal(await findMonth(reader, accountId), undefined);
  });

  it('get back what was taken of them, and nothing that was taken of another', async () => {
    const accountId = newId('acc');
    const { started_at: startedAt } = await take(month(accountId, 100));
    const giveBack = (from: number) =>
      databases[0]?.write((writer) =>
        returnRequests(writer, { accountId, length: 'month', startedAt: from, amount: 30 }),
      );
    await giveBack(startedAt - DAY_MS);
    assert.equal((await take(month(accountId, 50))).granted, 0);
    await giveBack(startedAt);
    assert.equal((await take(month(accountId, 50))).granted, 30);
  });

  it('are removed when they are over', async () => {
    const [old, current] = [newId('acc'), newId('acc')];
    for (const accountId of [old, current])
      for (const length of ['second', 'month'] as const) await take({ ...month(accountId), length });
    await age(old, 31 * DAY_MS);
    await databases[0]?.write((writer) => deleteOver(writer));
    const rows = await (databases[0] as Database).reader
      .selectFrom('request_windows')
      .select('account_id')
      .where('account_id', 'in', [old, current])
      .execute();
    assert.deepEqual(
      rows.map((row) => row.account_id),
      [current, current],
    );
  });

  it(`let in no more than the limit in any second, with ${NODES} nodes that try again and again`, async (context) => {
    const perSecond = await offer('rate', databases);
    context.diagnostic(`${[...perSecond.values()].join(', ')} of ${PER_SECOND}`);
    const busy = [...perSecond].filter(([second]) => isBusy(second)).map(([, admitted]) => admitted);
    assert.ok(busy.length >= SECONDS / 2);
    for (const admitted of busy) assert.ok(admitted <= PER_SECOND && admitted >= PER_SECOND * 0.95, `${admitted}`);
  });

  it('let in exactly as many as a month allows', async () => {
    const perSecond = await offer('month', databases);
    assert.equal(
      [...perSecond.values()].reduce((sum, count) => sum + count, 0),
      PER_MONTH,
    );
  });
});

/** Lets every node admit requests of one account again and again, and counts them by the second of the clock. */
async function offer(plan: string, databases: readonly Database[]) {
  const file = writePlans([
    { id: 'rate', name: 'Rate', price: 0, interval: 'month', limits: { api_requests_per_second: PER_SECOND } },
    { id: 'month', name: 'Month', price: 0, interval: 'month', limits: { api_requests_per_month: PER_MONTH } },
  ]);
  const plans = Plans.read({ file, defaultPlan: 'rate' });
  const outbox = new Outbox({ secret: SECRET, clock: Date.now });
  const nodes = databases.map(
    (database) =>
      new Quotas({
        database,
        plans,
        clock: Date.now,
        outbox,
        owners: async () => [],
        onProblem: (error) => assert.ifError(error),
      }),
  );
  const payer = { accountId: newId('acc'), plan };
  const perSecond = new Map<number, number>();
  // From the beginning of a second with few requests to the end of one with many.
  while (isBusy(Math.floor(Date.now() / SECOND_MS)) || Date.now() % SECOND_MS > PAUSE_MS.many) await sleep(1);
  const until = (Math.floor(Date.now() / SECOND_MS) + SECONDS) * SECOND_MS - PAUSE_MS.few;
  const request = async (node: Quotas): Promise<void> => {
    // A request is let in at the end of `admit`, so the time is taken in the same turn.
    let [at, admission] = [Date.now(), node.takeNow(payer)];
    while (admission === null) {
      const admitted = await node.admit(payer).catch(() => undefined);
      if (admitted === undefined) return;
      admitted.takeBack();
      [at, admission] = [Date.now(), node.takeNow(payer)];
    }
    const second = Math.floor(at / SECOND_MS);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  };
  while (Date.now() < until) {
    const load = isBusy(Math.floor(Date.now() / SECOND_MS)) ? 'many' : 'few';
    await Promise.all(nodes.flatMap((node) => Array.from({ length: OFFERED[load] }, () => request(node))));
    await sleep(PAUSE_MS[load]);
  }
  return perSecond;
}

function isBusy(second: number): boolean {
  return second % 2 === 1;
}
