/**
 * All background jobs of a process: started in order and closed in reverse order, so that a job may depend on those
 * before it. Invariant: after `close` they leave no timer and send no query.
 */
import type { Database } from '../database/database.ts';
import { type Clock, steadyClock } from '../kit/clock.ts';
import type { Job } from './job.ts';
import { type JobFigures, type JobProblem, JobRunner } from './job-runner.ts';
import { JOB_TIMES, type JobTimes } from './job-times.ts';
import { Leases } from './leases.ts';

const MS_PER_SECOND = 1_000;

export interface JobsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly onProblem: JobProblem;
  /** The timing of production by default. */
  readonly jobTimes?: JobTimes | undefined;
}

export class Jobs {
  readonly #runners: readonly JobRunner[];
  #isStarted = false;

  constructor(jobs: readonly Job[], { database, clock, onProblem, jobTimes: times = JOB_TIMES }: JobsParts) {
    const leases = new Leases(database, times);
    this.#runners = jobs.map((job) => new JobRunner(job, { leases, times, clock, steadyClock, onProblem }));
  }

  start(): void {
    this.#isStarted = true;
    for (const runner of this.#runners) runner.start();
  }

  /** Starts no more runs, and closes the jobs one by one after their current step, the last one first. */
  async close(): Promise<void> {
    const ended = new AsyncDisposableStack();
    for (const runner of this.#runners) {
      runner.stop();
      ended.defer(() => runner.end());
    }
    await ended.disposeAsync();
  }

  /** Resolves when no job is running. */
  async idle(): Promise<void> {
    for (const runner of this.#runners) await runner.idle();
  }

  /** The metrics, by job. */
  get gauges() {
    const { lastDurationMs, lastSuccessAt } = inSeconds;
    return [
      this.#gauge('runs_total', 'Runs of background jobs.', ({ runs }) => runs, true),
      this.#gauge('failures_total', 'Failures of background jobs.', ({ failures }) => failures, true),
      this.#gauge('running', 'Whether a background job is running.', ({ isRunning }) => Number(isRunning)),
      this.#gauge('last_duration_seconds', 'How long the last run of a background job took.', lastDurationMs),
      this.#gauge(
        'last_success_timestamp_seconds',
        'When a background job last succeeded or had nothing to do.',
        lastSuccessAt,
      ),
    ];
  }

  #gauge(name: string, help: string, valueFrom: (figures: JobFigures) => number | null, isCounter = false) {
    return {
      name: `lectern_job_${name}`,
      help,
      isCounter,
      label: 'job',
      read: () => {
        const values = new Map<string, number>();
        for (const { job, figures } of this.#isStarted ? this.#runners : []) {
          const value = valueFrom(figures);
          if (value !== null) values.set(job.name, value);
        }
        return values;
      },
    };
  }
}

const inSeconds = {
  lastDurationMs: ({ lastDurationMs: ms }: JobFigures) => (ms === null ? null : ms / MS_PER_SECOND),
  lastSuccessAt: ({ lastSuccessAt: ms }: JobFigures) => (ms === null ? null : ms / MS_PER_SECOND),
};
