/**
 * The clocks, each a function that tests can replace: the time of day, for what is stored and shown, and a monotonic clock,
 * for what a process waits for or keeps in memory (docs/operations/clocks.md).
 */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
/** Length of `T00:00:00.000Z`. */
const TIME_LENGTH = 14;
const DATES_KEPT = 10_000;

/** Milliseconds since the epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds since the process started, even if the machine's clock is set meanwhile. */
export const steadyClock: Clock = () => performance.now();

/** Calls a function at an interval in milliseconds. @returns a function that stops it */
export type Repeat = (call: () => void, everyMs: number) => () => void;

export const systemRepeat: Repeat = (call, everyMs) => {
  const timer = setInterval(call, everyMs);
  return () => clearInterval(timer);
};

/** Correctly set clocks differ by at most this; a time further in the future was written by a clock that was ahead. */
export const AHEAD_MAX_MS = 1_000;

/** Whether something that lasts `lifeMs` has not ended yet and was not started by a clock that was ahead. */
export function isWithin(endsAt: number, lifeMs: number, now: number): boolean {
  return endsAt > now && endsAt <= now + lifeMs + AHEAD_MAX_MS;
}

/** Whether a time that was the current one when it was written is from a clock that was ahead. */
export function isAhead(writtenAt: number, now: number): boolean {
  return writtenAt > now + AHEAD_MAX_MS;
}

/** ISO 8601 in UTC with milliseconds, the only form in which times leave the service. */
export function isoTime(at: number): string;
export function isoTime(at: number | null): string | null;
export function isoTime(at: number | null): string | null {
  if (at === null) return null;
  const day = Math.floor(at / DAY_MS);
  const ms = at - day * DAY_MS;
  const minutes = Math.floor(ms / MINUTE_MS);
  const hour = digits(Math.floor(minutes / MINUTES_AN_HOUR), 2);
  const minute = digits(minutes % MINUTES_AN_HOUR, 2);
  return `${dateOf(day)}T${hour}:${minute}:${digits(Math.floor(ms / 1000) % 60, 2)}.${digits(ms % 1000, 3)}Z`;
}

/** Dates by day since the epoch: `toISOString` takes microseconds, which counts in lists with many times. */
const dates = new Map<number, string>();

function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, -TIME_LENGTH);
    if (dates.size >= DATES_KEPT) dates.clear();
    dates.set(day, date);
  }
  return date;
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}
