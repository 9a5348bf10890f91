/** The requests of an account in one second or month, by the clock of the process and in UTC, as far as the process knows. */

const SECOND_MS = 1_000;

/** Also the names of the limits in `RateLimit` headers. */
export type WindowLength = 'second' | 'month';

export class RequestWindow {
  /** Milliseconds since the epoch, as is `endsAt`. */
  readonly startedAt: number;
  readonly endsAt: number;
  /** Requests that were let in here, and that are in no row yet. */
  taken = 0;
  /** Requests of all processes in the row; null if they are not known yet. Seconds have no row. */
  stored: number | null;

  /** The window that a time is in. */
  constructor(length: WindowLength, at: number) {
    this.startedAt = length === 'second' ? at - (at % SECOND_MS) : monthStart(at, 0);
    this.endsAt = length === 'second' ? this.startedAt + SECOND_MS : monthStart(at, 1);
    this.stored = length === 'second' ? 0 : null;
  }

  /** Whether a time is in it: not so where the clock was set, either. */
  isOf(at: number): boolean {
    return at >= this.startedAt && at < this.endsAt;
  }

  /** How many more requests a limit allows. @param limit null for none */
  remaining(limit: number | null): number {
    return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - (this.stored ?? 0) - this.taken);
  }
}

/** When the month starts that is so many months after that of a time. */
export function monthStart(at: number, monthsLater = 0): number {
  const time = new Date(at);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater);
}
