/**
 * Sends webhooks while this process has the lease of the job: creates deliveries for committed events, whichever process
 * committed them, and has due attempts sent. All pending work is in the database, so a process that dies loses nothing;
 * another one continues when the lease runs out. If there is nothing to send, nobody has the lease, and each process checks
 * once a second.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobLease, JobWork } from '../../../platform/jobs/job.ts';
import { Trigger } from '../../../platform/jobs/trigger.ts';
import { AHEAD_MAX_MS } from '../../../platform/kit/clock.ts';
import {
  countPending,
  oldestDueAt,
  type PendingWebhook,
  selectFromAhead,
  selectPendingWebhooks,
  waitFromNow,
} from './attempt-store.ts';
import { selectBehindSince, selectEnvironmentsBehind, selectLastJournalId } from './cursor-store.ts';
import { REQUESTED } from './delivery.ts';
import { PendingFanOuts } from './pending-fan-outs.ts';
import { isPaused } from './queue.ts';
import { Queues, type QueuesParts } from './queues.ts';

/** How often the sender checks for commits of other processes: where a check costs next to nothing, and elsewhere. */
const NEWS_EVERY_MS = 20;
const NEWS_EVERY_MS_REMOTE = 50;
/** A journal row may commit after this many later ones. A row that commits even later is found by the next full look. */
const ROWS_LATER_MAX = 100;
/** How often the sender looks for everything that is due; and the minimum interval when something was committed or requested. */
const LOOKS_EVERY_MS = 1_000;
const LOOKS_EVERY_MS_MIN = 200;
/** The lease is released after this long with nothing to send. */
const LINGERS_MS = 30_000;
const MS_PER_SECOND = 1_000;

export interface SenderParts extends QueuesParts {
  /** Compares the clock with the database's clock now and then. */
  readonly measureClock?: () => Promise<void>;
}

