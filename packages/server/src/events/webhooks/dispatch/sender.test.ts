/** Senders over a real database, with time and receivers of the test's own. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { sql } from 'kysely';
import { describeEachEngine } from '../../../../../testing/src/engines.ts';
import { webhookRow } from '../../../../../testing/src/rows/webhook-row.ts';
import { until } from '../../../../../testing/src/until.ts';
import {
  type BenchSpace,
  makeBenchSpace,
  openWorkbench,
  type Workbench,
} from '../../../../../testing/src/workbench.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import type { OutgoingRequest, OutgoingResult } from '../../../platform/outgoing/outgoing.ts';
import type { WebhookRow } from '../tables.ts';
import { WebhookSecrets } from '../webhook-secrets.ts';
import { Retention } from './retention.ts';
import { retryDelayMs } from './schedule.ts';
import { Sender } from './sender.ts';
import { Sending } from './sending.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** The first wait of the schedule, with a fifth added. */
const RETRY_MAX_MS = 6_000;
const LEASE_MAX_MS = 9_000;
const DEBOUNCE_SECONDS = 60;
const TAKEN: OutgoingResult = {
  statusCode: 204,
  failure: null,
  durationMs: 1,
  response: '',
  responseHeaders: {},
  retryAfter: null,
};
const REFUSED: OutgoingResult = { ...TAKEN, statusCode: 500, failure: 'http_error' };

const secrets = new WebhookSecrets('a secret of at least 32 characters');
const otherSecrets = new WebhookSecrets('another secret of 32 characters');

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
/** Attempts of one webhook that are begun before it is known how its receiver fares. */
const PARALLEL_FIRST = 2;
const RECORDS = 200;
/** What may be under way when the first outcomes are refused: a batch of them, and the attempts of one webhook. */
const IN_FLIGHT_MAX = 64 + 8;
/** More dead receivers than there is room for, and what each is sent. */
const DEAD = 270;
const CHANGES = 6;
/** So often each of them is tried at most before it is somebody else's turn. */
const DEAD_TRIES_MAX = 4;

