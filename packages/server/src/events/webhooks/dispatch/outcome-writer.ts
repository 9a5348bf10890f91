/**
 * Collects the outcomes of attempts and stores many in one write, because a commit costs as much as many attempts. If the
 * database cannot be written to, it retries. No outcome is lost while the process lives, unless another process has made the
 * attempt. Invariant: a process that lost the lease stores nothing; the new holder repeats what was not stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import type { JobLease } from '../../../platform/jobs/job.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { pendingAmong } from './attempt-store.ts';
import { type Outcome, saveOutcomes } from './outcomes.ts';

const OUTCOMES_AT_ONCE = 64;
/** Outcomes that arrive within this time are stored together. */
const GATHERED_FOR_MS = 8;
const AGAIN_AFTER_MS = 1_000;
/** Sending stops while this many outcomes are unsaved, for example during a slow write. This is one batch. */
const UNSAVED_MAX = OUTCOMES_AT_ONCE;

export interface OutcomeWriterParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Called with outcomes that were stored, or that will not be because the lease was lost. */
  readonly onSaved: (outcomes: readonly Outcome[]) => void;
  readonly onProblem: (error: unknown) => void;
}

export class OutcomeWriter {
  readonly #parts: OutcomeWriterParts;
  /** Outcomes that are not stored yet, in the order in which the attempts ended. */
  readonly #outcomes: Outcome[] = [];
  #running: Promise<void> | undefined;
  #isEnding = false;
  #isFailing = false;

  constructor(parts: OutcomeWriterParts) {
    this.#parts = parts;
  }

  /** Whether new outcomes can be stored. If not, nothing should be sent, because it would be sent again after a crash. */
  get canNote(): boolean {
    return !this.#isFailing && this.unsaved < UNSAVED_MAX;
  }

  /** The number of outcomes that exist only in memory. */
  get unsaved(): number {
    return this.#outcomes.length;
  }

  /** Between two leases, drops unsaved outcomes of attempts that another process has made in the meantime. */
  async forgetStored(): Promise<void> {
    if (this.unsaved === 0) return;
    const attempts = this.#outcomes.map(({ attempt }) => attempt);
    const pending = await pendingAmong(this.#parts.database.reader, attempts);
    const left = this.#outcomes.filter(({ attempt }) => pending.has(attempt.id));
    this.#outcomes.splice(0, this.#outcomes.length, ...left);
  }

  /** Stores outcomes that are left from an earlier lease. @throws if they still cannot be stored */
  async begin(lease: JobLease): Promise<void> {
    this.#isEnding = false;
    while (this.unsaved > 0) await this.#saveSome(lease);
    this.#isFailing = false;
  }

  add(outcome: Outcome, lease: JobLease): void {
    this.#outcomes.push(outcome);
    this.#running ??= this.#run(lease).finally(() => {
      this.#running = undefined;
    });
  }

  /** Tries once to store the remaining outcomes. */
  async end(): Promise<void> {
    this.#isEnding = true;
    while (this.#running !== undefined) await this.#running;
  }

  async #run(lease: JobLease): Promise<void> {
    while (this.unsaved > 0) {
      if (this.unsaved < OUTCOMES_AT_ONCE && !this.#isEnding) await sleep(GATHERED_FOR_MS);
      try {
        await this.#saveSome(lease);
      } catch (error) {
        this.#isFailing = true;
        this.#parts.onProblem(error);
        if (this.#isEnding) return;
        await sleep(AGAIN_AFTER_MS, undefined, { ref: false });
      }
    }
  }

  async #saveSome(lease: JobLease): Promise<void> {
    const { database, clock, onSaved } = this.#parts;
    const some = this.#outcomes.slice(0, OUTCOMES_AT_ONCE);
    await database.write(async (writer) => {
      if (await lease.keep(writer)) await saveOutcomes(writer, some, clock());
    });
    this.#outcomes.splice(0, some.length);
    // The callback starts the next attempts at once, so the state must be correct before it runs.
    this.#isFailing = false;
    onSaved(some);
  }
}
