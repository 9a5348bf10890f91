/** Dispatchers over a real database, with time and receivers of the test's own. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeEachEngine } from '../../../../test/harness/engines.ts';
import { webhookRow } from '../../../../test/webhook-row.ts';
import { type BenchSpace, makeBenchSpace, openWorkbench, type Workbench } from '../../../../test/workbench.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import type { OutgoingRequest, OutgoingResult } from '../../../platform/outgoing/outgoing.ts';
import { WebhookSecrets } from '../webhook-secrets.ts';
import { Dispatcher } from './dispatcher.ts';
import { resumeQueue } from './queue-store.ts';
import { Retention } from './retention.ts';
import { Sending } from './sending.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** A little more than each wait of the schedule with a fifth added. */
const HOURS_BETWEEN_ATTEMPTS = [0.01, 0.03, 0.11, 0.7, 2.5, 7.5, 15, 29];
const LEASE_MS = 30_000;
const WAIT_MS = 60_000;
const QUIET_MS = 300;
const POLL_MS = 5;
const TAKEN: OutgoingResult = { statusCode: 204, failure: null, durationMs: 1, response: '', retryAfter: null };
const REFUSED: OutgoingResult = { ...TAKEN, statusCode: 500, failure: 'http_error' };

const secrets = new WebhookSecrets('a secret of at least 32 characters');

/** What a database says that refuses outcomes. */
const EXPECTED_PROBLEM = 'no outcomes';
/** Statements that make the database refuse outcomes, as it does on a full disk, and one that ends that. */
const refusals = {
  sqlite: ["CREATE TRIGGER refusal BEFORE UPDATE ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'no outcomes'); END"],
  postgres: [
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no outcomes'; END $$",
    'CREATE TRIGGER refusal BEFORE UPDATE ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION refuse()',
  ],
};
const acceptance = { sqlite: 'DROP TRIGGER refusal', postgres: 'DROP TRIGGER refusal ON webhook_attempts' };
const RECORDS = 200;
/** What may be under way when the first outcomes are refused: a batch of them, and the attempts of one webhook. */
const IN_FLIGHT_MAX = 64 + 8;
/** Beyond what the system gives to a process. */
const NO_PROCESS = 4_194_305;
const SLACK_MS = 1_000;
const START_MAX_MS = 2_000;
/** The first wait of the schedule, with a fifth added. */
const RETRY_MAX_MS = 6_000;

