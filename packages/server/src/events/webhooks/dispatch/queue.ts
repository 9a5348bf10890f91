/**
 * The in-memory part of one webhook's queue, and which attempts may be sent now: at most `allowed` at a time, fewer for a
 * failing receiver, and never two first attempts for one resource. Knows neither the database nor the network.
 */
import { isWithin } from '../../../platform/kit/clock.ts';
import type { ReceiverState } from './attempt-store.ts';
import { type Attempt, OUTSIDE_SCHEDULE } from './delivery.ts';
import { PAUSE_MAX_MS, pauseMs } from './schedule.ts';

/** The most concurrent attempts for one webhook. The actual limit starts low and rises with every success. */
const PARALLEL_MAX = 8;
const PARALLEL_FIRST = 2;
/** If fewer attempts are waiting in memory, more are read. */
const WAITING_LOW = 24;

/** Whether only requested attempts are made for now. A pause longer than the maximum was written by a clock that was ahead. */
export function isPaused(pausedUntil: number, now: number): boolean {
  return isWithin(pausedUntil, PAUSE_MAX_MS, now);
}

export class Queue {
  readonly webhook: string;
  /** The host that the webhook sends to. */
  host = '';
  /** Whether the webhook is switched off: then only requested attempts are sent. */
  isOff = false;
  /** After an error, nothing is done until this time (monotonic clock). */
  restsUntil = 0;
  #receiver: ReceiverState = { failures: 0, failingSince: null, pausedUntil: 0 };
  /** The webhook's version when it was last read. */
  #version: number | undefined;
  readonly #waiting: Attempt[] = [];
  readonly #held = new Set<string>();
  readonly #busy = new Set<string>();
  /** Attempts saved while the queue was being read: the rows that were read may be older. */
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

  /** The number of attempts in memory: waiting, running, or not saved yet. */
  get held(): number {
    return this.#held.size;
  }

  /** Whether no attempt is in progress, so that the queue can be dropped from memory. */
  get isIdle(): boolean {
    return !this.#isLoading && this.#held.size === this.#waiting.length;
  }

  /** Whether to read more. */
  get wantsMore(): boolean {
    return !this.#isWhole && !this.#isLoading && this.#waiting.length < WAITING_LOW;
  }

  /**
   * Takes over the stored state of the receiver. What this process has learnt since is newer, unless somebody has changed the
   * webhook, which may have reset that state.
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

  /** Adds the attempts that were read. @param isWhole whether they are all that are due */
  loaded(attempts: readonly Attempt[], isWhole: boolean): void {
    this.#add(attempts);
    this.#savedMeanwhile.clear();
    this.#isLoading = false;
    this.#isWhole = isWhole && !this.#isOutdated;
  }

  /** Notes that reading failed. */
  loadFailed(): void {
    this.#isLoading = false;
    this.#isWhole = false;
  }

  /** Notes that an attempt is due that is not in memory. */
  outdated(): void {
    this.#isWhole = false;
    this.#isOutdated = true;
  }

  /** The next attempt to start. It counts as running from now on. */
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

  /** Drops an attempt that was not made, and everything waiting behind it, from memory. They stay in the database. */
  putBack(attempt: Attempt): void {
    this.#ended(attempt);
    for (const { id } of [attempt, ...this.#waiting.splice(0)]) this.#held.delete(id);
    this.outdated();
  }

  /**
   * Notes the outcome of an attempt. A failed requested attempt does not count against the receiver.
   * @returns the receiver's new state, if it changed
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

  /** Drops scheduled attempts from memory; they wait in the database. */
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
