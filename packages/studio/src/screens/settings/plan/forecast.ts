/** What this month will bring, if it goes on as it began. Months are those of UTC, as the service counts them. */

const DAY_MS = 86_400_000;

/** Days of the month that are left, today included. @param now milliseconds since the epoch */
export function daysLeft(now: number): number {
  return Math.ceil((monthEnd(now) - now) / DAY_MS);
}

/** When this month ends. */
export function monthEnd(now: number): number {
  const time = new Date(now);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1);
}

/**
 * When a limit of the month is reached, if it is used as fast as so far.
 * @param limit null for none
 * @returns null if that is not within this month, if it is reached already, or if less than a day has passed
 */
export function limitReachedAt(used: number, limit: number | null, now: number): number | null {
  if (limit === null || used === 0 || used >= limit) return null;
  const time = new Date(now);
  const start = Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
  if (now - start < DAY_MS) return null;
  const at = start + ((now - start) * limit) / used;
  return at < monthEnd(now) ? at : null;
}
