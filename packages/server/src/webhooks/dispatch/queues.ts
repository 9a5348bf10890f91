/**
 * The queues of webhooks that this process holds: reads what is due, sends in turn, writes down what came of it, and
 * lets go of a queue that has nothing to send. Invariant: nothing is sent for a queue whose lease may be over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { type DueRow, selectDue } from './attempt-store.ts';
import { ASKED_FOR, AT_ONCE, type Attempt, type AttemptResult, isSuccess } from './delivery.ts';
import { HeldQueue } from './held-queue.ts';
import { type Holder, letGo, type Outcome, type Release, saveOutcomes, saysGone } from './outcomes.ts';
import {
  type QueueState,
  releaseQueue,
  renewLeases,
  selectDueQueue,
  selectNews,
  takeDueQueues,
} from './queue-store.ts';
import { removeAll } from './retention.ts';
import { FAILING_MAX_MS } from './schedule.ts';
import type { Sending } from './sending.ts';
import type { Announcement, Taker } from './settling.ts';
import { Slots } from './slots.ts';

/** Queues that one process holds; others wait in the database. */
const QUEUES_MAX = 256;
const QUEUES_TAKEN_AT_ONCE = 16;
/** An attempt takes no longer, so that it has ended before the lease of its queue. */
const ATTEMPT_MAX_MS = 6_000;
const OUTCOMES_AT_ONCE = 64;
/** What ends within this time is written down together: a commit costs as much as many attempts. */
const GATHERED_FOR_MS = 8;
/** Attempts that are read at once. Retries are read apart, so that first attempts do not keep them waiting for ever. */
const FIRSTS_READ = 48;
const RETRIES_READ = 16;
const SAVE_AGAIN_AFTER_MS = 1_000;

/** Why a webhook is switched off: its receiver failed for days, or says that it is gone. */
export type SwitchOffReason = 'failing' | 'gone';

export interface QueueParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: Sending;
  readonly taker: Taker;
  readonly switchOff: (webhook: string, reason: SwitchOffReason) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

export class Queues {
  readonly #parts: QueueParts;
  /** In the order in which they get their turn. */
  readonly #queues = new Map<string, HeldQueue>();
  readonly #slots = new Slots();
  readonly #running = new Set<Promise<void>>();
  readonly #ended: { readonly queue: HeldQueue; readonly outcome: Outcome }[] = [];
  #saving: Promise<void> | undefined;
  #closed = false;
  /** Attempts made by this process, by what came of them. */
  readonly counts = { success: 0, failed: 0 };

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** How many are held. */
  get size(): number {
    return this.#queues.size;
  }

