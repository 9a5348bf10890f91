/**
 * What one process holds of the queue of one webhook, and what may be sent now: at most `allowed` at a time, fewer to a
 * failing receiver, and never two first attempts for one resource. Knows neither the database nor the network.
 */
import { type Attempt, OUTSIDE_SCHEDULE } from './delivery.ts';
import type { QueueState } from './queue-store.ts';
import { pauseMs } from './schedule.ts';

/** Concurrent attempts of one webhook; the limit starts low and rises with every success. */
const PARALLEL_MAX = 8;
const PARALLEL_FIRST = 2;
/** Attempts of one webhook in memory; the others stay in the database. */
export const HELD_MAX = 64;
/** With fewer waiting, more are read. */
const HELD_LOW = 24;

export class HeldQueue {
  readonly webhook: string;
  /** Target of the webhook. */
  host = '';
  /** End of the lease, by the monotonic clock of the process, in milliseconds. */
  leasedUntil: number;
  /** How often attempts had been added to the queue when it was read. */
  news: number;
  /** Failed attempts since the last success, and when the first of them was. */
  failures: number;
  failingSince: number | null;
  pausedUntil: number;
  /** Whether the webhook is switched off: then only requested attempts are sent. */
  isOff = false;
  /** Set while the queue is being released; resolves when it was released or kept. */
  releasing: Promise<void> | undefined;
  /** Whether another process may hold it by now. */
  isLost = false;
  readonly #waiting: Attempt[] = [];
  readonly #held = new Set<string>();
  readonly #busy = new Set<string>();
  /** What was saved while the queue was being read: the rows read may be older. */
  readonly #savedMeanwhile = new Set<string>();
  #running = 0;
  #allowed: number;
  /** Whether everything due is in memory. */
  #isWhole = false;
  #isLoading = false;
  /** Whether something was added to the database since the reading began. */
  #isOutdated = false;

  constructor(state: QueueState, leasedUntil: number) {
    this.webhook = state.webhook;
    this.news = state.news;
    this.failures = state.failures;
    this.failingSince = state.failing_since;
    this.pausedUntil = state.paused_until;
    this.leasedUntil = leasedUntil;
    this.#allowed = state.failures > 0 ? 1 : PARALLEL_FIRST;
  }

  get running(): number {
    return this.#running;
  }

  /** Attempts in memory: waiting, running, or not saved yet. */
  get held(): number {
    return this.#held.size;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Whether to read more. */
  get wantsMore(): boolean {
    return !this.#isWhole && !this.#isLoading && this.#waiting.length < HELD_LOW;
  }

  /** Whether only requested attempts may be sent. */
  isRestricted(now: number): boolean {
    return this.isOff || this.pausedUntil > now;
  }

  beginLoad(): void {
    this.#isLoading = true;
    this.#isOutdated = false;
  }

  /** Adds the attempts read. @param isWhole whether they were all that are due */
  loaded(attempts: readonly Attempt[], isWhole: boolean): void {
    this.#add(attempts);
    this.#savedMeanwhile.clear();
    this.#isLoading = false;
    this.#isWhole = isWhole && !this.#isOutdated;
  }

  /** Adds attempts just committed, or leaves them to the database if the memory is full or earlier ones are there. */
  addFresh(attempts: readonly Attempt[]): void {
    if (this.#isWhole && this.#held.size + attempts.length <= HELD_MAX) this.#add(attempts);
    else this.outdated();
  }

  /** Notes that something is due that is not in memory. */
  outdated(): void {
    this.#isWhole = false;
    this.#isOutdated = true;
  }

  /** The next attempt to start; it counts as running from now on. */
  begin(now: number): Attempt | undefined {
    if (this.isLost || this.#running >= this.#allowed) return undefined;
    if (this.isRestricted(now)) this.#dropScheduled();
    const index = this.#waiting.findIndex((attempt) => !isFirst(attempt) || !this.#busy.has(attempt.delivery.resource));
    const [attempt] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (attempt === undefined) return undefined;
    if (isFirst(attempt)) this.#busy.add(attempt.delivery.resource);
    this.#running += 1;
    return attempt;
  }

  /** Whether a started attempt may still be made: the webhook may have been switched off since. */
  mayMake({ step }: Attempt): boolean {
    return !this.isOff || step === OUTSIDE_SCHEDULE;
  }

  /** Leaves an attempt that was not made to the database. */
  putBack(attempt: Attempt): void {
    this.#ended(attempt);
    this.#held.delete(attempt.id);
    this.outdated();
  }

  /** Notes the outcome of an attempt. A failed requested attempt does not count against the receiver. */
  end(attempt: Attempt, isGood: boolean, now: number): void {
    this.#ended(attempt);
    if (isGood) this.#succeed();
    else if (attempt.step !== OUTSIDE_SCHEDULE && this.pausedUntil <= now) this.#fail(now);
  }

  /** Notes that the outcomes of these attempts are stored. */
  saved(attempts: readonly Attempt[]): void {
    for (const { id } of attempts) {
      this.#held.delete(id);
      if (this.#isLoading) this.#savedMeanwhile.add(id);
    }
  }

  #add(attempts: readonly Attempt[]): void {
    for (const attempt of attempts) {
      if (this.#held.has(attempt.id) || this.#savedMeanwhile.has(attempt.id)) continue;
      this.#held.add(attempt.id);
      this.#waiting.push(attempt);
    }
  }

  #ended(attempt: Attempt): void {
    this.#running -= 1;
    if (isFirst(attempt)) this.#busy.delete(attempt.delivery.resource);
  }

  #succeed(): void {
    this.failures = 0;
    this.failingSince = null;
    this.pausedUntil = 0;
    this.#allowed = Math.min(this.#allowed + 1, PARALLEL_MAX);
  }

  #fail(now: number): void {
    this.failures += 1;
    this.failingSince ??= now;
    this.#allowed = 1;
    const pause = pauseMs(this.failures);
    if (pause > 0) this.pausedUntil = now + pause;
  }

  /** Leaves what must wait to the database. */
  #dropScheduled(): void {
    for (const { id } of this.#waiting.filter(({ step }) => step !== OUTSIDE_SCHEDULE)) this.#held.delete(id);
    const requested = this.#waiting.filter(({ step }) => step === OUTSIDE_SCHEDULE);
    this.#waiting.splice(0, this.#waiting.length, ...requested);
  }
}

/** Whether the attempt has to keep the order of its resource. */
function isFirst({ step }: Attempt): boolean {
  return step === 1;
}
