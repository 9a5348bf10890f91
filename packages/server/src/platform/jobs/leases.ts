/**
 * Runs jobs under a lease that this process renews during the run. The lease of a killed process expires within seconds.
 * Invariant: a run is signalled to stop if another process may have its lease.
 */
import { hostname } from 'node:os';
import type { Database } from '../database/database.ts';
import { newId } from '../kit/ids.ts';
import type { JobLease } from './job.ts';
import type { JobTimes } from './job-times.ts';
import { findJob, type Holder, insertJob, keepLease, releaseLease, renewLease, takeLease } from './store.ts';

/** The result of trying to take a lease. */
export interface LeaseAttempt {
  readonly isTaken: boolean;
  /** When the job was last done, by any process; null if it has no row yet. */
  readonly doneAt: number | null;
  /** When the lease ends unless it is renewed, by the monotonic clock. */
  readonly endsAt: number;
}

/** A job that each process runs has no lease to lose. */
export const NO_LEASE: JobLease = { isSure: () => true, keep: async () => true };

export class Leases {
  readonly #database: Database;
  readonly #times: JobTimes;
  readonly #holder: Holder = { node: `${hostname()}/${process.pid}`, boot: newId('prc') };

  constructor(database: Database, times: JobTimes) {
    this.#database = database;
    this.#times = times;
  }

  /** Takes the lease of a job if the job is due and no other process holds the lease. Otherwise writes nothing. */
  async take(name: string, afterMs: number): Promise<LeaseAttempt> {
    const { leaseMs } = this.#times;
    const wanted = { name, holder: this.#holder, leaseMs, afterMs };
    const endsAt = performance.now() + leaseMs;
    const known = await findJob(this.#database.reader, wanted);
    if (known?.mayRun === false) return { isTaken: false, doneAt: known.doneAt, endsAt };
    const isTaken = await this.#database.write(async (writer) => {
      if (known === undefined) await insertJob(writer, name);
      return takeLease(writer, wanted);
    });
    return { isTaken, doneAt: known?.doneAt ?? null, endsAt };
  }

  /**
   * Runs a job whose lease was taken, then releases the lease.
   * @param taken when the lease ends, and a signal that is aborted at shutdown
   * @param run its signal is aborted at shutdown and when the lease is lost
   */
  async during<T>(
    name: string,
    { endsAt, ending }: { endsAt: number; ending: AbortSignal },
    run: (signal: AbortSignal, lease: JobLease) => Promise<T>,
  ): Promise<T> {
    const lost = new AbortController();
    const signal = AbortSignal.any([ending, lost.signal]);
    const renewal = this.#keepRenewing(name, endsAt, lost);
    let isDone = false;
    try {
      const result = await run(signal, this.#leaseOf(name, { lost, endsAt: renewal.endsAt }));
      isDone = !signal.aborted;
      return result;
    } finally {
      await renewal.end();
      await this.#database.write((writer) => releaseLease(writer, { name, holder: this.#holder }, isDone));
    }
  }

  #leaseOf(name: string, { lost, endsAt }: { lost: AbortController; endsAt: () => number }): JobLease {
    return {
      isSure: () => !lost.signal.aborted && performance.now() < endsAt(),
      keep: async (writer) => {
        const isMine = await keepLease(writer, { name, holder: this.#holder });
        if (!isMine) lost.abort();
        return isMine;
      },
    };
  }

  #keepRenewing(name: string, firstEndsAt: number, lost: AbortController): { endsAt(): number; end(): Promise<void> } {
    const { leaseMs, leaseRenewedEveryMs } = this.#times;
    let endsAt = firstEndsAt;
    let renewing: Promise<void> | undefined;
    const renew = async () => {
      const newEnd = performance.now() + leaseMs;
      const wanted = { name, holder: this.#holder, leaseMs };
      const isMine = await this.#database.write((writer) => renewLease(writer, wanted)).catch(() => undefined);
      if (isMine === true) endsAt = newEnd;
      // While the database cannot be reached, the lease is valid until it expires.
      else if (isMine === false || performance.now() >= endsAt) lost.abort();
    };
    const timer = setInterval(() => {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
    }, leaseRenewedEveryMs).unref();
    return {
      endsAt: () => endsAt,
      end: async () => {
        clearInterval(timer);
        await renewing;
      },
    };
  }
}
