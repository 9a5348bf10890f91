/** When jobs of each process run, by a clock that the tests move: at intervals, on triggers, after failures, at the end. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { HasWork, Job } from './job.ts';
import { JobRunner } from './job-runner.ts';
import { JOB_TIMES } from './job-times.ts';
import type { Leases } from './leases.ts';
import { Trigger } from './trigger.ts';

const SECOND_MS = 1_000;
const EACH = { room: 'platform/jobs', name: 'test', everyMs: null, runsIn: 'each process' } as const;

let now: number;
let problems: string[];
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  [now, problems] = [0, []];
});
afterEach(() => mock.timers.reset());

function runnerOf(job: Omit<Job, 'work'>, work: Work): JobRunner {
  const runner = new JobRunner(
    { ...job, work },
    {
      // A job of each process takes none.
      leases: null as unknown as Leases,
      times: JOB_TIMES,
      clock: () => now,
      steadyClock: () => now,
      onProblem: (error, { failures, retry_in_ms }) => problems.push(`${error}, ${failures}, ${retry_in_ms}`),
    },
  );
  runner.start();
  return runner;
}

/** Moves the clock, and lets runs go on until they wait. */
async function pass(ms: number): Promise<void> {
  now += ms;
  mock.timers.tick(ms);
  await turn();
}

/** Work whose runs end when they are told to, or at once. */
class Work {
  readonly trigger = new Trigger();
  begun = 0;
  isRunning = false;
  #end: (() => void) | undefined;
  readonly #result: (run: number) => Promise<number | undefined>;
  readonly #isHeld: boolean;

  constructor(isHeld: 'held' | 'short', result: (run: number) => Promise<number | undefined> = async () => undefined) {
    this.#isHeld = isHeld === 'held';
    this.#result = result;
  }

