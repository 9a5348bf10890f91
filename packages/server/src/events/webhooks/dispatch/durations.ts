/** Classes of durations, so that a few counts tell how long all but the slowest 5 % of attempts took. */

/** Classes per doubling of the duration. */
const CLASSES_PER_DOUBLING = 2;
const SLOW_SHARE = 0.95;

/** The class of a duration. @param ms rounded up to 1 */
export function durationClass(ms: number): number {
  return Math.ceil(CLASSES_PER_DOUBLING * Math.log2(Math.max(ms, 1)));
}

/**
 * The duration that 95 of 100 attempts did not exceed, at most 1.5 times too long.
 * @param counts attempts by class
 * @returns milliseconds; null for no attempts
 */
export function slowDurationMs(counts: ReadonlyMap<number, number>): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [duration, count] of [...counts].sort(([one], [other]) => one - other)) {
    seen += count;
    if (seen >= total * SLOW_SHARE) return Math.round(2 ** (duration / CLASSES_PER_DOUBLING));
  }
  return null;
}
