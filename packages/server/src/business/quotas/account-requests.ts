/**
 * The requests of one account on this node: let in by the limits of its plan, and counted. An account without limits
 * costs an addition; one with limits takes from its slices, and waits only while there is none.
 */
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { Limits } from '../plans/plan.ts';
import { type LimitState, LimitText, NO_LIMIT, type RateLimit, rateLimitOf, waitSeconds } from './rate-limit.ts';
import type { RequestWindow } from './request-window.ts';
import { endOfWindow, startOfWindow, type WindowLength } from './window-length.ts';

/** A lease that takes longer than its window brings nothing; after so many, the request is refused. */
const LEASES_MAX = 10;
const SECOND_MS = 1_000;

/** A request that was let in. */
export interface Admission {
  /** Does not count it after all. */
  takeBack(): void;
  /** What its response says about the limits of the account. */
  rateLimit(): RateLimit;
}

export interface AccountRequestsParts {
  /** The limits of a plan. @param plan null for the default one */
  readonly limitsOf: (plan: string | null) => Limits;
  /** Makes a window of the account, which nothing is leased of yet. */
  readonly makeWindow: (length: WindowLength) => RequestWindow;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  readonly clock: Clock;
  /** Whether the database is away, so that nothing can be leased. */
  readonly isAway: () => boolean;
}

/** A limit of the plan. */
interface Limited {
  readonly window: RequestWindow;
  readonly text: LimitText;
}

/** What is left of a slice of the month. */
export type Leftover = NonNullable<ReturnType<RequestWindow['drain']>>;

export class AccountRequests implements Admission {
  readonly #parts: AccountRequestsParts;
  /** No plan has this id, so that the first request looks its own up. */
  #plan: string | null | undefined;
  /** The limits of the plan with their texts; none for most accounts. */
  #limits: readonly Limited[] = [];
  #rateLimit = NO_LIMIT;
  /** Of the last request that was let in: it serves all of the same windows. */
  #admission: LimitedAdmission | null = null;
  #second: RequestWindow | null = null;
  #month: RequestWindow | null = null;
  /** The month, even after its limit is gone: something of it may be left here. */
  #lastMonth: RequestWindow | null = null;
  /** Requests that are in no row yet, as the month has no limit. */
  #uncounted = 0;
  #usedAt = 0;
  /** Requests that were let in during one second without a lease. */
  #unleased = { second: 0, taken: 0 };

  constructor(parts: AccountRequestsParts) {
    this.#parts = parts;
  }