export class Sender implements JobWork {
  readonly trigger = new Trigger();
  readonly #parts: SenderParts;
  readonly #fanOuts: PendingFanOuts;
  readonly #queues: Queues;
  readonly #newsEveryMs: number;
  /** Ends the pause of a run. */
  #wake: (() => void) | undefined;
  #changeMark: number | undefined;
  /** Undefined until a run has looked at the journal. */
  #journalId: number | undefined;
  #hasNews = false;
  /** Time of the last full look, by the monotonic clock. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The time at the last look. Infinite before the first one, because an earlier process may have had a clock that was ahead. */
  #latest = Number.POSITIVE_INFINITY;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#fanOuts = new PendingFanOuts(parts);
    this.#queues = new Queues(parts);
    this.#newsEveryMs = parts.database.changeMark() === undefined ? NEWS_EVERY_MS_REMOTE : NEWS_EVERY_MS;
  }

  get gauges() {
    const { clock, database } = this.#parts;
    return [
      {
        name: 'lectern_webhook_attempts_pending',
        help: 'Webhook attempts that are still to be made.',
        read: () => countPending(database.reader),
      },
      {
        name: 'lectern_webhook_oldest_due_seconds',
        help: 'How long the oldest webhook attempt that is due has waited; 0 if none is due.',
        read: async () => {
          const dueAt = await oldestDueAt(database.reader, clock());
          return dueAt === null ? 0 : Math.max(0, clock() - dueAt) / MS_PER_SECOND;
        },
      },
      {
        name: 'lectern_webhook_outcomes_unsaved',
        help: 'Webhook attempts of this process whose outcome is not in the database yet.',
        read: () => this.#queues.unsaved,
      },
      {
        name: 'lectern_webhook_attempts_sent',
        help: 'Webhook attempts of this process that receivers took, since it began.',
        read: () => this.#queues.counts.success,
      },
      {
        name: 'lectern_webhook_attempts_failed',
        help: 'Webhook attempts of this process that failed, since it began.',
        read: () => this.#queues.counts.failed,
      },
    ];
  }

  /** Called after the commit with each environment that this process changed. */
  moved(environment: number): void {
    if (this.#fanOuts.note(environment)) this.#stir();
  }

  /** Called after the commit when this process changed webhooks or requested attempts. */
  changed(): void {
    this.#fanOuts.forgetQuiet();
    this.#parts.sending.forget();
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#stir();
  }

  async hasWork(): Promise<boolean> {
    await this.#queues.forgetStored();
    if (await this.#fanOuts.leaveToOthers()) return true;
    if (performance.now() - this.#lookedAt < LOOKS_EVERY_MS) return false;
    const { behind, due } = await this.#look();
    return behind.length > 0 || due.length > 0;
  }

  async run(signal: AbortSignal, lease: JobLease): Promise<void> {
    let busyAt = performance.now();
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#journalId = undefined;
    await this.#queues.begin(lease);
    try {
      while (!signal.aborted && performance.now() - busyAt < LINGERS_MS) {
        await this.#step();
        if (this.#queues.size > 0 || this.#fanOuts.hasMoved) busyAt = performance.now();
        if (!this.#fanOuts.hasMoved) await this.#pause();
      }
    } finally {
      this.#wake = undefined;
      await this.#queues.end();
    }
  }

  #stir(): void {
    if (this.#wake === undefined) this.trigger.fire();
    else this.#wake();
  }

  /** Waits until this process changes something, or until other processes are likely to have. */
  async #pause(): Promise<void> {
    const ended = Promise.withResolvers<void>();
    this.#wake = ended.resolve;
    const timer = setTimeout(ended.resolve, this.#newsEveryMs);
    await ended.promise;
    clearTimeout(timer);
    // Lets the writer send its response first, and fans out everything committed in this turn together.
    await nextTurn();
  }

  async #step(): Promise<void> {
    await this.#readNews();
    for (const webhook of await this.#fanOuts.fanOutNext()) this.#queues.wake(webhook);
    const sinceMs = performance.now() - this.#lookedAt;
    if (sinceMs < (this.#hasNews ? LOOKS_EVERY_MS_MIN : LOOKS_EVERY_MS)) return;
    this.#hasNews = false;
    const { behind, due } = await this.#look();
    for (const { number } of behind) this.#fanOuts.note(number);
    this.#queues.admit(due);
  }

  /** Notes environments that any process has changed since the last check, as far as the database can tell cheaply. */
  async #readNews(): Promise<void> {
    const { database } = this.#parts;
    const mark = database.changeMark();
    if (mark !== undefined && mark === this.#changeMark) return;
    this.#changeMark = mark;
    const [last] = await selectLastJournalId(database.reader, {});
    const journalId = last?.id ?? 0;
    const known = this.#journalId;
    this.#journalId = journalId;
    if (known === undefined || known === journalId) return;
    const since = { journalId: known - ROWS_LATER_MAX };
    for (const { number } of await selectBehindSince(database.reader, since)) this.#fanOuts.note(number);
    this.#hasNews = true;
  }

  /** Finds all environments that are behind, and all webhooks with attempts that may be made now. */
  async #look(): Promise<{ behind: { number: number }[]; due: PendingWebhook[] }> {
    const { database, clock, measureClock } = this.#parts;
    this.#lookedAt = performance.now();
    this.#fanOuts.forgetQuiet();
    await measureClock?.();
    await this.#followClock();
    const behind = await selectEnvironmentsBehind(database.reader, {});
    const pending = await selectPendingWebhooks(database.reader, {});
    const now = clock();
    return { behind, due: pending.filter((webhook) => isDue(webhook, now)) };
  }

  /** If the clock was set back, restarts waits that were stored while it was ahead; they would last that much longer. */
  async #followClock(): Promise<void> {
    const { database, clock } = this.#parts;
    const now = clock();
    const latest = now + AHEAD_MAX_MS;
    const wentBack = latest < this.#latest;
    this.#latest = now;
    if (wentBack && (await selectFromAhead(database.reader, { latest })).length > 0)
      await database.write((writer) => waitFromNow(writer, { latest, now }));
  }
}

/** Whether the webhook has something to send now, or is gone and its attempts have to be removed. */
function isDue({ due_at, active, paused_until }: PendingWebhook, now: number): boolean {
  if (active === null) return true;
  return due_at <= (active === 1 && !isPaused(paused_until ?? 0, now) ? now : REQUESTED);
}
