/** What a node does for its accounts without being asked: counts that are written down, leases that are shared, notices. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { Plans } from '../../src/business/plans/plans.ts';
import { Quotas } from '../../src/business/quotas/quotas.ts';
import { NO_LIMIT } from '../../src/business/quotas/rate-limit.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { DomainError } from '../../src/platform/errors/domain-error.ts';
import { newId } from '../../src/platform/kit/ids.ts';
import { Outbox } from '../../src/platform/outgoing/mail/outbox.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { writePlans } from '../plans/plans-file.ts';
import { SECRET } from '../workbench.ts';

const IDLE_MS = 600_001;
/** For so long a node believes that a month is used up. */
const EXHAUSTED_MS = 1_001;
const file = writePlans([
  { id: 'none', name: 'None', price: 0, interval: 'month' },
  { id: 'rate', name: 'Rate', price: 0, interval: 'month', limits: { api_requests_per_second: 1_000 } },
  { id: 'month', name: 'Month', price: 0, interval: 'month', limits: { api_requests_per_month: 1_000 } },
  { id: 'nothing', name: 'Nothing', price: 0, interval: 'month', limits: { api_requests_per_month: 0 } },
]);

describeEachEngine('a node', (engine) => {
  let database: Database;
  let statements: string[];
  let passedMs: number;
  let quotas: Quotas;
  let accountId: string;
  before(async () => {
    database = await openDatabase(engine.databaseConfig(), { observe: (sql) => statements.push(sql) });
  });
  after(() => database?.close());
  beforeEach(() => {
    statements = [];
    passedMs = 0;
    quotas = nodeOn(database);
    accountId = newId('acc');
  });

  const nodeOn = (db: Database, problems: unknown[] = []) =>
    new Quotas({
      database: db,
      plans: Plans.read({ file, defaultPlan: 'none' }),
      clock: Date.now,
      now: () => performance.now() + passedMs,
      outbox: new Outbox({ secret: SECRET, clock: Date.now }),
      owners: async () => ['owner@example.com', 'other@example.com'],
      onProblem: (error) => problems.push(error),
    });
  const leases = () => statements.filter((sql) => sql.includes('INSERT INTO request_windows')).length;
  const rowOf = async () =>
    (
      await database.reader
        .selectFrom('request_windows')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('length', '=', 'month')
        .execute()
    )[0];
  const mails = async () =>
    Number(
      (
        await database.reader
          .selectFrom('mails')
          .select((eb) => eb.fn.countAll().as('n'))
          .execute()
      )[0]?.n,
    );

  it('lets an account without limits in at once, with the same admission each time and no statement', () => {
    const first = quotas.takeNow({ accountId, plan: null });
    assert.ok(first);
    assert.equal(quotas.takeNow({ accountId, plan: null }), first);
    assert.deepEqual([first.rateLimit(), leases(), quotas.hasWork()], [NO_LIMIT, 0, true]);
  });

  it('writes down what it counted, once, and shows it before that', async () => {
    for (const plan of [null, 'none', 'rate']) for (let n = 0; n < 5; n++) await quotas.admit({ accountId, plan });
    (await quotas.admit({ accountId, plan: 'rate' })).takeBack();
    assert.equal(await quotas.requestsThisMonth(accountId), 15);
    assert.equal(await rowOf(), undefined);
    await quotas.run();
    await quotas.run();
    assert.equal((await rowOf())?.taken, 15);
    assert.equal(await quotas.requestsThisMonth(accountId), 15);
    assert.equal(await nodeOn(database).requestsThisMonth(accountId), 15);
    assert.equal(quotas.hasWork(), false);
  });

  it('counts what it lets in of a month, not what it leased', async () => {
    for (let n = 0; n < 7; n++) await quotas.admit({ accountId, plan: 'month' });
    assert.equal(await quotas.requestsThisMonth(accountId), 7);
    await quotas.close();
    assert.equal((await rowOf())?.taken, 7);
    assert.equal(await quotas.requestsThisMonth(accountId), 7);
  });

  it('gives back what is left of a month when its plan no longer limits it', async () => {
    await quotas.admit({ accountId, plan: 'month' });
    await quotas.admit({ accountId, plan: 'none' });
    await quotas.run();
    await quotas.close();
    assert.equal((await rowOf())?.taken, 2);
  });

  it('forgets an account that had no request for long, and gives back what it holds', async () => {
    const first = quotas.takeNow({ accountId, plan: null });
    await quotas.admit({ accountId, plan: 'month' });
    await quotas.run();
    assert.ok(((await rowOf())?.taken ?? 0) > 2, 'a slice is held');
    passedMs += IDLE_MS;
    assert.ok(quotas.hasWork());
    await quotas.run();
    assert.equal((await rowOf())?.taken, 2);
    assert.notEqual(quotas.takeNow({ accountId, plan: null }), first);
  });

  it('asks once for all who wait', async () => {
    await Promise.all(Array.from({ length: 9 }, () => quotas.admit({ accountId, plan: 'rate' })));
    assert.equal(leases(), 1);
  });

  it('tells the owners once of each mark, in the write that crosses it', async () => {
    const before = await mails();
    const payer = { accountId, plan: 'month' };
    for (let n = 0; n < 700; n++) await quotas.admit(payer);
    assert.deepEqual([await quotas.noticesThisMonth(accountId), await mails()], [[], before]);
    const began = Date.now();
    for (let n = 0; n < 150; n++) await quotas.admit(payer);
    assert.equal(await mails(), before + 2);
    for (let n = 0; n < 150; n++) await quotas.admit(payer);
    await assert.rejects(quotas.admit(payer), isExceeded);
    const notices = await quotas.noticesThisMonth(accountId);
    assert.deepEqual(
      notices.map(({ metric, percent }) => [metric, percent]),
      [
        ['api_requests_per_month', 80],
        ['api_requests_per_month', 100],
      ],
    );
    for (const { at } of notices) assert.ok(at >= began - 10 && at <= Date.now() + 10);
    assert.equal(await mails(), before + 4);
    // Other nodes give much back, and the marks are crossed again.
    await database.write((writer) =>
      writer
        .updateTable('request_windows')
        .set((eb) => ({ taken: eb('taken', '-', 300) }))
        .where('account_id', '=', accountId)
        .execute(),
    );
    passedMs += EXHAUSTED_MS;
    for (let n = 0; n < 300; n++) await quotas.admit(payer);
    await assert.rejects(quotas.admit(payer), isExceeded);
    assert.equal(await mails(), before + 4);
  });

  it('refuses everything where a plan allows nothing, and tells nobody', async () => {
    const before = await mails();
    await assert.rejects(quotas.admit({ accountId, plan: 'nothing' }), isExceeded);
    assert.equal(await mails(), before);
  });

  it('says that the database is too slow where every lease is over when it comes', async () => {
    const slow: Database = {
      ...wrapped(database),
      write: async (work, options) => {
        const result = await database.write(work, options);
        passedMs += 2_000;
        return result;
      },
    };
    await assert.rejects(
      nodeOn(slow).admit({ accountId, plan: 'rate' }),
      (error) => error instanceof DomainError && error.code === 'unavailable',
    );
  });

  it('ends where the database is away, and reports it', async () => {
    const problems: unknown[] = [];
    let isAway = false;
    const failing: Database = {
      ...wrapped(database),
      write: (work, options) => (isAway ? Promise.reject(new Error('away')) : database.write(work, options)),
    };
    const node = nodeOn(failing, problems);
    await node.admit({ accountId, plan: 'month' });
    isAway = true;
    await node.close();
    assert.match(String(problems), /away/);
  });
});

function isExceeded(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'api_quota_exceeded';
}

/** The methods of a database, to replace some of them. */
function wrapped(database: Database): Database {
  return {
    reader: database.reader,
    contact: database.contact,
    write: (work, options) => database.write(work, options),
    snapshot: (work) => database.snapshot(work),
    readsSince: (state) => database.readsSince(state),
    changeMark: () => database.changeMark(),
    ping: () => database.ping(),
    condition: () => database.condition(),
    figures: () => database.figures(),
    close: () => database.close(),
  };
}
