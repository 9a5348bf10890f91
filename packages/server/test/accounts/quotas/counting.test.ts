/** How requests are counted: in the memory of each process, and every few seconds in rows that all processes share. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { SECRET } from '../../../../testing/src/workbench.ts';
import { Plans } from '../../../src/identity/accounts/plans/plans.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { DomainError } from '../../../src/platform/errors/domain-error.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import type { Mail } from '../../../src/platform/outgoing/mail/mailer.ts';
import { Outbox } from '../../../src/platform/outgoing/mail/outbox.ts';
import { MailSending } from '../../../src/platform/outgoing/mail/sending.ts';
import { callers } from '../../../src/platform/request-limits/accounts/callers.ts';
import { Quotas } from '../../../src/platform/request-limits/accounts/quotas.ts';
import { NO_LIMIT } from '../../../src/platform/request-limits/accounts/rate-limit.ts';
import { monthStart } from '../../../src/platform/request-limits/accounts/request-window.ts';
import { writePlans } from '../plans/plans-file.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const IDLE_MS = 60_001;
const PER_SECOND = 50;
const PER_MONTH = 100;
/** More than one statement can write. */
const MANY = 2_500;

const plan = (id: string, limits: Record<string, number> = {}) => ({
  id,
  name: id,
  price: 0,
  interval: 'month',
  limits,
});
const file = writePlans([
  plan('none'),
  plan('rate', { api_requests_per_second: PER_SECOND }),
  plan('month', { api_requests_per_month: PER_MONTH }),
  plan('half', { api_requests_per_month: PER_MONTH / 2 }),
  plan('double', { api_requests_per_month: PER_MONTH * 2 }),
  plan('nothing', { api_requests_per_month: 0 }),
]);