describeEachEngine('a sender', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  let sent: OutgoingRequest[];
  let respond: (request: OutgoingRequest) => OutgoingResult | Promise<OutgoingResult>;
  let aheadMs: number;
  let off: [string, string][];
  let problems: string[];
  const running: Process[] = [];

  beforeEach(async () => {
    bench = await openWorkbench(await engine.freshDatabaseConfig());
    own = await makeBenchSpace(bench);
    [sent, respond, aheadMs, off, problems] = [[], () => TAKEN, 0, [], []];
  });
  afterEach(async () => {
    for (const { jobs } of running.splice(0)) await jobs.close();
    await bench.close();
  });

  /** A process that sends; its clock is that of the test. */
  function begin(): Process {
    const clock = () => Date.now() + aheadMs;
    const outgoing = {
      post: async (request: OutgoingRequest) => {
        sent.push(request);
        return respond(request);
      },
    };
    const { database } = bench;
    const sending = new Sending({ reader: database.reader, outgoing, open: (row) => secrets.sendable(row), clock });
    const switchOff = async (webhook: string, reason: string) => void off.push([webhook, reason]);
    const onProblem = (error: unknown) => void problems.push(String(error));
    const sender = new Sender({ database, clock, sending, switchOff, onProblem });
    const jobs = new Jobs(jobsOf(sender, new Retention({ database, clock })), { database, clock, onProblem });
    const one = { sender, jobs };
    running.push(one);
    jobs.start();
    return one;
  }

  async function addWebhook(given: Partial<WebhookRow> = {}): Promise<string> {
    const row = webhookRow(own, secrets, given);
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

  function attempts() {
    return bench.database.reader.selectFrom('webhook_attempts').selectAll().orderBy('id').execute();
  }

  /** Waits until so many attempts have failed and stand in the log. */
  function untilFailed(count: number): Promise<unknown> {
    return until(attempts, (rows) => rows.filter(({ status }) => status === 'failed').length === count);
  }

  /** Waits until nothing is left to be sent, and all is written down. */
  function untilSettled(): Promise<unknown> {
    return until(attempts, (rows) => rows.every(({ due_at }) => due_at === null));
  }

  function untilSent(count: number): Promise<unknown> {
    return until(
      () => sent.length,
      (length) => length >= count,
    );
  }

  /** Gives the lease to somebody else, as their row says it. */
  function giveLease(boot: string, endsInMs: number): Promise<unknown> {
    const row = { name: JOB, done_at: 0, node: 'elsewhere', boot, leased_until: Date.now() + endsInMs };
    return bench.database.write((writer) =>
      writer
        .insertInto('background_jobs')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ boot, leased_until: row.leased_until }))
        .execute(),
    );
  }

  it('sends each event once where several processes look for it', async () => {
    for (let n = 0; n < 3; n++) await addWebhook();
    const processes = [begin(), begin(), begin()];
    for (let round = 0; round < 4; round++) {
      await commit(50);
      for (const { sender } of processes) sender.moved(own.master.number);
    }
    await untilSent(600);
    await untilSettled();
    assert.equal(sent.length, 600);
    assert.equal(new Set(sent.map(({ headers }) => headers['x-cms-delivery'])).size, 600);
    assert.equal(
      processes.filter(({ sender }) => figure(sender, 'attempts_sent') !== 0).length,
      1,
      'one of them sends',
    );
  });

  it('sends what another process committed, before it began and since', async () => {
    await addWebhook();
    await commit(3);
    begin();
    await untilSent(3);
    await commit(3);
    await untilSent(6);
  });

  it('stops once it has lost the lease, and stores nothing any more', async () => {
    const webhook = await addWebhook();
    const gate = Promise.withResolvers<OutgoingResult>();
    respond = () => gate.promise;
    const { sender, jobs } = begin();
    await commit(RECORDS);
    sender.moved(own.master.number);
    await untilSent(2);
    await giveLease('prc_other', LEASE_MAX_MS);
    gate.resolve(REFUSED);
    await jobs.idle();
    assert.ok(sent.length <= IN_FLIGHT_MAX, `${sent.length} were sent before it noticed`);
    assert.ok((await attempts()).every(({ status }) => status === 'pending'));
    const row = await bench.database.reader
      .selectFrom('webhooks')
      .select('failures')
      .where('id', '=', webhook)
      .executeTakeFirstOrThrow();
    assert.equal(row.failures, 0);
  });

  it('stores no outcome twice, where another process stored one of the same attempt meanwhile', async () => {
    await addWebhook();
    const gate = Promise.withResolvers<OutgoingResult>();
    respond = () => gate.promise;
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    await untilSent(1);
    await bench.database.write((writer) =>
      writer.updateTable('webhook_attempts').set({ due_at: null, status: 'success' }).execute(),
    );
    gate.resolve(REFUSED);
    await until(() => figure(sender, 'attempts_failed') === 1 && figure(sender, 'outcomes_unsaved') === 0);
    assert.deepEqual(
      (await attempts()).map(({ status }) => status),
      ['success'],
    );
  });

  it('sends a delivery that failed again, with the same id and bytes', async () => {
    await addWebhook();
    respond = () => REFUSED;
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    await untilFailed(1);
    [aheadMs, respond] = [RETRY_MAX_MS, () => TAKEN];
    sender.changed();
    await untilSettled();
    const [first, second, ...more] = sent;
    assert.deepEqual(
      [first, second].map((request) => request?.headers['x-cms-attempt']),
      ['1', '2'],
    );
    const told = (request: OutgoingRequest | undefined) => [request?.headers['x-cms-delivery'], request?.body];
    assert.deepEqual([told(second), more], [told(first), []]);
  });

  it('sends only the last event of a burst to a webhook that debounces, once that is over', async () => {
    await addWebhook({ debounce_seconds: DEBOUNCE_SECONDS });
    const { sender } = begin();
    for (let n = 0; n < 3; n++) {
      await commit(1);
      sender.moved(own.master.number);
      const revision = n + 1;
      await until(attempts, (rows) => rows.at(-1)?.revision === revision + 1);
    }
    assert.deepEqual([sent.length, (await attempts()).length], [0, 1]);
    aheadMs = 2 * DEBOUNCE_SECONDS * 1_000;
    sender.changed();
    await untilSettled();
    assert.deepEqual(
      sent.map(({ headers }) => headers['x-cms-revision']),
      ['4'],
    );
  });

  for (const [what, isAtStart] of [
    ['before it started', true],
    ['while it runs', false],
  ] as const) {
    it(`sends what was due by a clock that was two hours ahead ${what}`, async () => {
      await addWebhook();
      aheadMs = 2 * HOUR_MS;
      respond = () => REFUSED;
      await commit(1);
      const { sender } = begin();
      await untilFailed(1);
      if (isAtStart) await running.pop()?.jobs.close();
      [aheadMs, respond] = [0, () => TAKEN];
      if (isAtStart) begin();
      else sender.changed();
      await until(attempts, (rows) => rows.every(({ due_at }) => (due_at ?? 0) <= Date.now() + RETRY_MAX_MS));
      aheadMs = RETRY_MAX_MS;
      await untilSent(2);
    });
  }

  it('forgets an outcome that it cannot store, once another process has stored one of the same attempt', async () => {
    await addWebhook();
    await bench.database.write(async (writer) => {
      for (const statement of refusals[engine.kind]) await sql.raw(statement).execute(writer);
    });
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    await until(() => problems.length > 0);
    await running.pop()?.jobs.close();
    await sender.hasWork();
    assert.equal(figure(sender, 'outcomes_unsaved'), 1);
    await bench.database.write(async (writer) => {
      await sql.raw(acceptance[engine.kind]).execute(writer);
      await writer.updateTable('webhook_attempts').set({ due_at: null, status: 'success' }).execute();
    });
    await sender.hasWork();
    assert.equal(figure(sender, 'outcomes_unsaved'), 0);
  });

  it('sends no more while outcomes cannot be stored, and goes on when they can', async () => {
    await addWebhook();
    await bench.database.write(async (writer) => {
      for (const statement of refusals[engine.kind]) await sql.raw(statement).execute(writer);
    });
    const { sender } = begin();
    await commit(RECORDS);
    sender.moved(own.master.number);
    await until(() => problems.length > 0 && figure(sender, 'outcomes_unsaved') === sent.length);
    assert.ok(problems.every((problem) => problem.includes(EXPECTED_PROBLEM)));
    assert.ok(sent.length <= IN_FLIGHT_MAX, `${sent.length} were sent, and none of them is noted`);
    assert.ok((await attempts()).every(({ due_at }) => due_at !== null));
    await bench.database.write((writer) => sql.raw(acceptance[engine.kind]).execute(writer));
    await untilSettled();
    assert.equal(sent.length, RECORDS);
  });

  it('leaves a receiver that fails alone for a while, until somebody resumes it', async () => {
    const state = { failures: 12, failing_since: Date.now(), paused_until: Date.now() + HOUR_MS };
    const webhook = await addWebhook({ ...state, url: 'https://paused.example/' });
    await addWebhook();
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    await until(attempts, (rows) => rows.some(({ status }) => status === 'success'));
    assert.equal(sent.length, 1);
    const fine = { failures: 0, failing_since: null, paused_until: 0 };
    await bench.database.write((writer) =>
      writer.updateTable('webhooks').set(fine).where('id', '=', webhook).execute(),
    );
    sender.changed();
    await untilSent(2);
  });

  it('gives a webhook that somebody changed another chance, while an attempt from before is under way', async () => {
    const state = { failures: 9, failing_since: Date.now() - 6 * DAY_MS };
    const webhook = await addWebhook(state);
    const gate = Promise.withResolvers<OutgoingResult>();
    respond = () => (sent.length === 1 ? gate.promise : TAKEN);
    const { sender } = begin();
    await commit(2);
    sender.moved(own.master.number);
    await untilSent(1);
    await bench.database.write((writer) =>
      writer
        .updateTable('webhooks')
        .set({ failures: 0, failing_since: null, version: 2 })
        .where('id', '=', webhook)
        .execute(),
    );
    sender.changed();
    await untilSent(2).finally(() => gate.resolve(REFUSED));
    await untilFailed(1);
    const [row] = await bench.database.reader.selectFrom('webhooks').selectAll().execute();
    assert.deepEqual([row?.failures, row?.paused_until, off], [1, 0, []]);
  });

  it('lets no dead receivers hold up one that is not, however many there are', async () => {
    const rows = Array.from({ length: DEAD }, (_, n) =>
      webhookRow(own, secrets, { url: `https://dead-${n}.example/` }),
    );
    await bench.database.write(async (writer) => {
      for (const row of rows) await writer.insertInto('webhooks').values(row).execute();
    });
    await addWebhook({ id: 'whk_zzz', url: 'https://good.example/' });
    respond = async ({ url }) => {
      if (!url.includes('dead')) return TAKEN;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return REFUSED;
    };
    await commit(CHANGES);
    begin();
    const good = () => sent.filter(({ url }) => url.includes('good')).length;
    await until(good, (count) => count === CHANGES);
    const tries = sent.length - good();
    assert.ok(tries <= DEAD * DEAD_TRIES_MAX, `${tries} attempts at dead receivers came first`);
  });

  it('lets no webhook hold up others whose secret it cannot read, and reports that', async () => {
    await addWebhook({ secret: otherSecrets.seal('secret') });
    await addWebhook({ url: 'https://good.example/' });
    begin();
    await commit(CHANGES);
    await untilSent(CHANGES);
    await until(() => problems.length > 0);
    assert.ok(problems.length <= PARALLEL_FIRST, 'it is not tried again and again');
    assert.ok(sent.every(({ url }) => url.includes('good')));
  });

  it('switches off a webhook that failed for five days without a success', async () => {
    const webhook = await addWebhook();
    respond = () => REFUSED;
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    await untilFailed(1);
    aheadMs = DAY_MS;
    sender.changed();
    await untilFailed(2);
    assert.deepEqual(off, []);
    aheadMs = 5 * DAY_MS + HOUR_MS;
    sender.changed();
    await until(() => off.length > 0);
    assert.deepEqual(off, [[webhook, 'failing']]);
  });

  it('switches off a webhook whose receiver is gone for good, at once', async () => {
    const webhook = await addWebhook();
    respond = () => ({ ...REFUSED, statusCode: 410 });
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    await until(() => off.length > 0);
    assert.deepEqual(off, [[webhook, 'gone']]);
    await untilSettled();
  });

  it('gives up a delivery after the last wait of the schedule', async () => {
    await addWebhook();
    respond = () => REFUSED;
    const { sender } = begin();
    await commit(1);
    sender.moved(own.master.number);
    let made = 1;
    const wait = () => retryDelayMs(made, { random: 1, now: 0, retryAfter: null });
    for (; wait() !== null; made += 1) {
      await untilFailed(made);
      aheadMs += wait() ?? 0;
      sender.changed();
    }
    await untilFailed(made);
    await untilSettled();
    assert.equal((await attempts()).length, made);
  });

  it('keeps the log for 30 days', async () => {
    const webhook = await addWebhook();
    await commit(1);
    begin();
    await untilSent(1);
    await untilSettled();
    for (const days of [29, 31]) await addOld(webhook, Date.now() - days * DAY_MS);
    const counted = (hour: number) => ({ webhook, hour, duration: 0, delivered: 1, failed: 0, last_at: hour });
    const old = [29, 31].map((days) => counted(Date.now() - days * DAY_MS));
    await bench.database.write((writer) => writer.insertInto('webhook_hours').values(old).execute());
    begin();
    await until(attempts, ({ length }) => length === 2);
    await until(deliveries, ({ length }) => length === 2);
    assert.equal((await countedHours()).length, 2);
  });

  it('removes everything of a webhook whose space is gone', async () => {
    const webhook = await addWebhook();
    await commit(3);
    begin();
    await untilSent(3);
    await untilSettled();
    await bench.database.write((writer) => writer.deleteFrom('webhooks').where('id', '=', webhook).execute());
    begin();
    await until(deliveries, ({ length }) => length === 0);
    assert.equal((await attempts()).length, 0);
    assert.deepEqual(await countedHours(), []);
  });

  it('removes what was still to be sent to a webhook that is gone, at once', async () => {
    const webhook = await addWebhook();
    respond = () => REFUSED;
    const { sender } = begin();
    await commit(3);
    sender.moved(own.master.number);
    await untilFailed(3);
    await bench.database.write((writer) => writer.deleteFrom('webhooks').where('id', '=', webhook).execute());
    sender.changed();
    await until(deliveries, ({ length }) => length === 0);
    assert.equal((await attempts()).length, 0);
  });

  function deliveries() {
    return bench.database.reader.selectFrom('webhook_deliveries').select('id').execute();
  }

  function countedHours() {
    return bench.database.reader.selectFrom('webhook_hours').select(['hour', 'delivered', 'failed']).execute();
  }

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

/** A process that sends. */
interface Process {
  readonly sender: Sender;
  readonly jobs: Jobs;
}

const JOB = 'webhook-sending';

/** What the metrics say of a process. */
function figure(sender: Sender, name: string): unknown {
  return sender.gauges.find((gauge) => gauge.name === `lectern_webhook_${name}`)?.read();
}

/** As in `composition/background-jobs.ts`, but that old records go at the start of each process. */
function jobsOf(sender: Sender, retention: Retention): Job[] {
  const row = { room: 'events/webhooks', atStart: true } as const;
  return [
    { ...row, name: JOB, everyMs: 1_000, runsIn: 'one process', isLasting: true, work: sender },
    { ...row, name: 'webhook-retention', everyMs: null, runsIn: 'each process', work: retention },
  ];
}
