/**
 * When one job runs: at its interval, when it is triggered, and after a failure with back-off. Invariant: its runs
 * never overlap, and none starts after `stop`.
 */
import { inBackground } from '../database/background.ts';
import type { Clock } from '../kit/clock.ts';
import type { Job, JobLease } from './job.ts';
import type { JobTimes } from './job-times.ts';
import { type Leases, NO_LEASE } from './leases.ts';

/** A job that does not run at startup first runs after its interval, or after this time if that is shorter. */
const FIRST_RUN_AFTER_MS = 60_000;
/** How often a process checks whether a job of one process is due. */
const CHECKED_EVERY_MS = 60_000;

/** Called on failures: on the 1st, 2nd, 4th, 8th and so on in a row. */
export type JobProblem = (
  error: unknown,
  about: { readonly job: string; readonly room: string; readonly failures: number; readonly retry_in_ms: number },
) => void;

export interface JobRunnerParts {
  readonly leases: Leases;
  readonly times: JobTimes;
  /** The time of day. */
  readonly clock: Clock;
  /** A monotonic clock, for scheduling. */
  readonly steadyClock: Clock;
  readonly onProblem: JobProblem;
}

/** What `/metrics` shows of a job. */
export interface JobFigures {
  runs: number;
  failures: number;
  isRunning: boolean;
  lastDurationMs: number | null;
  /** When the job last succeeded or had nothing to do; for a job of one process, in any process. */
  lastSuccessAt: number | null;
}

export class JobRunner {
  readonly job: Job;
  readonly figures: JobFigures = { runs: 0, failures: 0, isRunning: false, lastDurationMs: null, lastSuccessAt: null };
  readonly #parts: JobRunnerParts;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #again = false;
  #failuresInARow = 0;
  #timer: NodeJS.Timeout | undefined;
  #plannedAt = 0;
  /** Until then, this process assumes that another one has the lease. */
  #deniedUntil = 0;
  #isStarted = false;

  constructor(job: Job, parts: JobRunnerParts) {
    this.job = job;
    this.#parts = parts;
  }

  start(): void {
    this.#isStarted = true;
    this.job.work.trigger?.listen((inMs) => this.#wake(inMs));
    if (this.job.atStart) this.#begin();
    else this.#plan(Math.min(this.#intervalMs(), FIRST_RUN_AFTER_MS));
  }

  /** Starts no more runs, and signals the current run to end after its current step. */
  stop(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  /** Waits for the current run, runs once more if the job wants that, and closes its work. */
  async end(): Promise<void> {
    await this.#running;
    if (this.job.atEnd && this.#isStarted && this.#failuresInARow === 0) {
      // This run is not cut short.
      await this.#run(new AbortController().signal, NO_LEASE).catch((error) => this.#failed(error));
    }
    await this.job.work.close?.();
  }

  /** Resolves when the job is not running. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #wake(inMs: number): void {
    if (this.#ending.signal.aborted) return;
    const waitMs = Math.max(inMs, this.#deniedUntil - this.#parts.steadyClock());
    if (waitMs > 0) this.#plan(waitMs);
    else if (this.#running !== undefined) this.#again = true;
    else if (this.#failuresInARow === 0) this.#begin();
  }

  /** Schedules a run, unless an earlier one is scheduled. */
  #plan(inMs: number): void {
    const at = this.#parts.steadyClock() + inMs;
    if (!Number.isFinite(at) || (this.#timer !== undefined && this.#plannedAt <= at)) return;
    clearTimeout(this.#timer);
    this.#plannedAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#running === undefined) this.#begin();
      else this.#again = true;
    }, inMs).unref();
  }

  /** Schedules a retry, which replaces any scheduled run. */
  #planRetry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#plan(this.#retryMs());
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = inBackground(() => this.#runWhileWanted());
  }

  async #runWhileWanted(): Promise<void> {
    let nextInMs: number;
    do {
      this.#again = false;
      nextInMs = await this.#tryToRun();
    } while ((this.#again || nextInMs === 0) && this.#failuresInARow === 0 && !this.#ending.signal.aborted);
    this.#running = undefined;
    if (this.#ending.signal.aborted) return;
    if (this.#failuresInARow === 0) this.#plan(Math.min(nextInMs, this.#intervalMs()));
    else this.#planRetry();
  }

  /** Returns in how many milliseconds the job wants to run again; infinity for its interval. */
  async #tryToRun(): Promise<number> {
    const { work, runsIn } = this.job;
    try {
      const hasWork = work.hasWork === undefined || (await work.hasWork());
      if (hasWork !== true) {
        if (!hasWork) this.#succeeded();
        return Number.POSITIVE_INFINITY;
      }
      if (this.#ending.signal.aborted) return Number.POSITIVE_INFINITY;
      return await (runsIn === 'one process' ? this.#runLeased() : this.#run(this.#ending.signal, NO_LEASE));
    } catch (error) {
      this.#failed(error);
      return Number.POSITIVE_INFINITY;
    }
  }

  async #runLeased(): Promise<number> {
    const { leases, times } = this.#parts;
    const { name, work, everyMs } = this.job;
    const isDueByTime = work.hasWork === undefined;
    const { isTaken, doneAt, endsAt } = await leases.take(name, isDueByTime ? (everyMs ?? 0) : 0);
    this.figures.lastSuccessAt = doneAt ?? this.figures.lastSuccessAt;
    const taken = { endsAt, ending: this.#ending.signal };
    if (isTaken) return leases.during(name, taken, (signal, lease) => this.#run(signal, lease));
    if (isDueByTime) return Number.POSITIVE_INFINITY;
    this.#deniedUntil = this.#parts.steadyClock() + times.leaseTriedEveryMs;
    return times.leaseTriedEveryMs;
  }

  async #run(signal: AbortSignal, lease: JobLease): Promise<number> {
    const { figures } = this;
    const begunAt = this.#parts.steadyClock();
    figures.runs += 1;
    figures.isRunning = true;
    try {
      const nextInMs = await this.job.work.run(signal, lease);
      if (!signal.aborted) this.#succeeded();
      return nextInMs ?? Number.POSITIVE_INFINITY;
    } finally {
      figures.isRunning = false;
      figures.lastDurationMs = this.#parts.steadyClock() - begunAt;
    }
  }

  #succeeded(): void {
    this.#failuresInARow = 0;
    this.figures.lastSuccessAt = this.#parts.clock();
  }

  #failed(error: unknown): void {
    this.figures.failures += 1;
    this.#failuresInARow += 1;
    if (!Number.isInteger(Math.log2(this.#failuresInARow))) return;
    const { name, room } = this.job;
    const about = { job: name, room, failures: this.#failuresInARow, retry_in_ms: this.#retryMs() };
    this.#parts.onProblem(error, about);
  }

  #intervalMs(): number {
    const everyMs = this.job.everyMs ?? Number.POSITIVE_INFINITY;
    return this.job.runsIn === 'one process' ? Math.min(everyMs, CHECKED_EVERY_MS) : everyMs;
  }

  /** Jobs with a short interval are retried at that interval. */
  #retryMs(): number {
    const { retryFirstMs, retryMaxMs } = this.#parts.times;
    const maxMs = Math.max(Math.min(this.#intervalMs(), retryMaxMs), retryFirstMs);
    return Math.min(retryFirstMs * 2 ** (this.#failuresInARow - 1), maxMs);
  }
}