describeEachEngine('requests', (engine) => {
  let database: Database;
  let statements: string[];
  let now: number;
  let quotas: Quotas;
  let accountId: string;
  before(async () => {
    statements = [];
    database = await openDatabase(engine.databaseConfig(), { observe: (sql) => statements.push(sql) });
  });
  after(() => database?.close());
  beforeEach(async () => {
    // In the month of the database's clock, but not in its last second.
    now = monthStart(Date.now()) + 100;
    await database.write((writer) => writer.deleteFrom('request_months').execute());
    await database.write((writer) => writer.deleteFrom('request_days').execute());
    await database.write((writer) => writer.deleteFrom('mails').execute());
    quotas = nodeOn(database);
    accountId = newId('acc');
    statements.length = 0;
  });

  const clock = () => now;
  const payerOn = (plan: string | null, id = 'key_site') => ({ accountId, plan, id, spaceId: 'spc_shop' });
  const outbox = new Outbox({ secret: SECRET, clock });
  const nodeOn = (db: Database) =>
    new Quotas({
      database: db,
      plans: Plans.read({ file, defaultPlan: 'none' }),
      clock,
      outbox,
      owners: async () => ({
        accountName: 'Acme',
        recipients: [
          { to: 'owner@example.com', language: 'en' },
          { to: 'other@example.com', language: 'de' },
        ],
      }),
    });
  const rows = () => database.reader.selectFrom('request_months').selectAll().orderBy('started_at').execute();
  const stored = async () => (await rows()).filter((row) => row.account_id === accountId).map((row) => row.requests);

  /** Sends requests until the node rejects one, but at most that many. */
  async function admitted(node: Quotas, plan: string, atMost = 10 * PER_MONTH): Promise<number> {
    for (let count = 0; count < atMost; count++) {
      const error = await node.admit(payerOn(plan)).then(
        () => null,
        (reason) => reason,
      );
      if (error === null) continue;
      if (!isExceeded(error)) throw error;
      return count;
    }
    return atMost;
  }

  /** Sends the queued mails and returns them. */
  async function mails(): Promise<Mail[]> {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
    const onProblem = (error: unknown) => assert.ifError(error);
    await new MailSending({ database, clock, outbox, mailer, onProblem }).run(new AbortController().signal);
    return sent;
  }

  it('of an account without limits are let in at once, with the same admission each time and no statement', () => {
    const first = quotas.takeNow(payerOn(null));
    assert.ok(first);
    assert.equal(quotas.takeNow(payerOn(null)), first);
    assert.deepEqual([first.rateLimit(), statements, quotas.hasWork()], [NO_LIMIT, [], true]);
  });

  it('of a limited month wait for what is stored once, and for nothing from then on', async () => {
    const payer = payerOn('month');
    assert.equal(quotas.takeNow(payer), null);
    await Promise.all(Array.from({ length: 9 }, () => quotas.admit(payer)));
    for (let n = 0; n < 20; n++) assert.ok(quotas.takeNow(payer));
    assert.equal(statements.filter((sql) => sql.includes('request_months')).length, 1);
  });

  it('are shown before they are written, and written once', async () => {
    for (const plan of ['none', 'rate', 'month']) assert.equal(await admitted(quotas, plan, 5), 5);
    (await quotas.admit(payerOn('rate'))).takeBack();
    assert.equal(await quotas.requestsThisMonth(accountId), 15);
    assert.deepEqual(await stored(), []);
    await quotas.run();
    await quotas.run();
    assert.deepEqual(await stored(), [15]);
    assert.equal(await quotas.requestsThisMonth(accountId), 15);
    assert.equal(await nodeOn(database).requestsThisMonth(accountId), 15);
    assert.equal(quotas.hasWork(), false);
  });

  it('are given back to the row, where they were written before their response is known not to count', async () => {
    const payer = payerOn('month');
    const admission = await quotas.admit(payer);
    await quotas.admit(payer);
    await quotas.run();
    admission.takeBack();
    assert.equal(await quotas.requestsThisMonth(accountId), 1);
    await quotas.run();
    assert.deepEqual(await stored(), [1]);
    assert.equal(await admitted(quotas, 'month'), PER_MONTH - 1);
  });

  it('of many accounts are written by a few statements, each as often as it was let in', async () => {
    const ids = Array.from({ length: MANY }, () => newId('acc'));
    for (const [n, id] of ids.entries())
      for (let count = 0; count <= n % 3; count++) quotas.takeNow({ ...payerOn(null), accountId: id });
    await quotas.run();
    assert.equal(statements.filter((sql) => sql.includes('insert into "request_months"')).length, 3);
    const byId = new Map((await rows()).map((row) => [row.account_id, row.requests]));
    assert.deepEqual(
      ids.map((id) => byId.get(id)),
      ids.map((_, n) => (n % 3) + 1),
    );
  });

  it('are counted once while they are written, those that come meanwhile too', async () => {
    const seen: number[] = [];
    const slow: Database = wrapped(database, {
      write: (work, options) =>
        database.write(async (writer) => {
          const result = await work(writer);
          await admitted(node, 'none', 2);
          return result;
        }, options),
    });
    const node = nodeOn(slow);
    for (let round = 1; round <= 5; round++) {
      await admitted(node, 'none', 3);
      const [use] = await Promise.all([node.requestsThisMonth(accountId), node.run()]);
      seen.push(use);
      assert.equal(await node.requestsThisMonth(accountId), round * 5);
    }
    for (const [round, use] of seen.entries()) assert.ok([3, 5].includes(use - round * 5), `${use} in ${round}`);
  });

  it('are kept where writing them failed, until it succeeds', async () => {
    let isAway = true;
    const write: Database['write'] = (work, options) =>
      database.write(async (writer) => {
        const result = await work(writer);
        if (isAway) throw new Error('away');
        return result;
      }, options);
    const node = nodeOn(wrapped(database, { write }));
    await admitted(node, 'month', 85);
    await assert.rejects(node.run(), /away/);
    assert.deepEqual([await stored(), await mails()], [[], []]);
    assert.equal(await node.requestsThisMonth(accountId), 85);
    assert.equal(await admitted(node, 'month'), PER_MONTH - 85);
    isAway = false;
    await node.run();
    assert.deepEqual(await stored(), [PER_MONTH]);
    assert.equal((await mails()).length, 4);
  });

  it('are let in while the database is away, as far as was known, and written once it is back', async () => {
    const gone = await openDatabase(engine.databaseConfig());
    await gone.close();
    const node = nodeOn(wrapped(database, { reader: gone.reader, contact: { ...database.contact, isAway: true } }));
    assert.equal(await admitted(node, 'month', 7), 7);
    await node.run();
    assert.deepEqual(await stored(), [7]);
    assert.equal(await admitted(node, 'month'), PER_MONTH - 7);
  });

  it('of one process are as many a second as the plan allows, and no more', async () => {
    for (let second = 0; second < 3; second++) {
      const before = now;
      assert.equal(await admitted(quotas, 'rate', PER_SECOND - 1), PER_SECOND - 1);
      now = before - (before % SECOND_MS) + SECOND_MS - 1;
      assert.equal(await admitted(quotas, 'rate'), 1);
      now += 1;
    }
  });

  it('of several processes are together as many a month as the plan allows, and those of one interval more', async () => {
    const nodes = [nodeOn(database), nodeOn(database), nodeOn(database)];
    const perInterval = 7;
    let all = 0;
    for (let isOpen = true; isOpen; ) {
      const before = all;
      for (const node of nodes) all += await admitted(node, 'month', perInterval);
      for (const node of nodes) await node.run();
      isOpen = all > before;
    }
    assert.ok(all >= PER_MONTH && all <= PER_MONTH + nodes.length * perInterval, `${all} were let in`);
    assert.deepEqual(await stored(), [all]);
    for (const node of [...nodes, nodeOn(database)]) assert.equal(await admitted(node, 'month'), 0);
  });

  it('of a new month are all there again, in every process, and nobody asks for those of the old one', async () => {
    const nodes = [quotas, nodeOn(database)] as const;
    for (const node of nodes) assert.equal(await admitted(node, 'month'), PER_MONTH);
    for (const node of nodes) await node.run();
    now = monthStart(now, 1) - 1;
    for (const node of nodes) assert.equal(await admitted(node, 'month'), 0);
    now += 1;
    assert.equal(await quotas.requestsThisMonth(accountId), 0);
    assert.equal(await admitted(quotas, 'month', 70), 70);
    await quotas.run();
    assert.equal(await admitted(nodes[1], 'month'), PER_MONTH - 70);
    await nodes[1].run();
    assert.deepEqual(await stored(), [2 * PER_MONTH, PER_MONTH]);
    assert.equal(await quotas.requestsThisMonth(accountId), PER_MONTH);
  });

  it('are those of their own month where a clock was wrong for a while', async () => {
    await admitted(quotas, 'month', 30);
    await quotas.run();
    const right = now;
    now = monthStart(now, 2);
    assert.equal(await admitted(quotas, 'month'), PER_MONTH);
    await quotas.run();
    now = right;
    assert.equal(await admitted(quotas, 'month'), PER_MONTH - 30);
  });

  it('of months that are over are deleted', async () => {
    const over = { account_id: 'acc_old', started_at: monthStart(now, -1), requests: 5 };
    const row = { ...over, noticed_80_at: null, noticed_100_at: null };
    await database.write((writer) => writer.insertInto('request_months').values(row).execute());
    await admitted(quotas, 'none', 1);
    await quotas.run();
    assert.deepEqual(
      (await rows()).map((kept) => kept.account_id),
      [accountId],
    );
  });

  it('are known by day and by who sent them, once they are written, and after 90 days no more', async () => {
    const day = now - (now % DAY_MS);
    const people = { accountId, plan: null, id: callers.people, spaceId: null };
    const old = { account_id: accountId, started_at: day - 91 * DAY_MS, space_id: '', caller: 'people', requests: 5 };
    await database.write((writer) => writer.insertInto('request_days').values(old).execute());
    for (let n = 0; n < 3; n++) quotas.takeNow(payerOn(null));
    quotas.takeNow(payerOn(null))?.takeBack();
    quotas.takeNow(people);
    const others = nodeOn(database);
    others.takeNow(payerOn(null));
    await quotas.run();
    await others.run();
    now += DAY_MS;
    for (let n = 0; n < 2; n++) quotas.takeNow(payerOn(null, 'key_app'));
    await quotas.run();
    const byDay = await quotas.requestsByDay(accountId, 0);
    assert.deepEqual([...byDay].sort(), [
      [day, 5],
      [day + DAY_MS, 2],
    ]);
    const senders = (await quotas.requestsBySender(accountId, 0)).map(({ id, spaceId, requests }) => [
      id,
      spaceId,
      requests,
    ]);
    assert.deepEqual(senders.sort(), [
      ['key_app', 'spc_shop', 2],
      ['key_site', 'spc_shop', 4],
      ['people', null, 1],
    ]);
  });

  it('of very many keys are counted by key for the first ones, and together for the others of a space', async () => {
    for (let n = 0; n < 600; n++) quotas.takeNow(payerOn(null, `key_${n}`));
    quotas.takeNow({ accountId, plan: null, id: callers.people, spaceId: null });
    await quotas.run();
    const senders = await quotas.requestsBySender(accountId, 0);
    assert.equal(senders.length, 502);
    const { requests } = senders.find(({ id }) => id === callers.others) ?? assert.fail();
    assert.equal(requests, 100);
    assert.equal(await quotas.requestsThisMonth(accountId), 601);
  });

  it('of an account that had none for long are forgotten, and known again with the next one', async () => {
    const first = quotas.takeNow(payerOn(null));
    assert.equal(await admitted(quotas, 'month'), PER_MONTH - 1);
    await quotas.run();
    now += IDLE_MS;
    assert.ok(quotas.hasWork());
    await quotas.run();
    assert.equal(quotas.hasWork(), false);
    assert.equal(await admitted(quotas, 'month'), 0);
    assert.notEqual(quotas.takeNow(payerOn(null)), first);
  });

  it('go on under another plan', async () => {
    assert.equal(await admitted(quotas, 'month'), PER_MONTH);
    assert.equal(await admitted(quotas, 'double', 30), 30);
    assert.equal(await admitted(quotas, 'month'), 0);
    assert.equal(await admitted(quotas, 'none', 5), 5);
    assert.equal(await admitted(quotas, 'double'), PER_MONTH - 35);
  });

  it('are told of to the owners at 80 % and at 100 %, once each', async () => {
    await admitted(quotas, 'month', 79);
    await quotas.run();
    assert.deepEqual([await quotas.noticesThisMonth(accountId), await mails()], [[], []]);
    await admitted(quotas, 'month', 1);
    await quotas.run();
    const metric = 'api_requests_per_month';
    const first = { metric, percent: 80, at: now };
    assert.deepEqual(await quotas.noticesThisMonth(accountId), [first]);
    const told = await mails();
    assert.deepEqual(told.map(({ to }) => to).sort(), ['other@example.com', 'owner@example.com']);
    const subjects = told.map(({ subject }) => subject).sort();
    assert.deepEqual(subjects, [
      '80 % der API-Anfragen dieses Monats sind verbraucht',
      'You have used 80 % of the API requests',
    ]);
    for (const { to, language, paragraphs } of told)
      assert.ok(paragraphs[0]?.includes(language === 'de' ? 'Konto „Acme“' : 'account "Acme"'), to);
    now += SECOND_MS;
    await admitted(quotas, 'month');
    for (let n = 0; n < 2; n++) {
      await quotas.run();
      await admitted(quotas, 'month');
    }
    assert.deepEqual(await quotas.noticesThisMonth(accountId), [first, { metric, percent: 100, at: now }]);
    const rest = await mails();
    assert.equal(rest.length, 2);
    for (const { paragraphs } of rest) {
      assert.match(paragraphs[0] ?? '', /100 % (?:of the|der) 100 API/);
      assert.ok(paragraphs[0]?.includes(accountId));
    }
  });

  it('that a smaller plan no longer allows are told of too', async () => {
    await admitted(quotas, 'month', 60);
    await quotas.run();
    assert.equal(await admitted(quotas, 'half'), 0);
    await quotas.run();
    assert.deepEqual(
      (await quotas.noticesThisMonth(accountId)).map(({ percent }) => percent),
      [80, 100],
    );
  });

  it('are all refused where a plan allows none, and nobody is told', async () => {
    assert.equal(await admitted(quotas, 'nothing'), 0);
    await quotas.run();
    assert.deepEqual(await mails(), []);
  });

  it('that are refused are let in within an interval, once the row says that others gave some back', async () => {
    assert.equal(await admitted(quotas, 'month'), PER_MONTH);
    await quotas.run();
    await database.write((writer) => writer.updateTable('request_months').set({ requests: 90 }).execute());
    assert.equal(await admitted(quotas, 'month'), 0);
    await quotas.run();
    assert.equal(await admitted(quotas, 'month'), 10);
  });
});

function isExceeded(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'api_quota_exceeded';
}

/** A database with some methods replaced. */
function wrapped(database: Database, methods: Partial<Database>): Database {
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
    ...methods,
  };
}
