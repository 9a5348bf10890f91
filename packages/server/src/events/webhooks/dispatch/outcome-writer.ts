/**
 * Collects the outcomes of attempts and stores many in one write: a commit costs as much as many attempts. If the
 * database cannot be written to, it tries again; no outcome is forgotten as long as the process lives.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import type { HeldQueue } from './held-queue.ts';
import { type Holder, type Outcome, saveOutcomes } from './outcomes.ts';

const OUTCOMES_AT_ONCE = 64;
/** Outcomes within this time are stored together. */
const GATHERED_FOR_MS = 8;
const AGAIN_AFTER_MS = 1_000;
/** With this many outcomes not stored, as while a write takes long, no more is sent: one batch. */
const UNSAVED_MAX = OUTCOMES_AT_ONCE;

/** What was stored of one queue. */
export interface Saved {
  readonly queue: HeldQueue;
  readonly outcomes: readonly Outcome[];
  /** Whether another process holds the queue, so that nothing was stored. */
  readonly isLost: boolean;
}

export class OutcomeWriter {
  readonly #database: Database;
  readonly #holder: () => Holder;
  readonly #onSaved: (saved: Saved) => Promise<void>;
  readonly #onProblem: (error: unknown) => void;
  readonly #ended: { readonly queue: HeldQueue; readonly outcome: Outcome }[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  #isFailing = false;
  #unsaved = 0;

  /** @param parts.onSaved called after the commit, queue by queue */
  constructor(parts: {
    database: Database;
    holder: () => Holder;
    onSaved: (saved: Saved) => Promise<void>;
    onProblem: (error: unknown) => void;
  }) {
    this.#database = parts.database;
    this.#holder = parts.holder;
    this.#onSaved = parts.onSaved;
    this.#onProblem = parts.onProblem;
  }

  /** Whether what is sent now could be noted: nothing else should be sent, as it would be sent again after a kill. */
  get canNote(): boolean {
    return !this.#isFailing && this.#unsaved < UNSAVED_MAX;
  }

  /** Outcomes that are in memory alone. */
  get unsaved(): number {
    return this.#unsaved;
  }

  add(queue: HeldQueue, outcome: Outcome): void {
    this.#ended.push({ queue, outcome });
    this.#unsaved += 1;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Stores what is left, once. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#ended.length > 0) {
      if (this.#ended.length < OUTCOMES_AT_ONCE && !this.#closed) await sleep(GATHERED_FOR_MS);
      const batch = this.#ended.splice(0, OUTCOMES_AT_ONCE);
      try {
        const saved = await this.#save(batch);
        this.#isFailing = false;
        this.#unsaved -= batch.length;
        for (const part of saved) await this.#onSaved(part);
      } catch (error) {
        this.#isFailing = true;
        this.#onProblem(error);
        if (this.#closed) return;
        this.#ended.unshift(...batch);
        this.#unsaved = this.#ended.length;
        await sleep(AGAIN_AFTER_MS, undefined, { ref: false });
      }
    }
  }

  /** Queues are written in one order everywhere, so that no two writes deadlock. */
  #save(batch: readonly { readonly queue: HeldQueue; readonly outcome: Outcome }[]): Promise<Saved[]> {
    const groups = [...Map.groupBy(batch, ({ queue }) => queue)].sort(([a], [b]) => (a.webhook < b.webhook ? -1 : 1));
    return this.#database.write(async (writer) => {
      const saved: Saved[] = [];
      for (const [queue, ended] of groups) {
        const outcomes = ended.map(({ outcome }) => outcome);
        const isMine = await saveOutcomes(writer, queue, { outcomes, holder: this.#holder() });
        saved.push({ queue, outcomes, isLost: !isMine });
      }
      return saved;
    });
  }
}
