/** Background jobs over a real database, as several processes run them: when they run, where, and how they end. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeEachEngine } from '../../../test/harness/engines.ts';
import { openDatabase } from '../database/connect.ts';
import type { Database, DatabaseConfig } from '../database/database.ts';
import { systemClock } from '../kit/clock.ts';
import type { Job, JobWork } from './job.ts';
import { Jobs } from './jobs.ts';
import { LEASE_MS } from './store.ts';
import { Trigger } from './trigger.ts';

const INTERVAL_MS = 200;
const HOUR_MS = 3_600_000;
const QUIET_MS = 500;
const WAIT_MS = 30_000;
const EACH = { room: 'platform/jobs', name: 'test', everyMs: null, runsIn: 'each process' } as const;
const ONE = { ...EACH, runsIn: 'one process' } as const;

interface Problem {
  readonly message: string;
  readonly failures: number;
}

describeEachEngine('background jobs', (engine) => {
  let config: DatabaseConfig;
  let statements: number;
  let problems: Problem[];
  const opened: { jobs: Jobs; database: Database }[] = [];

  beforeEach(async () => {
    config = await engine.freshDatabaseConfig();
    [statements, problems] = [0, []];
  });
  afterEach(async () => {
    for (const { jobs, database } of opened.splice(0)) {
      await jobs.close();
      await database.close();
    }
  });

  /** One more process with those jobs. */
  async function begin(...rows: Job[]): Promise<Jobs> {
    const database = await openDatabase(config, {
      observe: () => {
        statements += 1;
      },
    });
    const onProblem = (error: unknown, { failures }: { failures: number }) =>
      void problems.push({ message: error instanceof Error ? error.message : '', failures });
    const jobs = new Jobs(rows, { database, clock: systemClock, onProblem });
    opened.push({ jobs, database });
    jobs.start();
    return jobs;
  }

  /** The only row of the table, as another process would find or leave it. */
  const rows = () => anyDatabase().reader.selectFrom('background_jobs').selectAll().execute();
  const setRow = (values: { done_at?: number; boot?: string; leased_until?: number }) =>
    anyDatabase().write((writer) => writer.updateTable('background_jobs').set(values).execute());
  const anyDatabase = () => opened[0]?.database ?? assert.fail('no process');

  it('run at their interval, without ever overlapping', async () => {
    const work = new CountedWork(async () => void (await sleep(2 * INTERVAL_MS)));
    await begin({ ...EACH, everyMs: INTERVAL_MS, work });
    await until(() => work.begun.length >= 3, 'three runs');
    assert.equal(work.atOnce, 1);
    const [first = 0, second = 0] = work.begun;
    assert.ok(second - first >= 3 * INTERVAL_MS - 50, 'the interval begins where a run ends');
  });

  it('run when triggered, and once more where that is during a run', async () => {
    const gate = Promise.withResolvers<void>();
    const work = new CountedWork(() => gate.promise);
    await begin({ ...EACH, work });
    assert.equal(work.begun.length, 0);
    for (let n = 0; n < 3; n++) work.trigger.fire();
    assert.equal(work.begun.length, 1, 'it begins at once');
    gate.resolve();
    await until(() => work.begun.length === 2, 'the second run');
    await sleep(QUIET_MS);
    assert.deepEqual([work.begun.length, work.atOnce], [2, 1]);
  });

  it('run later where the trigger or the run before say so, and gather what is triggered until then', async () => {
    const work = new CountedWork(async () => (work.begun.length === 1 ? INTERVAL_MS : undefined));
    await begin({ ...EACH, work });
    for (let n = 0; n < 3; n++) work.trigger.fire(INTERVAL_MS);
    await sleep(INTERVAL_MS / 2);
    assert.equal(work.begun.length, 0);
    await until(() => work.begun.length === 2, 'the run that the first one wanted');
    await sleep(QUIET_MS);
    assert.equal(work.begun.length, 2);
  });

  it('of one process run in one at a time, and each trigger is followed', async () => {
    let todo = 0;
    const work = new CountedWork(async () => {
      const seen = todo;
      await sleep(20);
      todo -= seen;
    });
    work.hasWork = () => todo > 0;
    const triggers = [0, 1, 2].map(() => new Trigger());
    for (const trigger of triggers) await begin({ ...ONE, work: sharedWork(work, trigger) });
    for (let n = 0; n < 30; n++) {
      todo += 1;
      triggers[n % 3]?.fire();
      await sleep(10);
    }
    await until(() => todo === 0, 'all is done');
    assert.equal(work.atOnce, 1);
    assert.deepEqual(problems, []);
  });

  it('of one process run once in an interval, however many processes there are and however often they start', async () => {
    const work = new CountedWork(async () => {});
    const row = { ...ONE, everyMs: INTERVAL_MS, work: sharedWork(work) };
    for (let n = 0; n < 3; n++) await begin(row);
    await until(() => work.begun.length >= 6, 'six runs');
    const gaps = work.begun.slice(1).map((at, index) => at - (work.begun[index] ?? 0));
    assert.ok(Math.min(...gaps) >= INTERVAL_MS - 50, `${gaps}`);
    await setRow({ done_at: Date.now() });
    const before = work.begun.length;
    await begin({ ...row, everyMs: HOUR_MS, atStart: true });
    await sleep(INTERVAL_MS / 4);
    assert.ok(work.begun.length - before <= 1, 'a start is no reason');
  });

  it('leave the lease of another process alone until it is over, by the clock of the database', async () => {
    const work = new CountedWork(async () => {});
    work.hasWork = () => work.begun.length === 0;
    const idle = new CountedWork(async () => {});
    await begin({ ...ONE, work: idle });
    idle.trigger.fire();
    await until(() => idle.begun.length === 1, 'its row is made');
    await setRow({ boot: 'prc_killed', leased_until: Date.now() + LEASE_MS - 1_000 });
    await begin({ ...ONE, atStart: true, work });
    await sleep(2_000);
    assert.equal(work.begun.length, 0);
    await setRow({ leased_until: Date.now() - 1 });
    await until(() => work.begun.length === 1, 'it is taken over');
  });

  it('give a lease no more time than any other where the clock was ahead that wrote it', async () => {
    const work = new CountedWork(async () => {});
    await begin({ ...ONE, everyMs: HOUR_MS, atStart: true, work });
    await until(async () => (await rows()).length === 1, 'its row is made');
    await setRow({ boot: 'prc_killed', leased_until: Date.now() + 2 * HOUR_MS, done_at: Date.now() + 2 * HOUR_MS });
    work.trigger.fire();
    await until(() => work.begun.length === 1, 'it runs');
  });

  it('make their lease longer while they run, and stop when it is lost', async () => {
    let ended = false;
    const work = new CountedWork(async (signal) => {
      while (!signal.aborted) await sleep(10);
      ended = true;
    });
    await begin({ ...ONE, work });
    work.trigger.fire();
    await until(() => work.begun.length === 1, 'it runs');
    const taken = (await rows())[0]?.leased_until ?? 0;
    await until(async () => ((await rows())[0]?.leased_until ?? 0) > taken, 'the lease is longer');
    const row = (await rows())[0];
    assert.ok(row !== undefined && row.leased_until <= Date.now() + LEASE_MS + 50);
    assert.match(`${row.node} ${row.boot}`, /^\S+ prc_/);
    await setRow({ boot: 'prc_other' });
    await until(() => ended, 'it stops');
    assert.equal((await rows())[0]?.boot, 'prc_other');
  });

  it('that fail are reported, tried again later, and due until they succeed', async () => {
    const work = new CountedWork(async () => {
      if (work.begun.length <= 3) throw new Error(`no. ${work.begun.length}`);
    });
    const jobs = await begin({ ...ONE, everyMs: INTERVAL_MS, work });
    await until(() => work.begun.length === 1, 'the first run');
    await jobs.idle();
    for (let n = 0; n < 10; n++) work.trigger.fire();
    await sleep(QUIET_MS);
    assert.equal(work.begun.length, 1, 'no trigger brings the retry forward');
    const doneAt = (await rows())[0]?.done_at;
    await until(() => work.begun.length === 3, 'the retries');
    await jobs.idle();
    assert.deepEqual([(await rows())[0]?.done_at, (await rows())[0]?.leased_until], [doneAt, 0]);
    await until(() => work.begun.length === 5, 'it works again, at its interval');
    assert.deepEqual(problems, [
      { message: 'no. 1', failures: 1 },
      { message: 'no. 2', failures: 2 },
    ]);
    assert.equal(figure(jobs, 'failures_total'), 3);
  });

  it('end after the step that runs, the last one first; nothing begins any more, and nothing is asked', async () => {
    const ended: string[] = [];
    const steps = (name: string) => async (signal: AbortSignal) => {
      while (!signal.aborted) await sleep(INTERVAL_MS);
      ended.push(`${name} stopped`);
    };
    const last = new CountedWork(async () => void ended.push('last words'));
    const first = new CountedWork(steps('first'));
    const second = new CountedWork(steps('second'));
    second.close = async () => void ended.push('second closed');
    const jobs = await begin(
      { ...EACH, name: 'last-words', everyMs: HOUR_MS, atEnd: true, work: last },
      { ...EACH, name: 'first', everyMs: 1, atStart: true, work: first },
      { ...ONE, name: 'second', everyMs: 1, work: second },
    );
    second.trigger.fire();
    await until(() => second.begun.length === 1 && figure(jobs, 'running', 'second') === 1, 'both run');
    await jobs.close();
    assert.deepEqual(ended.slice(-2), ['second closed', 'last words']);
    assert.deepEqual(ended.slice(0, 2).sort(), ['first stopped', 'second stopped']);
    assert.equal((await rows()).find(({ name }) => name === 'second')?.leased_until, 0, 'its lease is free');
    const before = statements;
    for (const work of [last, first, second]) work.trigger.fire();
    await sleep(QUIET_MS);
    assert.deepEqual([first.begun.length, second.begun.length, last.begun.length, statements], [1, 1, 1, before]);
  });

  it('show how they fare', async () => {
    const work = new CountedWork(async () => void (await sleep(INTERVAL_MS)));
    const jobs = await begin({ ...EACH, work });
    assert.deepEqual(
      ['runs_total', 'failures_total', 'running', 'last_duration_seconds'].map((name) => figure(jobs, name)),
      [0, 0, 0, undefined],
    );
    work.trigger.fire();
    assert.deepEqual([figure(jobs, 'runs_total'), figure(jobs, 'running')], [1, 1]);
    await jobs.idle();
    assert.equal(figure(jobs, 'running'), 0);
    const seconds = figure(jobs, 'last_duration_seconds') ?? 0;
    assert.ok(seconds >= 0.19 && seconds < WAIT_MS, `${seconds}`);
    const at = figure(jobs, 'last_success_timestamp_seconds') ?? 0;
    assert.ok(Math.abs(Date.now() / 1_000 - at) < WAIT_MS / 1_000, `${at}`);
  });
});

/** Work that knows when it ran. */
class CountedWork implements JobWork {
  readonly trigger = new Trigger();
  readonly begun: number[] = [];
  atOnce = 0;
  hasWork?: () => boolean;
  close?: () => Promise<void>;
  readonly #work: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>;
  #running = 0;

  constructor(work: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>) {
    this.#work = work;
  }

  async run(signal: AbortSignal): Promise<number | undefined> {
    this.begun.push(Date.now());
    this.#running += 1;
    this.atOnce = Math.max(this.atOnce, this.#running);
    try {
      return (await this.#work(signal)) ?? undefined;
    } finally {
      this.#running -= 1;
    }
  }
}

/** The same work as another process has it. */
function sharedWork(work: CountedWork, trigger = new Trigger()): JobWork {
  const shared = { trigger, run: (signal: AbortSignal) => work.run(signal) };
  return work.hasWork === undefined ? shared : { ...shared, hasWork: work.hasWork };
}

function figure(jobs: Jobs, name: string, job = 'test'): number | undefined {
  return jobs.gauges
    .find((gauge) => gauge.name === `lectern_job_${name}`)
    ?.read()
    .get(job);
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, what);
    await sleep(5);
  }
}