  /** Takes over what was just added to queues; those that another process holds are left to it. */
  announced(announcements: readonly Announcement[]): void {
    for (const { queue, attempts } of announcements) {
      if (queue.owner === this.#parts.taker.owner) this.#run(this.#addFresh(queue, attempts));
    }
  }

  /** Takes queues that have fallen due. */
  async take(): Promise<void> {
    const { database, clock, taker } = this.#parts;
    const room = QUEUES_MAX - this.#queues.size;
    const now = clock();
    if (this.#closed || room <= 0 || (await selectDueQueue(database.reader, { now })).length === 0) return;
    const leasedUntil = this.#leaseEnd();
    const limit = Math.min(room, QUEUES_TAKEN_AT_ONCE);
    const states = await database.write((writer) =>
      takeDueQueues(writer, { owner: taker.owner, now, until: now + taker.leaseMs, limit }),
    );
    for (const state of states) this.#tend(this.#hold(state, leasedUntil));
  }

  /** Looks at what other processes added to the queues that are held. */
  async readNews(): Promise<void> {
    const webhooks = [...this.#queues.keys()];
    if (webhooks.length === 0) return;
    for (const { webhook, news } of await selectNews(this.#parts.database.reader, webhooks)) {
      const queue = this.#queues.get(webhook);
      if (queue === undefined || queue.news >= news) continue;
      queue.news = news;
      queue.outdated();
      this.#tend(queue);
    }
  }

  /** Makes all leases longer, and forgets queues that were lost. */
  async renew(): Promise<void> {
    const { database, clock, taker } = this.#parts;
    const queues = [...this.#queues.values()].filter((queue) => queue.releasing === undefined);
    if (queues.length === 0) return;
    const leasedUntil = this.#leaseEnd();
    const wish = { webhooks: queues.map(({ webhook }) => webhook).sort(), until: clock() + taker.leaseMs };
    const mine = new Set(await database.write((writer) => renewLeases(writer, taker.owner, wish)));
    for (const queue of queues) {
      if (mine.has(queue.webhook)) queue.leasedUntil = leasedUntil;
      else if (queue.releasing === undefined) this.#drop(queue);
    }
  }

  /** Begins nothing more, waits for what runs, and lets go of every queue. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await this.#saving;
    const { database, clock, taker } = this.#parts;
    const webhooks = [...this.#queues.keys()].sort();
    this.#queues.clear();
    if (webhooks.length === 0) return;
    const release = { owner: taker.owner, wakeAt: clock() };
    await database.write(async (writer) => {
      for (const webhook of webhooks) await releaseQueue(writer, { webhook, ...release });
    });
  }

  async #addFresh(state: QueueState, attempts: readonly Attempt[]): Promise<void> {
    await this.#queues.get(state.webhook)?.releasing;
    const held = this.#queues.get(state.webhook);
    const queue = held ?? this.#hold(state, this.#leaseEnd());
    // Another process added something in between, which comes first.
    if (held !== undefined && state.news !== held.news + 1) queue.outdated();
    queue.news = Math.max(queue.news, state.news);
    queue.addFresh(attempts);
    this.#tend(queue);
  }

  #hold(state: QueueState, leasedUntil: number): HeldQueue {
    const known = this.#queues.get(state.webhook);
    if (known !== undefined) this.#drop(known);
    const queue = new HeldQueue(state, leasedUntil);
    this.#queues.set(state.webhook, queue);
    return queue;
  }

  #drop(queue: HeldQueue): void {
    queue.isLost = true;
    if (this.#queues.get(queue.webhook) === queue) this.#queues.delete(queue.webhook);
  }

  #leaseEnd(): number {
    return performance.now() + this.#parts.taker.leaseMs;
  }

  /** Does what is next for a queue: sends, reads more, or lets it go. */
  #tend(queue: HeldQueue): void {
    if (this.#closed || queue.isLost || queue.releasing !== undefined) return;
    this.#sendInTurn();
    if (queue.wantsMore) this.#run(this.#load(queue));
    else if (queue.held === 0 && !queue.isLoading) this.#run(this.#release(queue));
  }

  /** Begins as many attempts as may run, of one queue after the other. */
  #sendInTurn(): void {
    for (let begun = true; begun && !this.#closed; ) {
      begun = false;
      for (const queue of [...this.#queues.values()]) {
        const attempt = this.#begin(queue);
        if (attempt === undefined) continue;
        begun = true;
        this.#run(this.#attempt(queue, attempt, this.#slots.take(queue)));
      }
    }
  }

  #begin(queue: HeldQueue): Attempt | undefined {
    if (queue.releasing !== undefined || performance.now() > queue.leasedUntil - ATTEMPT_MAX_MS) return undefined;
    if (!this.#slots.areFreeFor(queue)) return undefined;
    const attempt = queue.begin(this.#parts.clock());
    if (attempt === undefined) return undefined;
    // Whoever had a turn is last in the next round, even where this one ends early.
    this.#queues.delete(queue.webhook);
    this.#queues.set(queue.webhook, queue);
    return attempt;
  }

  async #attempt(queue: HeldQueue, attempt: Attempt, free: () => void): Promise<void> {
    try {
      const result = await this.#make(queue, attempt);
      if (result === undefined) queue.putBack(attempt);
      else this.#note(queue, { attempt, result });
    } catch (error) {
      // What cannot be read now is taken again when the lease is over.
      queue.putBack(attempt);
      this.#drop(queue);
      throw error;
    } finally {
      free();
      this.#tend(queue);
    }
  }

  /** Gives nothing where the webhook was switched off or deleted meanwhile. */
  async #make(queue: HeldQueue, attempt: Attempt): Promise<AttemptResult | undefined> {
    const { sending } = this.#parts;
    const webhook = await sending.webhook(queue.webhook);
    queue.isOff = webhook?.active !== true;
    return webhook !== undefined && queue.mayMake(attempt) ? sending.attempt(attempt, webhook) : undefined;
  }

  #note(queue: HeldQueue, outcome: Outcome): void {
    const isGood = isSuccess(outcome.result);
    this.counts[isGood ? 'success' : 'failed'] += 1;
    queue.end(outcome.attempt, isGood, this.#parts.clock());
    this.#ended.push({ queue, outcome });
    this.#saving ??= this.#saveAll();
  }

  async #load(queue: HeldQueue): Promise<void> {
    queue.beginLoad();
    try {
      const sendable = await this.#parts.sending.webhook(queue.webhook);
      if (sendable === undefined) return await this.#removeGone(queue);
      queue.isOff = !sendable.active;
      queue.host = new URL(sendable.url).host;
      await this.#read(queue);
    } catch (error) {
      this.#drop(queue);
      throw error;
    }
    this.#tend(queue);
  }

  async #read(queue: HeldQueue): Promise<void> {
    const { database, clock } = this.#parts;
    const { webhook, held } = queue;
    const now = clock();
    const isRestricted = queue.isRestricted(now);
    const later = { webhook, after: AT_ONCE, until: now, limit: held + RETRIES_READ };
    const retries = isRestricted ? [] : await selectDue(database.reader, later);
    const until = isRestricted ? ASKED_FOR : AT_ONCE;
    const first = { webhook, after: ASKED_FOR - 1, until, limit: held + FIRSTS_READ };
    const firsts = await selectDue(database.reader, first);
    const isWhole = firsts.length < first.limit && retries.length < later.limit;
    queue.loaded(
      [...retries, ...firsts].map((row) => attemptOf(row, webhook)),
      isWhole,
    );
  }

  /** Removes what is left of a webhook that is gone. */
  async #removeGone(queue: HeldQueue): Promise<void> {
    queue.loaded([], true);
    if (queue.running > 0) return;
    this.#drop(queue);
    await removeAll(this.#parts.database, queue.webhook);
  }

  async #release(queue: HeldQueue): Promise<void> {
    const released = Promise.withResolvers<void>();
    queue.releasing = released.promise;
    let release: Release = 'lost';
    try {
      release = await this.#parts.database.write((writer) => letGo(writer, queue, this.#holder()));
    } finally {
      this.#released(queue, release);
      released.resolve();
    }
  }

  #released(queue: HeldQueue, release: Release): void {
    queue.releasing = undefined;
    if (release === 'kept') {
      queue.outdated();
      this.#tend(queue);
    } else this.#drop(queue);
  }