describeEachEngine('a dispatcher', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  let sent: OutgoingRequest[];
  let response: OutgoingResult;
  let aheadMs: number;
  let off: [string, string][];
  const running: Jobs[] = [];

  beforeEach(async () => {
    bench = await openWorkbench(await engine.freshDatabaseConfig());
    own = await makeBenchSpace(bench);
    [sent, response, aheadMs, off] = [[], TAKEN, 0, []];
  });
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.close();
    await bench.close();
  });

  /** A process that sends; its clock is that of the test. */
  function begin(): Dispatcher {
    const clock = () => Date.now() + aheadMs;
    const outgoing = {
      post: async (request: OutgoingRequest) => {
        sent.push(request);
        return response;
      },
    };
    const { database } = bench;
    const sending = new Sending({ reader: database.reader, outgoing, open: (row) => secrets.sendable(row), clock });
    const switchOff = async (webhook: string, reason: string) => void off.push([webhook, reason]);
    const onProblem = (error: unknown) => {
      if (String(error).includes(EXPECTED_PROBLEM)) return;
      setImmediate(() => Promise.reject(error));
    };
    const dispatcher = new Dispatcher({ database, clock, sending, switchOff, onProblem });
    const jobs = new Jobs(jobsOf(dispatcher, new Retention({ database, clock })), { database, clock, onProblem });
    running.push(jobs);
    jobs.start();
    return dispatcher;
  }

  async function addWebhook(): Promise<string> {
    const row = webhookRow(own, secrets);
    await bench.database.write((writer) => writer.insertInto('webhooks').values(row).execute());
    return row.id;
  }

  /** Commits a change of so many entries. */
  async function commit(count: number): Promise<void> {
    const { master, owner, space } = own;
    await bench.journal.write(owner, async (_writer, change) => {
      const target = { type: 'environment', id: master.id };
      change.record({ action: 'entry.publish', target, spaceId: space.id, environment: master.name });
      for (let n = 0; n < count; n++) {
        const place = { environment: master, kind: 'entry' as const, key: `entry-${n}`, resource: n };
        change.item({ ...place, event: 'entry.publish', contentTypeKey: 'article', published: true });
      }
    });
  }

  async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (!(await holds())) {
      assert.ok(Date.now() < deadline, what);
      await sleep(POLL_MS);
    }
  }

  /** Waits until so many attempts have failed and stand in the log. */
  function untilFailed(count: number): Promise<void> {
    const failed = async () =>
      (await rowsOf('webhook_attempts')).filter((row) => 'status' in row && row.status === 'failed');
    return until(async () => (await failed()).length === count, `${count} attempts have failed`);
  }

  async function rowsOf(table: 'webhook_attempts' | 'webhook_deliveries' | 'webhook_queues') {
    return bench.database.reader.selectFrom(table).selectAll().execute();
  }

  async function isSettled(): Promise<boolean> {
    const pending = await bench.database.reader
      .selectFrom('webhook_attempts')
      .select('id')
      .where('due_at', 'is not', null)
      .execute();
    const held = await bench.database.reader
      .selectFrom('webhook_queues')
      .select('webhook')
      .where('owner', 'is not', null)
      .execute();
    return pending.length === 0 && held.length === 0;
  }

  it('sends each event once where several processes look for it', async () => {
    for (let n = 0; n < 3; n++) await addWebhook();
    const processes = [begin(), begin(), begin()];
    for (let round = 0; round < 4; round++) {
      await commit(50);
      for (const dispatcher of processes) dispatcher.moved(own.master.number);
    }
    await until(() => sent.length >= 600, `${sent.length} of 600 were sent`);
    await until(isSettled, 'all is written down, and every queue let go');
    assert.equal(sent.length, 600);
    assert.equal(new Set(sent.map(({ headers }) => headers['x-cms-delivery'])).size, 600);
  });

  it('sends what another process committed and did not get to', async () => {
    await addWebhook();
    await commit(3);
    begin();
    await until(() => sent.length === 3, 'it is found');
  });

  /** A queue with a lease as its row says it. */
  async function holdQueue(webhook: string, owner: string, endsInMs: number): Promise<void> {
    const state = { failures: 0, failing_since: null, paused_until: 0, news: 0 };
    const lease = { webhook, owner, wake_at: Date.now() + endsInMs };
    await bench.database.write((writer) =>
      writer
        .insertInto('webhook_queues')
        .values({ ...lease, ...state })
        .execute(),
    );
  }

  it('leaves the queue of another process alone until its lease is over', async () => {
    const webhook = await addWebhook();
    await holdQueue(webhook, `elsewhere/${process.pid}/prc_other`, LEASE_MS - SLACK_MS);
    const dispatcher = begin();
    await commit(2);
    dispatcher.moved(own.master.number);
    await until(async () => (await rowsOf('webhook_attempts')).length === 2, 'deliveries are made');
    await sleep(QUIET_MS);
    assert.equal(sent.length, 0);
    // The clock of this process says nothing about leases.
    aheadMs = 2 * LEASE_MS;
    dispatcher.look.trigger?.fire();
    await sleep(QUIET_MS);
    assert.equal(sent.length, 0);
    await bench.database.write((writer) =>
      writer
        .updateTable('webhook_queues')
        .set({ wake_at: Date.now() - 1 })
        .execute(),
    );
    dispatcher.look.trigger?.fire();
    await until(() => sent.length === 2, 'they are sent when the lease is over');
  });

  for (const [whose, owner, endsInMs] of [
    ['an earlier start of the same process', `${hostname()}/${process.pid}/prc_killed`, LEASE_MS - SLACK_MS],
    ['a process of this machine that is gone', `${hostname()}/${NO_PROCESS}/prc_killed`, LEASE_MS - SLACK_MS],
    ['a process whose clock was two hours ahead', 'elsewhere/7/prc_killed', 2 * HOUR_MS],
  ] as const) {
    it(`takes the queue of ${whose} at once`, async () => {
      await holdQueue(await addWebhook(), owner, endsInMs);
      await commit(2);
      const startedAt = performance.now();
      begin();
      await until(() => sent.length === 2, 'they are sent');
      assert.ok(performance.now() - startedAt < START_MAX_MS);
    });
  }

  for (const [what, isAtStart] of [
    ['before it started', true],
    ['while it runs', false],
  ] as const) {
    it(`sends what was due by a clock that was two hours ahead ${what}`, async () => {
      await addWebhook();
      aheadMs = 2 * HOUR_MS;
      response = REFUSED;
      await commit(1);
      const dispatcher = begin();
      await untilFailed(1);
      if (isAtStart) await running.pop()?.close();
      [aheadMs, response] = [0, TAKEN];
      if (isAtStart) begin();
      else dispatcher.look.trigger?.fire();
      await until(async () => !(await dueLater()), 'the retry is due soon');
      aheadMs = RETRY_MAX_MS;
      await until(() => sent.length === 2, 'it is sent');
    });
  }

  /** Whether an attempt waits for longer than the first retry does. */
  async function dueLater(): Promise<boolean> {
    const rows = await bench.database.reader.selectFrom('webhook_attempts').select('due_at').execute();
    return rows.some(({ due_at }) => due_at !== null && due_at > Date.now() + RETRY_MAX_MS);
  }

  it('takes the queue of a process that is gone where its own clock is behind', async () => {
    await holdQueue(await addWebhook(), 'elsewhere/7/prc_killed', -SLACK_MS);
    await commit(1);
    aheadMs = -HOUR_MS;
    begin();
    await until(() => sent.length === 1, 'it is sent');
  });

  it('sends no more while outcomes cannot be stored, and goes on when they can', async () => {
    await addWebhook();
    const { reader } = bench.database;
    await bench.database.write(async (writer) => {
      for (const statement of refusals[engine.kind]) await sql.raw(statement).execute(writer);
    });
    const dispatcher = begin();
    await commit(RECORDS);
    dispatcher.moved(own.master.number);
    await until(() => sent.length > 0, 'the first ones are sent');
    await sleep(3 * QUIET_MS);
    assert.ok(sent.length <= IN_FLIGHT_MAX, `${sent.length} were sent, and none of them is noted`);
    assert.equal(
      (await reader.selectFrom('webhook_attempts').select('id').where('due_at', 'is', null).execute()).length,
      0,
    );
    await bench.database.write((writer) => sql.raw(acceptance[engine.kind]).execute(writer));
    await until(isSettled, 'all is written down');
    assert.equal(sent.length, RECORDS);
  });

  it('leaves a receiver that fails alone for a while, until somebody resumes it', async () => {
    const webhook = await addWebhook();
    const paused = { webhook, owner: null, wake_at: Date.now() + HOUR_MS, paused_until: Date.now() + HOUR_MS };
    const state = { failures: 12, failing_since: Date.now(), news: 0 };
    await bench.database.write((writer) =>
      writer
        .insertInto('webhook_queues')
        .values({ ...paused, ...state })
        .execute(),
    );
    const dispatcher = begin();
    await commit(1);
    dispatcher.moved(own.master.number);
    await until(async () => (await rowsOf('webhook_attempts')).length === 1, 'a delivery is made');
    await sleep(QUIET_MS);
    assert.equal(sent.length, 0);
    await bench.database.write((writer) => resumeQueue(writer, { webhook, now: Date.now() }));
    dispatcher.changed();
    await until(() => sent.length === 1, 'it is sent');
  });

  it('switches off a webhook that failed for five days without a success', async () => {
    const webhook = await addWebhook();
    response = REFUSED;
    const dispatcher = begin();
    await commit(1);
    dispatcher.moved(own.master.number);
    await untilFailed(1);
    aheadMs = DAY_MS;
    dispatcher.look.trigger?.fire();
    await untilFailed(2);
    assert.deepEqual(off, []);
    aheadMs = 5 * DAY_MS + HOUR_MS;
    dispatcher.look.trigger?.fire();
    await until(() => off.length > 0, 'it is switched off');
    assert.deepEqual(off, [[webhook, 'failing']]);
  });

  it('switches off a webhook whose receiver is gone for good, at once', async () => {
    const webhook = await addWebhook();
    response = { ...REFUSED, statusCode: 410 };
    const dispatcher = begin();
    await commit(1);
    dispatcher.moved(own.master.number);
    await until(() => off.length > 0, 'it is switched off');
    assert.deepEqual(off, [[webhook, 'gone']]);
    await until(isSettled, 'nothing waits to be repeated');
  });

  it('gives up a delivery after nine attempts', async () => {
    await addWebhook();
    response = REFUSED;
    const dispatcher = begin();
    await commit(1);
    dispatcher.moved(own.master.number);
    for (const [index, hours] of [...HOURS_BETWEEN_ATTEMPTS, 0].entries()) {
      await untilFailed(index + 1);
      aheadMs += hours * HOUR_MS;
      dispatcher.look.trigger?.fire();
    }
    await until(isSettled, 'nothing waits');
    assert.deepEqual(
      (await rowsOf('webhook_attempts')).map((row) => ('status' in row ? row.status : '')),
      Array<string>(9).fill('failed'),
    );
  });

  it('keeps the log for 30 days', async () => {
    const webhook = await addWebhook();
    await commit(1);
    begin();
    await until(() => sent.length === 1, 'it was sent');
    await until(isSettled, 'it is written down');
    for (const days of [29, 31]) await addOld(webhook, Date.now() - days * DAY_MS);
    begin();
    await until(async () => (await rowsOf('webhook_attempts')).length === 2, 'the oldest record goes');
    await until(async () => (await rowsOf('webhook_deliveries')).length === 2, 'and its delivery');
  });

  it('removes everything of a webhook whose space is gone', async () => {
    const webhook = await addWebhook();
    await commit(3);
    begin();
    await until(() => sent.length === 3, 'they were sent');
    await until(isSettled, 'they are written down');
    await bench.database.write((writer) => writer.deleteFrom('webhooks').where('id', '=', webhook).execute());
    begin();
    await until(async () => (await rowsOf('webhook_queues')).length === 0, 'its queue goes');
    assert.equal((await rowsOf('webhook_attempts')).length + (await rowsOf('webhook_deliveries')).length, 0);
  });

  /** A record of that age, beside those that there are. */
  async function addOld(webhook: string, at: number): Promise<void> {
    const key = timeOrderedKey(at);
    await bench.database.write(async (writer) => {
      const [delivery] = await writer.selectFrom('webhook_deliveries').selectAll().limit(1).execute();
      const [attempt] = await writer.selectFrom('webhook_attempts').selectAll().limit(1).execute();
      assert.ok(delivery !== undefined && attempt !== undefined);
      await writer
        .insertInto('webhook_deliveries')
        .values({ ...delivery, webhook, id: `dlv_${key}` })
        .execute();
      const ids = { webhook, id: `atm_${key}`, delivery: `dlv_${key}` };
      await writer
        .insertInto('webhook_attempts')
        .values({ ...attempt, ...ids })
        .execute();
    });
  }
});

/** As in `composition/background-jobs.ts`, but that old records go at the start of each process. */
function jobsOf(dispatcher: Dispatcher, retention: Retention): Job[] {
  const row = { room: 'events/webhooks', runsIn: 'each process' } as const;
  const look = { ...dispatcher.look, close: () => dispatcher.close() };
  return [
    { ...row, name: 'webhook-dispatch', everyMs: 1_000, atStart: true, work: look },
    { ...row, name: 'webhook-news', everyMs: dispatcher.newsEveryMs, work: dispatcher.news },
    { ...row, name: 'webhook-retention', everyMs: null, atStart: true, work: retention },
  ];
}
