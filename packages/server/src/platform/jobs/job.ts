/**
 * What a background job is: work that no request waits for. A job says when and where its work runs. Every job of the
 * service is listed in `composition/background-jobs.ts`.
 */
import type { Writer } from '../database/database.ts';
import type { Trigger } from './trigger.ts';

/** The lease under which a job runs. One that each process runs needs none, and always has it. */
export interface JobLease {
  /** Whether no other process can have it yet: by a clock that goes on while this process is frozen. */
  isSure(): boolean;
  /** Keeps others from taking it until the write ends. @returns false if it was lost: nothing may be written by it any more */
  keep(writer: Writer): Promise<boolean>;
}

/** What a job does. */
export interface JobWork {
  /**
   * Does all there is to do, in steps, and returns early once the signal is aborted. A step may be repeated after a
   * failure or a kill, and may in rare cases run beside one of another process (a process that was frozen finishes one
   * step after it lost its lease), so each has to be safe by itself, or ask the lease.
   * @returns in how many milliseconds to run again, if that is before the interval is over
   */
  run(signal: AbortSignal, lease: JobLease): Promise<number | undefined> | Promise<void>;
  /**
   * A cheap read that says whether there is anything to do; if not, no lease is taken and no run is counted. Without
   * this method, a job of one process runs once per interval over all processes and restarts.
   */
  hasWork?(): boolean | Promise<boolean>;
  /** Fired by whoever creates work for the job. */
  readonly trigger?: Trigger;
  /** Ends what runs have left going on. Called once, at shutdown. */
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
  /** Whether each process runs it, or one at a time of all that share the database, by a lease. */
  readonly runsIn: 'each process' | 'one process';
  /** Whether it runs when the process starts, for what was left over. */
  readonly atStart?: true;
  /** Whether it runs once more at shutdown, unless it is failing. */
  readonly atEnd?: true;
  /** Whether a run goes on for as long as there is work, which may be days. */
  readonly isLasting?: true;
  readonly work: JobWork;
}
