/**
 * Sends what is due in the queues of this process, one queue after the other, reads more if few are waiting, and
 * releases a queue that has nothing to send. Invariant: nothing is sent for a queue whose lease may be over, or while
 * outcomes cannot be stored.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { type Attempt, type AttemptResult, isSuccess } from './delivery.ts';
import { dueAttempts } from './due-attempts.ts';
import type { HeldQueue } from './held-queue.ts';
import { HeldQueues } from './held-queues.ts';
import { OutcomeWriter, type Saved } from './outcome-writer.ts';
import { saysGone } from './outcomes.ts';
import type { QueueState } from './queue-store.ts';
import { removeAll } from './retention.ts';
import { FAILING_MAX_MS } from './schedule.ts';
import type { Sending } from './sending.ts';
import type { Announcement, Taker } from './settling.ts';
import { Slots } from './slots.ts';

/** An attempt never takes longer, so that it has ended before the lease of its queue. */
const ATTEMPT_MAX_MS = 6_000;

/** Why a webhook is switched off: its receiver failed for days, or says that it is gone. */
export type SwitchOffReason = 'failing' | 'gone';

export interface QueueSendingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: Sending;
  readonly taker: Taker;
  readonly switchOff: (webhook: string, reason: SwitchOffReason) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

export class QueueSending {
  readonly #parts: QueueSendingParts;
  readonly #queues: HeldQueues;
  readonly #outcomes: OutcomeWriter;
  readonly #slots = new Slots();
  readonly #running = new Set<Promise<void>>();
  #closed = false;
  /** Attempts made by this process, by outcome. */
  readonly counts = { success: 0, failed: 0 };

  constructor(parts: QueueSendingParts) {
    this.#parts = parts;
    this.#queues = new HeldQueues(parts);
    const holder = () => this.#queues.holder();
    this.#outcomes = new OutcomeWriter({ ...parts, holder, onSaved: (saved) => this.#saved(saved) });
  }

  /** Outcomes of attempts that are not in the database yet. */
  get unsaved(): number {
    return this.#outcomes.unsaved;
  }

  /** Number of queues held. */
  get size(): number {
    return this.#queues.size;
  }

