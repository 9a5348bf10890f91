/**
 * Which queues this process holds: takes due ones, renews their leases, notices what other processes add to them, and
 * releases them. Invariant: a queue that another process may hold by now is marked as lost.
 */
import type { Database } from '../../../platform/database/database.ts';
import { AHEAD_MAX_MS, type Clock } from '../../../platform/kit/clock.ts';
import { selectFromAhead, waitFromNow } from './attempt-store.ts';
import { HeldQueue } from './held-queue.ts';
import { isGone } from './lease-owners.ts';
import { type Holder, letGo, type Release } from './outcomes.ts';
import {
  freeQueuesOf,
  freeTooLong,
  type QueueState,
  releaseQueue,
  renewLeases,
  selectNews,
  selectNextWake,
  selectOwners,
  selectTooLong,
  takeDueQueues,
  wakeAgain,
} from './queue-store.ts';
import { PAUSE_MAX_MS } from './schedule.ts';
import type { Taker } from './settling.ts';

/** Queues that one process holds; others wait in the database. */
const QUEUES_MAX = 256;
const QUEUES_TAKEN_AT_ONCE = 16;

export class HeldQueues {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #taker: Taker;
  /** In the order of their turns. */
  readonly #queues = new Map<string, HeldQueue>();

  constructor(parts: { database: Database; clock: Clock; taker: Taker }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#taker = parts.taker;
  }

  get size(): number {
    return this.#queues.size;
  }

  /** The queues, those whose last turn is longest ago first. */
  inTurn(): HeldQueue[] {
    return [...this.#queues.values()];
  }

  get(webhook: string): HeldQueue | undefined {
    return this.#queues.get(webhook);
  }

  /** Notes that a queue had its turn. */
  hadTurn(queue: HeldQueue): void {
    this.#queues.delete(queue.webhook);
    this.#queues.set(queue.webhook, queue);
  }

  /** Starts to hold a queue whose lease this process has taken, by default just now. */
  hold(state: QueueState, leasedUntil = this.#leaseEnd()): HeldQueue {
    const known = this.#queues.get(state.webhook);
    if (known !== undefined) this.drop(known);
    const queue = new HeldQueue(state, leasedUntil);
    this.#queues.set(state.webhook, queue);
    return queue;
  }

  /** Drops a queue: it was released, or another process may hold it. */
  drop(queue: HeldQueue): void {
    queue.isLost = true;
    if (this.#queues.get(queue.webhook) === queue) this.#queues.delete(queue.webhook);
  }

  /**
   * Takes due queues.
   * @returns them; if there are none, the milliseconds until one is due
   */
  async take(): Promise<{ taken: HeldQueue[]; nextInMs?: number }> {
    const room = QUEUES_MAX - this.#queues.size;
    const now = this.#clock();
    await this.#freeVoidLeases(now);
    const [next] = await selectNextWake(this.#database.reader, { now });
    if (room <= 0 || next === undefined || next.in_ms === null) return { taken: [] };
    if (next.in_ms > 0) return { taken: [], nextInMs: next.in_ms };
    const leasedUntil = this.#leaseEnd();
    const lease = { owner: this.#taker.owner, now };
    const limit = Math.min(room, QUEUES_TAKEN_AT_ONCE);
    const states = await this.#database.write((writer) => takeDueQueues(writer, { ...lease, limit }));
    const taken = states.map((state) => this.hold(state, leasedUntil));
    // There may be more of them.
    return taken.length === 0 ? { taken } : { taken, nextInMs: 0 };
  }

  /** The queues to which other processes have added attempts. */
  async news(): Promise<HeldQueue[]> {
    const webhooks = [...this.#queues.keys()];
    if (webhooks.length === 0) return [];
    const added: HeldQueue[] = [];
    for (const { webhook, news } of await selectNews(this.#database.reader, webhooks)) {
      const queue = this.#queues.get(webhook);
      if (queue === undefined || queue.news >= news) continue;
      queue.news = news;
      queue.outdated();
      added.push(queue);
    }
    return added;
  }

  /** Renews all leases, and drops queues that were lost. */
  async renew(): Promise<void> {
    const queues = this.inTurn().filter((queue) => queue.releasing === undefined);
    if (queues.length === 0) return;
    const leasedUntil = this.#leaseEnd();
    const { owner } = this.#taker;
    const webhooks = queues.map(({ webhook }) => webhook).sort();
    const mine = new Set(await this.#database.write((writer) => renewLeases(writer, owner, webhooks)));
    for (const queue of queues) {
      if (mine.has(queue.webhook)) queue.leasedUntil = leasedUntil;
      else if (queue.releasing === undefined) this.drop(queue);
    }
  }

  /** Releases a queue, unless something in it is due after all. Returns whether it is still held. */
  async release(queue: HeldQueue): Promise<boolean> {
    const ended = Promise.withResolvers<void>();
    queue.releasing = ended.promise;
    let release: Release = 'lost';
    try {
      release = await this.#database.write((writer) => letGo(writer, queue, this.holder()));
    } finally {
      queue.releasing = undefined;
      if (release === 'kept') queue.outdated();
      else this.drop(queue);
      ended.resolve();
    }
    return release === 'kept';
  }

  /** Releases all queues, so that other processes can take them. */
  async releaseAll(): Promise<void> {
    const webhooks = [...this.#queues.keys()].sort();
    for (const queue of this.inTurn()) this.drop(queue);
    if (webhooks.length === 0) return;
    const release = { owner: this.#taker.owner, wakeAt: this.#clock() };
    await this.#database.write(async (writer) => {
      for (const webhook of webhooks) await releaseQueue(writer, { webhook, ...release });
    });
  }

  /** This process, as the writer of rows. */
  holder(): Holder {
    return { owner: this.#taker.owner, now: this.#clock() };
  }

  /**
   * Finds what a clock wrote that was ahead, and lets it wait from now on: to be called once the clock may have gone back,
   * as at the start.
   */
  async followClock(): Promise<void> {
    const now = this.#clock();
    const latest = now + AHEAD_MAX_MS;
    await this.renew();
    const found = await selectFromAhead(this.#database.reader, { latest });
    if (found.length === 0) return;
    await this.#database.write(async (writer) => {
      for (const { webhook } of found) {
        await wakeAgain(writer, { webhook, now, pauseEnd: now + PAUSE_MAX_MS });
        await waitFromNow(writer, { webhook, latest, now });
      }
    });
  }

  /** Frees queues whose owner is gone or whose lease was written by a clock that was ahead. */
  async #freeVoidLeases(now: number): Promise<void> {
    const { reader } = this.#database;
    const gone = (await selectOwners(reader, {})).flatMap(({ owner }) =>
      owner !== null && isGone(owner) ? [owner] : [],
    );
    const [tooLong] = await selectTooLong(reader, {});
    if (gone.length === 0 && tooLong === undefined) return;
    await this.#database.write(async (writer) => {
      for (const owner of gone) await freeQueuesOf(writer, { owner, now });
      if (tooLong !== undefined) await freeTooLong(writer, { now });
    });
  }

  #leaseEnd(): number {
    return performance.now() + this.#taker.leaseMs;
  }
}
