/**
 * What a background job is: work that no request waits for. A job says when and where its work runs. Every job of the
 * service is listed in `composition/background-jobs.ts`.
 */
import type { Writer } from '../database/database.ts';
import type { Trigger } from './trigger.ts';

/** The lease under which a job runs. A job that runs in each process needs none and is treated as always having it. */
export interface JobLease {
  /** Whether no other process can have the lease yet, by a clock that keeps running while this process is frozen. */
  isSure(): boolean;
  /** Keeps others from taking the lease until the write ends. @returns false if it was lost; the job must write nothing then */
  keep(writer: Writer): Promise<boolean>;
}

/** Whether there is work now. */
export type HasWork = boolean | 'later';

/** What a job does. */
export interface JobWork {
  /**
   * Does all pending work, in steps, and returns early once the signal is aborted. A step may be repeated after a failure
   * or a crash, and in rare cases may run at the same time as a step of another process (a process that was frozen finishes one
   * step after it lost its lease). So each step has to be safe by itself, or check the lease.
   * @returns after how many milliseconds to run again, if that is before the interval is over
   */
  run(signal: AbortSignal, lease: JobLease): Promise<number | undefined> | Promise<void>;
  /**
   * A cheap read that says whether there is anything to do; if not, no lease is taken and no run is counted. Without
   * this method, a job of one process runs once per interval over all processes and restarts. `later` if there is, but it is
   * too early to try again after a failure.
   */
  hasWork?(): HasWork | Promise<HasWork>;
  /** Fired by whoever creates work for the job. */
  readonly trigger?: Trigger;
  /** Ends work that runs have left in progress. Called once, at shutdown. */
  close?(): Promise<void>;
}

/** A job, with when and where it runs. */
export interface Job {
  /** In kebab-case; shown in logs and metrics. */
  readonly name: string;
  /** The folder under `src/` that has its code. */
  readonly room: string;
  /** Time between runs; null if it only runs when triggered. */
  readonly everyMs: number | null;
  /** Whether each process runs it, or only one at a time of all that share the database, ensured by a lease. */
  readonly runsIn: 'each process' | 'one process';
  /** Whether it runs when the process starts, to finish leftover work. */
  readonly atStart?: true;
  /** Whether it runs once more at shutdown, unless it is failing. */
  readonly atEnd?: true;
  /** Whether a run continues as long as there is work, which may be days. */
  readonly isLasting?: true;
  readonly work: JobWork;
}