  /** Takes over what was just added to queues; queues of another process are left to it. */
  announced(announcements: readonly Announcement[]): void {
    for (const { queue, attempts } of announcements) {
      if (queue.owner === this.#parts.taker.owner) this.#run(this.#addFresh(queue, attempts));
    }
  }

  /** Sends from due queues. Returns the milliseconds until the next is due, if known. */
  async take(): Promise<number | undefined> {
    if (this.#closed) return undefined;
    const { taken, nextInMs } = await this.#queues.take();
    for (const queue of taken) this.#tend(queue);
    return nextInMs;
  }

  /** Reads what other processes added to the queues that are held. */
  async readNews(): Promise<void> {
    for (const queue of await this.#queues.news()) this.#tend(queue);
  }

  /** Finds what a clock wrote that was ahead, and lets it wait from now on. */
  followClock(): Promise<void> {
    return this.#queues.followClock();
  }

  /** Renews the leases of the queues that are held. */
  renew(): Promise<void> {
    return this.#queues.renew();
  }

  /** Starts nothing more, waits for running attempts, and releases every queue. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await this.#outcomes.close();
    await this.#queues.releaseAll();
  }

  async #addFresh(state: QueueState, attempts: readonly Attempt[]): Promise<void> {
    await this.#queues.get(state.webhook)?.releasing;
    const held = this.#queues.get(state.webhook);
    const queue = held ?? this.#queues.hold(state);
    // Another process added something in between, which comes first.
    if (held !== undefined && state.news !== held.news + 1) queue.outdated();
    queue.news = Math.max(queue.news, state.news);
    queue.addFresh(attempts);
    this.#tend(queue);
  }

  /** Runs the next step of a queue: sends, reads more, or releases it. */
  #tend(queue: HeldQueue): void {
    if (this.#closed || queue.isLost || queue.releasing !== undefined) return;
    this.#sendInTurn();
    if (queue.wantsMore) this.#run(this.#load(queue));
    else if (queue.held === 0 && !queue.isLoading) this.#run(this.#release(queue));
  }

  /** Starts as many attempts as may run, of one queue after the other. */
  #sendInTurn(): void {
    for (let begun = true; begun && !this.#closed; ) {
      begun = false;
      for (const queue of this.#queues.inTurn()) {
        const attempt = this.#begin(queue);
        if (attempt === undefined) continue;
        begun = true;
        this.#run(this.#attempt(queue, attempt, this.#slots.take(queue)));
      }
    }
  }

  #begin(queue: HeldQueue): Attempt | undefined {
    if (!this.#outcomes.canNote) return undefined;
    if (queue.releasing !== undefined || performance.now() > queue.leasedUntil - ATTEMPT_MAX_MS) return undefined;
    if (!this.#slots.areFreeFor(queue)) return undefined;
    const attempt = queue.begin(this.#parts.clock());
    if (attempt !== undefined) this.#queues.hadTurn(queue);
    return attempt;
  }

  async #attempt(queue: HeldQueue, attempt: Attempt, free: () => void): Promise<void> {
    try {
      const result = await this.#make(queue, attempt);
      if (result === undefined) queue.putBack(attempt);
      else this.#note(queue, attempt, result);
    } catch (error) {
      // What cannot be read now is taken again when the lease is over.
      queue.putBack(attempt);
      this.#queues.drop(queue);
      throw error;
    } finally {
      free();
      this.#tend(queue);
    }
  }

  /** Returns undefined if the webhook was switched off or deleted meanwhile. */
  async #make(queue: HeldQueue, attempt: Attempt): Promise<AttemptResult | undefined> {
    const { sending } = this.#parts;
    const webhook = await sending.webhook(queue.webhook);
    queue.isOff = webhook?.active !== true;
    return webhook !== undefined && queue.mayMake(attempt) ? sending.attempt(attempt, webhook) : undefined;
  }

  #note(queue: HeldQueue, attempt: Attempt, result: AttemptResult): void {
    const isGood = isSuccess(result);
    this.counts[isGood ? 'success' : 'failed'] += 1;
    queue.end(attempt, isGood, this.#parts.clock());
    this.#outcomes.add(queue, { attempt, result });
  }

  async #load(queue: HeldQueue): Promise<void> {
    const { database, sending, clock } = this.#parts;
    queue.beginLoad();
    try {
      const webhook = await sending.webhook(queue.webhook);
      if (webhook === undefined) return await this.#removeGone(queue);
      queue.isOff = !webhook.active;
      queue.host = new URL(webhook.url).host;
      const { attempts, isWhole } = await dueAttempts(database.reader, queue, clock());
      queue.loaded(attempts, isWhole);
    } catch (error) {
      this.#queues.drop(queue);
      throw error;
    }
    this.#tend(queue);
  }

  /** Removes what is left of a deleted webhook. */
  async #removeGone(queue: HeldQueue): Promise<void> {
    queue.loaded([], true);
    if (queue.running > 0) return;
    this.#queues.drop(queue);
    await removeAll(this.#parts.database, queue.webhook);
  }

  async #release(queue: HeldQueue): Promise<void> {
    if (await this.#queues.release(queue)) this.#tend(queue);
  }

  async #saved({ queue, outcomes, isLost }: Saved): Promise<void> {
    queue.saved(outcomes.map(({ attempt }) => attempt));
    if (isLost) this.#queues.drop(queue);
    else
      await this.#switchOffIfDead(
        queue,
        outcomes.some(({ result }) => saysGone(result)),
      );
    this.#tend(queue);
  }

  async #switchOffIfDead(queue: HeldQueue, isGone: boolean): Promise<void> {
    const failingForMs = queue.failingSince === null ? 0 : this.#parts.clock() - queue.failingSince;
    if (queue.isOff || !(isGone || failingForMs >= FAILING_MAX_MS)) return;
    queue.isOff = true;
    await this.#parts.switchOff(queue.webhook, isGone ? 'gone' : 'failing').catch(this.#parts.onProblem);
    this.#parts.sending.forget();
  }

  /** Runs work that `close` waits for. */
  #run(work: Promise<void>): void {
    const running = work.catch(this.#parts.onProblem).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
