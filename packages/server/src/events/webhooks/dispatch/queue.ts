/**
 * The part of the queue of one webhook that is in memory, and what may be sent of it now: at most `allowed` at a time, fewer
 * to a failing receiver, and never two first attempts for one resource. Knows neither the database nor the network.
 */
import { isWithin } from '../../../platform/kit/clock.ts';
import type { ReceiverState } from './attempt-store.ts';
import { type Attempt, OUTSIDE_SCHEDULE } from './delivery.ts';
import { PAUSE_MAX_MS, pauseMs } from './schedule.ts';

/** Concurrent attempts of one webhook; the limit starts low and rises with every success. */
const PARALLEL_MAX = 8;
const PARALLEL_FIRST = 2;
/** With fewer attempts waiting in memory, more are read. */
const WAITING_LOW = 24;

/** Whether only requested attempts are made for now. A pause that is longer than any was written by a clock that was ahead. */
export function isPaused(pausedUntil: number, now: number): boolean {
  return isWithin(pausedUntil, PAUSE_MAX_MS, now);
}

export class Queue {
  readonly webhook: string;
  /** Target of the webhook. */
  host = '';
  /** Whether the webhook is switched off: then only requested attempts are sent. */
  isOff = false;
  /** Nothing is done until then, as something went wrong; by the monotonic clock. */
  restsUntil = 0;
  #receiver: ReceiverState = { failures: 0, failingSince: null, pausedUntil: 0 };
  /** Of the webhook, when that was read. */
  #version: number | undefined;
  readonly #waiting: Attempt[] = [];
  readonly #held = new Set<string>();
  readonly #busy = new Set<string>();
  /** What was saved while the queue was being read: the rows read may be older. */
  readonly #savedMeanwhile = new Set<string>();
  #running = 0;
  #allowed = PARALLEL_FIRST;
  /** Whether everything due is in memory. */
  #isWhole = false;
  #isLoading = false;
  /** Whether something was added to the database since the reading began. */
  #isOutdated = false;

  constructor(webhook: string) {
    this.webhook = webhook;
  }

  get receiver(): ReceiverState {
    return this.#receiver;
  }

  /** Attempts in memory: waiting, running, or not saved yet. */
  get held(): number {
    return this.#held.size;
  }

  /** Whether nothing is under way, so that all of it may be left to the database. */
  get isIdle(): boolean {
    return !this.#isLoading && this.#held.size === this.#waiting.length;
  }

  /** Whether to read more. */
  get wantsMore(): boolean {
    return !this.#isWhole && !this.#isLoading && this.#waiting.length < WAITING_LOW;
  }

  /**
   * Notes what is stored of the receiver. What this process learnt since is newer, unless somebody has changed the webhook, who
   * may have given it another chance.
   */
  know(stored: ReceiverState, version: number): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#receiver = stored;
    this.#allowed = stored.failures > 0 ? 1 : Math.max(this.#allowed, PARALLEL_FIRST);
  }

  /** Whether only requested attempts may be sent. */
  isRestricted(now: number): boolean {
    return this.isOff || isPaused(this.#receiver.pausedUntil, now);
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

  /** Nothing could be read. */
  loadFailed(): void {
    this.#isLoading = false;
    this.#isWhole = false;
  }

  /** Notes that something is due that is not in memory. */
  outdated(): void {
    this.#isWhole = false;
    this.#isOutdated = true;
  }

  /** The next attempt to start; it counts as running from now on. */
  begin(now: number): Attempt | undefined {
    if (this.#running >= this.#allowed) return undefined;
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

  /** Leaves an attempt that was not made to the database, and all that waits behind it. */
  putBack(attempt: Attempt): void {
    this.#ended(attempt);
    for (const { id } of [attempt, ...this.#waiting.splice(0)]) this.#held.delete(id);
    this.outdated();
  }

  /**
   * Notes the outcome of an attempt. A failed requested attempt does not count against the receiver.
   * @returns the receiver after it, if that changed
   */
  end(attempt: Attempt, isGood: boolean, now: number): ReceiverState | undefined {
    this.#ended(attempt);
    const before = this.#receiver;
    if (isGood) this.#succeed();
    else if (attempt.step !== OUTSIDE_SCHEDULE && !isPaused(before.pausedUntil, now)) this.#fail(now);
    return this.#receiver === before ? undefined : this.#receiver;
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
    const { failures, pausedUntil } = this.#receiver;
    if (failures > 0 || pausedUntil > 0) this.#receiver = { failures: 0, failingSince: null, pausedUntil: 0 };
    this.#allowed = Math.min(this.#allowed + 1, PARALLEL_MAX);
  }

  #fail(now: number): void {
    const failures = this.#receiver.failures + 1;
    const pause = pauseMs(failures);
    this.#receiver = {
      failures,
      failingSince: this.#receiver.failingSince ?? now,
      pausedUntil: pause > 0 ? now + pause : this.#receiver.pausedUntil,
    };
    this.#allowed = 1;
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
