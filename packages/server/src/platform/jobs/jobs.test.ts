/** Background jobs over a real database, as several processes run them: where they run, by whose lease, and how they end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../database/connect.ts';
import type { Database, DatabaseConfig } from '../database/database.ts';
import { systemClock } from '../kit/clock.ts';
import type { Job, JobLease, JobWork } from './job.ts';
import type { JobTimes } from './job-times.ts';
import { Jobs } from './jobs.ts';
import { Trigger } from './trigger.ts';

const HOUR_MS = 3_600_000;
const CLOCKS_APART_MS = 1_000;
const LEASE_MS = 60_000;
/** What would be waited for comes at once; a lease that ends because the machine is busy would change what is tried. */
const TIMES: JobTimes = {
  leaseMs: LEASE_MS,
  leaseRenewedEveryMs: 10,
  leaseTriedEveryMs: 10,
  lookEveryMs: 10,
  retryFirstMs: 10,
  retryMaxMs: 30_000,
};
/** How often a lease that another process holds is tried in vain, to see that it stays there. */
const TRIES = 3;
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
    const jobs = new Jobs(rows, { database, clock: systemClock, onProblem, jobTimes: TIMES });
    opened.push({ jobs, database });
    jobs.start();
    return jobs;
  }

  /** The only row of the table, as another process would find or leave it. */
  const rows = () => anyDatabase().reader.selectFrom('background_jobs').selectAll().execute();
  const setRow = (values: { done_at?: number; boot?: string; leased_until?: number }) =>
    anyDatabase().write((writer) => writer.updateTable('background_jobs').set(values).execute());
  const anyDatabase = () => opened[0]?.database ?? assert.fail('no process');

  it('of one process run in one at a time, and each trigger is followed', async () => {
    let todo = 0;
    const work = new CountedWork(async () => {
      const seen = todo;
      await anyDatabase().reader.selectFrom('background_jobs').selectAll().execute();
      todo -= seen;
    });
    work.hasWork = () => todo > 0;
    const triggers = [0, 1, 2].map(() => new Trigger());
    const processes: Jobs[] = [];
    for (const trigger of triggers) processes.push(await begin({ ...ONE, work: sharedWork(work, trigger) }));
    for (let n = 0; n < 30; n++) {
      todo += 1;
      triggers[n % 3]?.fire();
      if (n % 5 === 0) await processes[n % 3]?.idle();
    }
    await until(() => todo === 0);
    assert.equal(work.atOnce, 1);
    assert.deepEqual(problems, []);
  });

  it('of one process run once in an interval, however many processes there are and however often they start', async () => {
    const work = new CountedWork(async () => {});
    const row = { ...ONE, everyMs: HOUR_MS, work: sharedWork(work), atStart: true } as const;
    const processes = [await begin(row)];
    await processes[0]?.idle();
    assert.equal(work.begun, 0, 'the first interval begins with the row');
    await setRow({ done_at: Date.now() - HOUR_MS });
    for (let n = 0; n < 3; n++) processes.push(await begin(row));
    await until(() => work.begun === 1);
    for (const jobs of processes) await jobs.idle();
    processes.push(await begin(row));
    for (const jobs of processes) await jobs.idle();
    assert.equal(work.begun, 1, 'a start is no reason');
  });

  it('leave the lease of another process alone until it is over, by the clock of the database', async () => {
    const work = new CountedWork(async () => {});
    let tries = 0;
    work.hasWork = () => {
      tries += 1;
      return work.begun === 0;
    };
    const idle = new CountedWork(async () => {});
    await begin({ ...ONE, work: idle });
    idle.trigger.fire();
    await until(() => idle.begun === 1);
    await setRow({ boot: 'prc_killed', leased_until: Date.now() + LEASE_MS - 1_000 });
    await begin({ ...ONE, atStart: true, work });
    await until(() => tries > TRIES);
    assert.equal(work.begun, 0);
    await setRow({ leased_until: Date.now() - 1 });
    await until(() => work.begun === 1);
  });

  it('give a lease no more time than any other where the clock was ahead that wrote it', async () => {
    const work = new CountedWork(async () => {});
    await begin({ ...ONE, everyMs: HOUR_MS, atStart: true, work });
    await until(async () => (await rows()).length === 1);
    await setRow({ boot: 'prc_killed', leased_until: Date.now() + 2 * HOUR_MS, done_at: Date.now() + 2 * HOUR_MS });
    work.trigger.fire();
    await until(() => work.begun === 1);
  });

  it('make their lease longer while they run, and stop when it is lost', async () => {
    let ended = false;
    const kept: [boolean, boolean][] = [];
    const work = new CountedWork(async (signal, lease) => {
      const isKept = () => anyDatabase().write((writer) => lease.keep(writer));
      kept.push([lease.isSure(), await isKept()]);
      await aborted(signal);
      kept.push([lease.isSure(), await isKept()]);
      ended = true;
    });
    await begin({ ...ONE, work });
    work.trigger.fire();
    await until(() => work.begun === 1);
    const taken = (await rows())[0]?.leased_until ?? 0;
    await until(async () => ((await rows())[0]?.leased_until ?? 0) > taken);
    const row = (await rows())[0];
    assert.ok(row !== undefined && row.leased_until <= Date.now() + LEASE_MS + CLOCKS_APART_MS);
    assert.match(`${row.node} ${row.boot}`, /^\S+ prc_/);
    await setRow({ boot: 'prc_other' });
    await until(() => ended);
    assert.deepEqual(kept, [
      [true, true],
      [false, false],
    ]);
    assert.equal((await rows())[0]?.boot, 'prc_other');
  });

  it('that fail are reported, and due until they succeed', async () => {
    const work = new CountedWork(async () => {
      if (work.begun <= 3) throw new Error(`no. ${work.begun}`);
    });
    const jobs = await begin({ ...ONE, everyMs: HOUR_MS, work });
    work.trigger.fire();
    await jobs.idle();
    const dueSince = Date.now() - HOUR_MS;
    await setRow({ done_at: dueSince });
    work.trigger.fire();
    await until(() => work.begun === 3 && figure(jobs, 'failures_total') === 3);
    await until(async () => (await rows())[0]?.leased_until === 0);
    assert.equal((await rows())[0]?.done_at, dueSince);
    await until(() => work.begun === 4);
    await jobs.idle();
    assert.ok(((await rows())[0]?.done_at ?? 0) > dueSince);
    assert.deepEqual(problems, [
      { message: 'no. 1', failures: 1 },
      { message: 'no. 2', failures: 2 },
    ]);
  });

  it('end after the step that runs, the last one first; nothing begins any more, and nothing is asked', async () => {
    const ended: string[] = [];
    const steps = (name: string) => async (signal: AbortSignal) => {
      await aborted(signal);
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
    await until(() => second.begun === 1 && figure(jobs, 'running', 'second') === 1);
    await jobs.close();
    assert.deepEqual(ended.slice(-2), ['second closed', 'last words']);
    assert.deepEqual(ended.slice(0, 2).sort(), ['first stopped', 'second stopped']);
    assert.equal((await rows()).find(({ name }) => name === 'second')?.leased_until, 0, 'its lease is free');
    const before = statements;
    for (const work of [last, first, second]) work.trigger.fire();
    await jobs.idle();
    assert.deepEqual([first.begun, second.begun, last.begun, statements], [1, 1, 1, before]);
  });

  it('show how they fare', async () => {
    const work = new CountedWork(async () => {});
    const jobs = await begin({ ...EACH, work });
    assert.deepEqual(
      ['runs_total', 'failures_total', 'running', 'last_duration_seconds'].map((name) => figure(jobs, name)),
      [0, 0, 0, undefined],
    );
    work.trigger.fire();
    assert.deepEqual([figure(jobs, 'runs_total'), figure(jobs, 'running')], [1, 1]);
    await jobs.idle();
    assert.equal(figure(jobs, 'running'), 0);
    assert.ok(figure(jobs, 'last_duration_seconds') !== undefined);
    const at = figure(jobs, 'last_success_timestamp_seconds') ?? 0;
    assert.ok(Math.abs(Date.now() / 1_000 - at) < HOUR_MS / 1_000, `${at}`);
  });
});

/** Resolves when a run is told to end. */
async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Work that knows how often it ran. */
class CountedWork implements JobWork {
  readonly trigger = new Trigger();
  begun = 0;
  atOnce = 0;
  hasWork?: () => boolean;
  close?: () => Promise<void>;
  readonly #work: JobWork['run'];
  #running = 0;

  constructor(work: JobWork['run']) {
    this.#work = work;
  }

  async run(signal: AbortSignal, lease: JobLease): Promise<number | undefined> {
    this.begun += 1;
    this.#running += 1;
    this.atOnce = Math.max(this.atOnce, this.#running);
    try {
      return (await this.#work(signal, lease)) ?? undefined;
    } finally {
      this.#running -= 1;
    }
  }
}

/** The same work as another process has it. */
function sharedWork(work: CountedWork, trigger = new Trigger()): JobWork {
  const shared: JobWork = { trigger, run: (signal, lease) => work.run(signal, lease) };
  return work.hasWork === undefined ? shared : { ...shared, hasWork: work.hasWork };
}

function figure(jobs: Jobs, name: string, job = 'test'): number | undefined {
  return jobs.gauges
    .find((gauge) => gauge.name === `lectern_job_${name}`)
    ?.read()
    .get(job);
}
