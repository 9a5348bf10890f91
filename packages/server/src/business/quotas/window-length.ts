/** The windows that plans limit requests in: how long they are, in the database's clock and in UTC. */

const SECOND_MS = 1_000;

/** Also the names of the limits in `RateLimit` headers. */
export type WindowLength = 'second' | 'month';

/** When a window ends that started at a time. */
export function endOfWindow(length: WindowLength, startedAt: number): number {
  if (length === 'second') return startedAt + SECOND_MS;
  const start = new Date(startedAt);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
}

/** When the window started that a time is in. */
export function startOfWindow(length: WindowLength, at: number): number {
  if (length === 'second') return at - (at % SECOND_MS);
  const time = new Date(at);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
}