  async #saveAll(): Promise<void> {
    while (this.#ended.length > 0) {
      if (this.#ended.length < OUTCOMES_AT_ONCE && !this.#closed) await sleep(GATHERED_FOR_MS);
      const batch = this.#ended.splice(0, OUTCOMES_AT_ONCE);
      try {
        await this.#save(Map.groupBy(batch, ({ queue }) => queue));
      } catch (error) {
        this.#parts.onProblem(error);
        if (this.#closed) break;
        this.#ended.unshift(...batch);
        await sleep(SAVE_AGAIN_AFTER_MS, undefined, { ref: false });
      }
    }
    this.#saving = undefined;
  }

  async #save(byQueue: Map<HeldQueue, readonly { readonly outcome: Outcome }[]>): Promise<void> {
    const saved = [...byQueue]
      .map(([queue, ended]) => ({ queue, outcomes: ended.map(({ outcome }) => outcome) }))
      .sort((a, b) => (a.queue.webhook < b.queue.webhook ? -1 : 1));
    const lost = await this.#parts.database.write(async (writer) => {
      const holder = this.#holder();
      const lost = new Set<HeldQueue>();
      for (const { queue, outcomes } of saved) {
        if (!(await saveOutcomes(writer, queue, { outcomes, holder }))) lost.add(queue);
      }
      return lost;
    });
    for (const { queue, outcomes } of saved) {
      queue.saved(outcomes.map(({ attempt }) => attempt));
      if (lost.has(queue)) this.#drop(queue);
      else await this.#switchOffIfDead(queue, outcomes);
      this.#tend(queue);
    }
  }

  async #switchOffIfDead(queue: HeldQueue, outcomes: readonly Outcome[]): Promise<void> {
    if (queue.isOff) return;
    const isGone = outcomes.some(({ result }) => saysGone(result));
    const isFailing =
      queue.failingSince !== null && this.#parts.clock() - queue.failingSince >= FAILING_MAX_MS && outcomes.length > 0;
    if (!isGone && !isFailing) return;
    queue.isOff = true;
    await this.#parts.switchOff(queue.webhook, isGone ? 'gone' : 'failing');
    this.#parts.sending.forget();
  }

  #holder(): Holder {
    const { clock, taker } = this.#parts;
    const now = clock();
    return { owner: taker.owner, now, until: now + taker.leaseMs };
  }

  /** Runs work that `close` waits for. */
  #run(work: Promise<void>): void {
    const running = work.catch(this.#parts.onProblem).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

function attemptOf(row: DueRow, webhook: string): Attempt {
  const { id, attempt, step, delivery, event_id: eventId, event, resource, revision, ordinal, body } = row;
  return { id, attempt, step, delivery: { id: delivery, webhook, eventId, event, resource, revision, ordinal, body } };
}
