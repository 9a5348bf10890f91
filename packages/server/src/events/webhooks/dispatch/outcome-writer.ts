/**
 * Collects the outcomes of attempts and stores many in one write: a commit costs as much as many attempts. If the
 * database cannot be written to, it tries again; no outcome is forgotten as long as the process lives and no other one has
 * made the attempt. Invariant: nothing is stored by a process that lost the lease; whoever has it repeats what was not stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import type { JobLease } from '../../../platform/jobs/job.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { pendingAmong } from './attempt-store.ts';
import { type Outcome, saveOutcomes } from './outcomes.ts';

const OUTCOMES_AT_ONCE = 64;
/** Outcomes within this time are stored together. */
const GATHERED_FOR_MS = 8;
const AGAIN_AFTER_MS = 1_000;
/** With this many outcomes not stored, as while a write takes long, no more is sent: one batch. */
const UNSAVED_MAX = OUTCOMES_AT_ONCE;

export interface OutcomeWriterParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Called with what was stored, or will not be as the lease was lost. */
  readonly onSaved: (outcomes: readonly Outcome[]) => void;
  readonly onProblem: (error: unknown) => void;
}

export class OutcomeWriter {
  readonly #parts: OutcomeWriterParts;
  /** Not stored yet, in the order in which they ended. */
  readonly #outcomes: Outcome[] = [];
  #running: Promise<void> | undefined;
  #isEnding = false;
  #isFailing = false;

  constructor(parts: OutcomeWriterParts) {
    this.#parts = parts;
  }

  /** Whether what is sent now could be noted: nothing else should be sent, as it would be sent again after a kill. */
  get canNote(): boolean {
    return !this.#isFailing && this.unsaved < UNSAVED_MAX;
  }

  /** Outcomes that are in memory alone. */
  get unsaved(): number {
    return this.#outcomes.length;
  }

  /** Between two leases, forgets what could not be stored of attempts that another process has made meanwhile. */
  async forgetStored(): Promise<void> {
    if (this.unsaved === 0) return;
    const attempts = this.#outcomes.map(({ attempt }) => attempt);
    const pending = await pendingAmong(this.#parts.database.reader, attempts);
    const left = this.#outcomes.filter(({ attempt }) => pending.has(attempt.id));
    this.#outcomes.splice(0, this.#outcomes.length, ...left);
  }

  /** Stores what could not be stored under an earlier lease. @throws if it still cannot be */
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

  /** Stores what is left, once. */
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
    // Whoever is told begins the next attempts at once.
    this.#isFailing = false;
    onSaved(some);
  }
}
