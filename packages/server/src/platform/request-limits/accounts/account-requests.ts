/**
 * The requests of one account in this process: admitted within the limits of its plan, and counted. Invariant: a request is
 * admitted and counted in one call, so that no other request comes in between.
 */

import { DomainError } from '../../errors/domain-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { type Admission, type Caller, Callers, type Sender } from './callers.ts';
import { type LimitedWindow, type RateLimit, rateLimitOf, waitSeconds } from './rate-limit.ts';
import { RequestWindow, type WindowLength } from './request-window.ts';

/** How many requests a plan allows; null for no limit. */
export interface RequestLimits {
  readonly api_requests_per_second: number | null;
  readonly api_requests_per_month: number | null;
}

interface AccountRequestsParts {
  /** The limits of a plan. @param plan null for the default one */
  readonly limitsOf: (plan: string | null) => RequestLimits;
  readonly clock: Clock;
}

const lengths = ['second', 'month'] as const;

/** What a plan allows of windows; null for no limit. */
type WindowLimits = Readonly<Record<WindowLength, number | null>>;

export class AccountRequests {
  readonly #parts: AccountRequestsParts;
  /** No plan has this id, so that the first request looks its own up. */
  #plan: string | null | undefined;
  #limits: WindowLimits = { second: null, month: null };
  /** Those that there are; none for most accounts. */
  #limited: readonly Omit<LimitedWindow, 'window'>[] = [];
  /** When it was last asked for, and what was current then. */
  #now: number;
  #second: RequestWindow;
  #month: RequestWindow;
  /** Who sent requests today. */
  readonly callers = new Callers();
  #learning: Promise<void> | undefined;
  #isRefused = false;

  constructor(parts: AccountRequestsParts) {
    this.#parts = parts;
    this.#now = parts.clock();
    this.#second = new RequestWindow('second', this.#now);
    this.#month = new RequestWindow('month', this.#now);
  }

  /**
   * Lets a request in.
   * @param plan id of the account's plan, as its key or session has it
   * @param sender who sends it
   * @returns null if there is none left, or it is not known how many the month has left (`isUnknown`)
   */
  take(plan: string | null, sender: Sender): Admission | null {
    this.#moveOn(plan);
    if (this.isUnknown || this.#usedUp() !== null) return null;
    this.#second.taken += 1;
    this.#month.taken += 1;
    const caller = this.callers.of(sender);
    caller.taken += 1;
    caller.admission ??= this.#newAdmission(caller);
    return caller.admission;
  }

  /** Whether the plan limits the month, of which other processes may have used something. */
  get isUnknown(): boolean {
    return this.#limits.month !== null && this.#month.stored === null;
  }

  /** Learns how many requests of the month are stored; all who wait share one read. */
  learn(read: (startedAt: number) => Promise<number>): Promise<void> {
    const month = this.#month;
    this.#learning ??= read(month.startedAt)
      .then((stored) => {
        month.stored ??= stored;
      })
      .finally(() => {
        this.#learning = undefined;
      });
    return this.#learning;
  }

  /** Why a request is not let in. */
  refusal(): DomainError {
    const usedUp = this.#usedUp();
    if (usedUp === null) throw new Error('A request is refused that the plan allows.');
    this.#isRefused = usedUp === 'month';
    return exceeded(usedUp, this.#limits[usedUp] ?? 0, this.#windowOf(usedUp).endsAt - this.#now);
  }

  /** What responses to uncounted requests say about the limits. */
  rateLimitOn(plan: string | null): RateLimit {
    this.#moveOn(plan);
    return this.#rateLimitNow();
  }

  /** The month of the last request; what is added to its row is subtracted from `taken` by whoever adds it. */
  get month(): RequestWindow {
    return this.#month;
  }

  get monthLimit(): number | null {
    return this.#limits.month;
  }

  /** Whether something is to be added to the row, or to be read from it, as requests were refused for what it said before. */
  get hasNews(): boolean {
    return this.#month.taken !== 0 || this.#isRefused;
  }

  /** The row has been written and read. */
  settle(): void {
    this.#isRefused = false;
  }

  /** Whether it had no request for so long, and all of them are in its row. */
  isIdleFor(ms: number): boolean {
    return !this.hasNews && Math.abs(this.#parts.clock() - this.#now) > ms;
  }

  /** Follows the plan and the clock. Of a month that is over nobody asks, so its last counts need not be written. */
  #moveOn(plan: string | null): void {
    if (plan !== this.#plan) this.#follow(plan);
    this.#now = this.#parts.clock();
    const isSameMonth = this.#month.isOf(this.#now);
    if (isSameMonth && (this.#limits.second === null || this.#second.isOf(this.#now))) return;
    if (!isSameMonth) this.#month = new RequestWindow('month', this.#now);
    this.#second = new RequestWindow('second', this.#now);
    this.callers.endAdmissions();
  }

  #follow(plan: string | null): void {
    const { api_requests_per_second: second, api_requests_per_month: month } = this.#parts.limitsOf(plan);
    this.#limits = { second, month };
    this.#limited = lengths.flatMap((length) => {
      const limit = this.#limits[length];
      return limit === null ? [] : [{ length, limit }];
    });
    this.#plan = plan;
  }

  /** The window that allows no more; a month before a second, as it lasts longer. */
  #usedUp(): WindowLength | null {
    if (this.#month.remaining(this.#limits.month) === 0) return 'month';
    return this.#second.remaining(this.#limits.second) === 0 ? 'second' : null;
  }

  #rateLimitNow(): RateLimit {
    return rateLimitOf(
      this.#limited.map((limit) => ({ ...limit, window: this.#windowOf(limit.length) })),
      this.#now,
    );
  }

  #windowOf(length: WindowLength): RequestWindow {
    return length === 'second' ? this.#second : this.#month;
  }

  #newAdmission(caller: Caller): Admission {
    const [second, month] = [this.#second, this.#month];
    return {
      takeBack: () => {
        second.taken -= 1;
        month.taken -= 1;
        caller.taken -= 1;
      },
      rateLimit: () => this.#rateLimitNow(),
    };
  }
}

function exceeded(length: WindowLength, limit: number, endsInMs: number): DomainError {
  const seconds = waitSeconds(endsInMs);
  const advice =
    length === 'second'
      ? `Wait ${seconds} second${seconds === 1 ? '' : 's'}, send fewer at a time, or choose a larger plan`
      : 'Choose a larger plan, or wait until next month (UTC)';
  const message = `${advice}; the plan of the account allows ${limit} requests a ${length}.`;
  return new DomainError('api_quota_exceeded', message, { scope: 'account', retryAfterSeconds: seconds });
}