  /**
   * Lets a request in if that takes no waiting.
   * @param plan id of the account's plan, as its key or session has it
   * @returns null if `admit` has to decide
   */
  takeNow(plan: string | null): Admission | null {
    if (plan !== this.#plan) this.#follow(plan);
    if (this.#limits.length === 0) {
      this.#uncounted += 1;
      return this;
    }
    const now = this.#parts.now();
    if (this.#lacking(now) !== null) return this.#parts.isAway() ? this.#takeUnleased(now) : null;
    this.#second?.take(now);
    this.#month?.take(now);
    if (this.#month === null) this.#uncounted += 1;
    this.#usedAt = now;
    if (this.#admission?.isCurrent() !== true) this.#admission = new LimitedAdmission(this, this.#second, this.#month);
    return this.#admission;
  }

  /**
   * Lets a request in, waiting for a slice if there is none here.
   * @throws `api_quota_exceeded` if a window has nothing left
   */
  async admit(plan: string | null): Promise<Admission> {
    for (let leases = 0; ; ) {
      const admission = this.takeNow(plan);
      if (admission !== null) return admission;
      const now = this.#parts.now();
      const window = this.#lacking(now);
      if (window === null) continue;
      if (this.#parts.isAway()) throw exceeded(this.#usedUp(now) ?? window, now);
      if (window.isExhausted(now)) throw exceeded(window, now);
      if (window.isOver(now) && ++leases > LEASES_MAX) throw databaseSlow();
      await window.lease().catch((error: unknown) => {
        if (!this.#parts.isAway()) throw error;
      });
    }
  }

  /** What responses to requests say that are not counted. */
  rateLimitOn(plan: string | null): RateLimit {
    if (plan !== this.#plan) this.#follow(plan);
    return this.#rateLimitAt(this.#parts.now());
  }

  rateLimit(): RateLimit {
    return this.#rateLimitAt(this.#usedAt);
  }

  takeBack(): void {
    this.#uncounted -= 1;
  }

  /** Requests that are in no row yet. */
  get uncounted(): number {
    return this.#uncounted;
  }

  /** So many of them are in the row now. */
  counted(requests: number): void {
    this.#uncounted -= requests;
    this.#usedAt = this.#parts.now();
  }

  /** Resolves when no lease of the month is on its way, so that its row and this node agree. */
  async settled(): Promise<void> {
    await this.#lastMonth?.settled();
  }

  /** Requests in the month's row that this node has not let in yet. */
  get unused(): number {
    return this.#lastMonth?.unused(this.#parts.now()) ?? 0;
  }

  /** Empties the slice of the month. @returns what is to be given back; null for nothing */
  drain(): Leftover | null {
    return this.#lastMonth?.drain(this.#parts.now()) ?? null;
  }

  /** Whether it had no request for so long, and everything of it is in its rows or can be given back. */
  isIdleFor(ms: number): boolean {
    return this.#uncounted === 0 && this.#parts.now() - this.#usedAt > ms;
  }

  /**
   * Lets a request in while nothing can be leased: as many a second as the plan allows in each process, and those of the
   * month until it was seen to be used up. They are written down later.
   */
  #takeUnleased(now: number): Admission | null {
    const second = Math.floor(now / SECOND_MS);
    if (this.#unleased.second !== second) this.#unleased = { second, taken: 0 };
    if (this.#usedUp(now) !== null) return null;
    this.#unleased.taken += 1;
    this.#uncounted += 1;
    this.#usedAt = now;
    return this;
  }

  /** The window that nothing may be let in of without a lease. */
  #usedUp(now: number): RequestWindow | null {
    if (this.#month?.isUsedUp(now) === true) return this.#month;
    return this.#second !== null && this.#unleased.taken >= this.#second.limit ? this.#second : null;
  }

  #rateLimitAt(now: number): RateLimit {
    if (this.#limits.length === 0) return NO_LIMIT;
    let isSame = true;
    for (const { window, text } of this.#limits)
      if (text.update(stateOf(window, now, this.#parts.clock))) isSame = false;
    if (!isSame) this.#rateLimit = rateLimitOf(this.#limits.map(({ text }) => text));
    return this.#rateLimit;
  }

  #follow(plan: string | null): void {
    const { api_requests_per_second: second, api_requests_per_month: month } = this.#parts.limitsOf(plan);
    this.#second = this.#windowOf('second', this.#second, second);
    this.#month = this.#windowOf('month', this.#lastMonth, month);
    this.#lastMonth = this.#month ?? this.#lastMonth;
    this.#limits = [this.#second, this.#month].flatMap((window) =>
      window === null ? [] : [{ window, text: new LimitText(window.length) }],
    );
    this.#rateLimit = NO_LIMIT;
    this.#admission = null;
    this.#plan = plan;
  }

  /** A window goes on with what is leased of it, whatever it allows from now on. */
  #windowOf(length: WindowLength, known: RequestWindow | null, limit: number | null): RequestWindow | null {
    if (limit === null) return null;
    const window = known ?? this.#parts.makeWindow(length);
    window.allow(limit);
    return window;
  }

  /** The window that has no request left here; a month that is over before a second that is, as it lasts longer. */
  #lacking(now: number): RequestWindow | null {
    if (this.#month?.hasLeft(now) === false) return this.#month;
    return this.#second?.hasLeft(now) === false ? this.#second : null;
  }
}

/** A request that was taken of windows. */
class LimitedAdmission implements Admission {
  readonly #account: AccountRequests;
  readonly #second: RequestWindow | null;
  readonly #month: RequestWindow | null;
  readonly #secondStartedAt: number;
  readonly #monthStartedAt: number;

  constructor(account: AccountRequests, second: RequestWindow | null, month: RequestWindow | null) {
    this.#account = account;
    this.#second = second;
    this.#month = month;
    this.#secondStartedAt = second?.startedAt ?? 0;
    this.#monthStartedAt = month?.startedAt ?? 0;
  }

  /** Whether requests are still taken of the same windows. */
  isCurrent(): boolean {
    return (
      (this.#second?.startedAt ?? 0) === this.#secondStartedAt && (this.#month?.startedAt ?? 0) === this.#monthStartedAt
    );
  }

  takeBack(): void {
    this.#second?.takeBack(this.#secondStartedAt);
    if (this.#month === null) this.#account.takeBack();
    else this.#month.takeBack(this.#monthStartedAt);
  }

  rateLimit(): RateLimit {
    return this.#account.rateLimit();
  }
}

/** @param clock of this process, for a window that nothing is leased of */
function stateOf(window: RequestWindow, now: number, clock: Clock): LimitState {
  const { length, limit } = window;
  const remaining = window.remaining(now);
  if (!window.isOver(now)) return { limit, startedAt: window.startedAt, remaining, endsInMs: window.endsIn(now) };
  const at = clock();
  const startedAt = startOfWindow(length, at);
  return { limit, startedAt, remaining, endsInMs: endOfWindow(length, startedAt) - at };
}

function exceeded(window: RequestWindow, now: number): DomainError {
  const seconds = waitSeconds(window.endsIn(now));
  const { limit, length } = window;
  const advice =
    length === 'second'
      ? `Wait ${seconds} second${seconds === 1 ? '' : 's'}, send fewer at a time, or choose a larger plan`
      : 'Choose a larger plan, or wait until next month (UTC)';
  const message = `${advice}; the plan of the account allows ${limit} requests a ${length}.`;
  return new DomainError('api_quota_exceeded', message, { scope: 'account', retryAfterSeconds: seconds });
}

function databaseSlow(): DomainError {
  return new DomainError('unavailable', 'The database responds too slowly to count requests; try again in a moment.');
}
