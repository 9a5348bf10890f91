/**
 * What this node may let in of one window of an account: it leases slices of the window's row and lets requests in from
 * them without asking again. Invariant: a slice is used only while the database's clock is surely in its window, whatever
 * the clock of this machine says, so no window ever admits more than its limit on all nodes together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { endOfWindow, type WindowLength } from './window-length.ts';

/** The largest part of a limit that one lease takes, in percent. */
const SLICE_PERCENT = 2;
/** A slice of a month lasts for about this time, so that a node that is killed loses no more of it. */
const MONTH_SLICE_LASTS_MS = 1_000;
const MONTH_SLICE_FIRST = 10;
/** For so long nobody asks again whether a window has something left: other nodes may give back. */
const EXHAUSTED_FOR_MS = 1_000;
/** The database's clock is read in milliseconds, rounded by either engine in its own way. */
const ROUNDING_MS = 2;
/** With fewer slices left in a window, nothing is leased before it is needed: another node may need it now. */
const SLICES_LEFT_FOR_ALL = 2;

/** What a lease brought. Times are the database's, but for `askedAt`. */
export interface Lease {
  /** Just before the database was asked, on the clock of this process. */
  readonly askedAt: number;
  readonly startedAt: number;
  /** What the database's clock showed then. */
  readonly leasedAt: number;
  readonly granted: number;
  /** All that was taken of the window so far. */
  readonly taken: number;
}

export interface RequestWindowParts {
  readonly length: WindowLength;
  /** Takes up to `amount` of the window. */
  readonly lease: (amount: number, limit: number) => Promise<Lease>;
  /** Milliseconds that only grow; `performance.now`, except in tests. */
  readonly now: () => number;
}

export class RequestWindow {
  readonly length: WindowLength;
  readonly #parts: RequestWindowParts;
  #limit = 0;
  /** Requests that may still be let in from the slice. */
  #left = 0;
  /** Requests taken of the row, as of the last lease. */
  #taken = 0;
  #startedAt = Number.NaN;
  /** When the window ends at the earliest and at the latest, on the clock of this process. */
  #endsAt = Number.NEGATIVE_INFINITY;
  #overAt = Number.NEGATIVE_INFINITY;
  /** Size of a slice of a month. */
  #slice = MONTH_SLICE_FIRST;
  #leasedAt = Number.NEGATIVE_INFINITY;
  #leasing: Promise<void> | undefined;

  constructor(parts: RequestWindowParts) {
    this.length = parts.length;
    this.#parts = parts;
  }

  /** Sets how many requests the window allows from now on. */
  allow(limit: number): void {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Start of the window that requests are taken of now. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Whether `take` may be called. */
  hasLeft(now: number): boolean {
    return this.#hasSome() && now < this.#endsAt;
  }

  /** Takes one request, which must be left, and leases the next slice in time. */
  take(now: number): void {
    this.#left -= 1;
    if (this.#leasing === undefined && this.#isRunningOut(now)) this.lease().catch(ignore);
  }

  /** Gives back a request that was not counted after all. @param startedAt of the window that it was taken of */
  takeBack(startedAt: number): void {
    if (startedAt === this.#startedAt) this.#left += 1;
  }

  /** Whether the window has nothing left for any node, as far as this one knows. */
  isExhausted(now: number): boolean {
    return this.isUsedUp(now) && now < this.#leasedAt + EXHAUSTED_FOR_MS;
  }

  /** Whether it had nothing left for any node when this one asked last. */
  isUsedUp(now: number): boolean {
    return !this.#hasSome() && this.#taken >= this.#limit && now < this.#endsAt;
  }

  /** Whether what was leased is over, or nothing was leased yet. */
  isOver(now: number): boolean {
    return now >= this.#endsAt;
  }

  /** Leases the next slice; all who wait share one lease. */
  lease(): Promise<void> {
    this.#leasing ??= this.#leaseNext().finally(() => {
      this.#leasing = undefined;
    });
    return this.#leasing;
  }

  /** Resolves when no lease is on its way. */
  async settled(): Promise<void> {
    await this.#leasing?.catch(ignore);
  }

  /** How many requests the window has left, as far as this node knows. */
  remaining(now: number): number {
    return now < this.#endsAt ? Math.max(0, this.#limit - this.#taken + this.#left) : this.#limit;
  }

  /** Milliseconds until the window is surely over; 0 if the next one is not known yet. */
  endsIn(now: number): number {
    return Math.max(0, this.#overAt - now);
  }

  /** Requests that may still be let in from the slice. */
  unused(now: number): number {
    return now < this.#endsAt ? this.#left : 0;
  }

  /** Empties the slice. @returns what was left of it, to be given back to the row; null for nothing */
  drain(now: number): { readonly startedAt: number; readonly amount: number } | null {
    const amount = this.unused(now);
    this.#left = 0;
    return amount === 0 ? null : { startedAt: this.#startedAt, amount };
  }

  /** A slice that was leased under a larger limit may be beyond the present one. */
  #hasSome(): boolean {
    return this.#left > 0 && this.#taken - this.#left < this.#limit;
  }

  #isRunningOut(now: number): boolean {
    const slice = this.#sizeOfSlice();
    return this.#left * 2 <= slice && now < this.#endsAt && this.#limit - this.#taken > slice * SLICES_LEFT_FOR_ALL;
  }

  async #leaseNext(): Promise<void> {
    this.#resize(this.#parts.now());
    const { askedAt, startedAt, leasedAt, granted, taken } = await this.#parts.lease(this.#sizeOfSlice(), this.#limit);
    // The database read its clock after it was asked and before it responded, so its window ends between these.
    const lasts = endOfWindow(this.length, startedAt) - leasedAt;
    const isSame = startedAt === this.#startedAt;
    this.#left = granted + (isSame ? this.#left : 0);
    const endsAt = askedAt + lasts - ROUNDING_MS;
    this.#endsAt = isSame ? Math.max(endsAt, this.#endsAt) : endsAt;
    this.#overAt = this.#parts.now() + lasts;
    this.#startedAt = startedAt;
    this.#taken = taken;
    this.#leasedAt = askedAt;
    // The next lease would bring a slice of the same last moment, until that is over.
    if (this.isOver(this.#parts.now())) await sleep(ROUNDING_MS);
  }

  #sizeOfSlice(): number {
    return this.length === 'second' ? this.#largestSlice() : Math.min(this.#largestSlice(), this.#slice);
  }

  #largestSlice(): number {
    return Math.max(1, Math.floor((this.#limit * SLICE_PERCENT) / 100));
  }

  /** A slice of a month that was used up sooner than it should be is followed by a larger one, and the reverse. */
  #resize(now: number): void {
    const lastedMs = now - this.#leasedAt;
    if (lastedMs < MONTH_SLICE_LASTS_MS / 2 && this.#slice < this.#largestSlice()) this.#slice *= 2;
    else if (lastedMs > MONTH_SLICE_LASTS_MS * 2) this.#slice = Math.max(MONTH_SLICE_FIRST, Math.ceil(this.#slice / 2));
  }
}

/** A lease that failed ahead of time is tried again by the first request that needs it, which then reports the error. */
function ignore(): void {}