  async run(): Promise<number | undefined> {
    assert.ok(!this.isRunning, 'runs overlap');
    this.begun += 1;
    this.isRunning = true;
    const held = Promise.withResolvers<void>();
    this.#end = held.resolve;
    if (this.#isHeld) await held.promise;
    this.isRunning = false;
    return this.#result(this.begun);
  }

  async end(): Promise<void> {
    this.#end?.();
    await turn();
  }
}

it('a job that waits before it tries again has not succeeded meanwhile', async () => {
  const work = Object.assign(new Work('short', () => Promise.reject(new Error('no room'))), {
    hasWork: (): HasWork => true,
  });
  const runner = runnerOf({ ...EACH, everyMs: SECOND_MS }, work);
  await pass(SECOND_MS);
  work.hasWork = () => 'later';
  await pass(SECOND_MS * SECOND_MS);
  assert.deepEqual([work.begun, runner.figures.failures, runner.figures.lastSuccessAt], [1, 1, null]);
  work.hasWork = () => false;
  await pass(SECOND_MS * SECOND_MS);
  assert.ok(runner.figures.lastSuccessAt !== null);
});

it('a job runs at its interval, which begins where a run ends', async () => {
  const work = new Work('held');
  runnerOf({ ...EACH, everyMs: 2 * SECOND_MS }, work);
  await pass(2 * SECOND_MS - 1);
  assert.equal(work.begun, 0);
  await pass(1);
  assert.equal(work.begun, 1);
  await pass(10 * SECOND_MS);
  await work.end();
  await pass(2 * SECOND_MS - 1);
  assert.equal(work.begun, 1);
  await pass(1);
  assert.equal(work.begun, 2);
});

it('a job with a long interval runs for the first time after a minute, or at the start', async () => {
  const [later, atStart] = [new Work('short'), new Work('short')];
  runnerOf({ ...EACH, everyMs: 3_600 * SECOND_MS }, later);
  runnerOf({ ...EACH, everyMs: 3_600 * SECOND_MS, atStart: true }, atStart);
  await pass(59 * SECOND_MS);
  assert.deepEqual([later.begun, atStart.begun], [0, 1]);
  await pass(SECOND_MS);
  assert.deepEqual([later.begun, atStart.begun], [1, 1]);
});

it('a job runs when triggered, and once more where that is during a run', async () => {
  const work = new Work('held');
  runnerOf(EACH, work);
  for (let n = 0; n < 3; n++) work.trigger.fire();
  assert.equal(work.begun, 1, 'it begins at once');
  await work.end();
  assert.equal(work.begun, 2);
  await work.end();
  await pass(3_600 * SECOND_MS);
  assert.equal(work.begun, 2);
});

it('a job runs later where the trigger or the run before say so, and gathers what is triggered until then', async () => {
  const work = new Work('short', async (run) => (run === 1 ? 3 * SECOND_MS : undefined));
  runnerOf(EACH, work);
  for (let n = 0; n < 3; n++) work.trigger.fire(SECOND_MS);
  await pass(SECOND_MS - 1);
  assert.equal(work.begun, 0);
  await pass(1);
  assert.equal(work.begun, 1);
  await pass(3 * SECOND_MS - 1);
  assert.equal(work.begun, 1);
  await pass(1);
  assert.equal(work.begun, 2);
  await pass(3_600 * SECOND_MS);
  assert.equal(work.begun, 2);
});

it('a job that fails is tried again after 1, 2, 4 seconds and so on, which no trigger brings forward', async () => {
  const work = new Work('short', async (run) => {
    if (run <= 3) throw new Error(`no. ${run}`);
    return undefined;
  });
  const runner = runnerOf({ ...EACH, everyMs: 3_600 * SECOND_MS, atStart: true }, work);
  await pass(0);
  for (const [failed, retryMs] of [
    [1, SECOND_MS],
    [2, 2 * SECOND_MS],
    [3, 4 * SECOND_MS],
  ] as const) {
    await pass(retryMs - 1);
    work.trigger.fire();
    await pass(0);
    assert.equal(work.begun, failed);
    await pass(1);
    assert.equal(work.begun, failed + 1);
  }
  assert.deepEqual(problems, ['Error: no. 1, 1, 1000', 'Error: no. 2, 2, 2000']);
  assert.equal(runner.figures.failures, 3);
  work.trigger.fire();
  assert.equal(work.begun, 5, 'triggers work again');
});

it('a job with a short interval is tried again at that interval, but not sooner than after a second', async () => {
  const work = new Work('short', () => Promise.reject(new Error('no')));
  runnerOf({ ...EACH, everyMs: 20 }, work);
  await pass(20);
  for (let run = 1; run <= 4; run++) {
    await pass(SECOND_MS - 1);
    assert.equal(work.begun, run);
    await pass(1);
  }
});

it('nothing begins after the end of a job, but for its last run', async () => {
  const [running, waiting] = [new Work('held'), new Work('short')];
  const runners = [
    runnerOf({ ...EACH, everyMs: SECOND_MS, atStart: true }, running),
    runnerOf({ ...EACH, everyMs: SECOND_MS, atEnd: true }, waiting),
  ];
  for (const runner of runners) runner.stop();
  const ended = Promise.all(runners.map((runner) => runner.end()));
  await running.end();
  await ended;
  for (const work of [running, waiting]) work.trigger.fire();
  await pass(3_600 * SECOND_MS);
  assert.deepEqual([running.begun, waiting.begun], [1, 1]);
});

it('a job shows how it fares', async () => {
  const work = new Work('held');
  const { figures } = runnerOf(EACH, work);
  assert.deepEqual(figures, { runs: 0, failures: 0, isRunning: false, lastDurationMs: null, lastSuccessAt: null });
  await pass(SECOND_MS);
  work.trigger.fire();
  assert.deepEqual([figures.runs, figures.isRunning], [1, true]);
  await pass(300);
  await work.end();
  assert.deepEqual(figures, { runs: 1, failures: 0, isRunning: false, lastDurationMs: 300, lastSuccessAt: 1_300 });
});
