/**
 * When attempts are made and when to give up: the retry schedule of a delivery, and the pause of a webhook whose receiver
 * fails. Pure.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The delay after each failed attempt: the first one after the first attempt. `schedule.test.ts` keeps it within
 * `FAILING_MAX_MS`, and `test/docs/facts.test.ts` compares it with `docs/operations/webhooks.md`.
 */
const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];
/** Delays vary by up to this fraction, so that attempts that failed together are not retried together. */
const JITTER = 0.2;
/** `Retry-After` can extend a retry's delay to at most this many times its usual length. */
const RETRY_AFTER_TIMES_MAX = 2;

/** A webhook is paused after this many failures in a row. */
export const FAILURES_BEFORE_PAUSE = 10;
const PAUSE_FIRST_MS = MINUTE_MS;
/** The longest pause. */
export const PAUSE_MAX_MS = HOUR_MS;

/** A webhook whose receiver has failed for this long without a success is switched off. */
export const FAILING_MAX_MS = 5 * 24 * HOUR_MS;

/**
 * The delay after a failed attempt, in milliseconds.
 * @param step the failed attempt's place in the schedule, from 1
 * @param options.random from 0 up to 1
 * @param options.retryAfter the receiver's `Retry-After`
 * @returns null after the last one
 */
export function retryDelayMs(
  step: number,
  options: { random: number; now: number; retryAfter: string | null },
): number | null {
  const base = RETRY_AFTER_MS[step - 1];
  if (base === undefined) return null;
  const delayMs = base * (1 - JITTER + 2 * JITTER * options.random);
  const requestedMs = retryAfterMs(options.retryAfter, options.now);
  return Math.round(Math.max(delayMs, Math.min(requestedMs, base * RETRY_AFTER_TIMES_MAX)));
}

/**
 * How long a webhook is paused after a failure, in milliseconds. After that, one attempt tests whether its receiver works.
 * @param failures in a row, including this one
 */
export function pauseMs(failures: number): number {
  if (failures < FAILURES_BEFORE_PAUSE) return 0;
  return Math.min(PAUSE_FIRST_MS * 2 ** (failures - FAILURES_BEFORE_PAUSE), PAUSE_MAX_MS);
}

/** The delay that `Retry-After` requests, in seconds or as a date. */
function retryAfterMs(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const delayMs = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now;
  return Number.isFinite(delayMs) ? Math.max(delayMs, 0) : 0;
}
