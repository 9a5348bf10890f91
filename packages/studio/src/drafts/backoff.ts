/** How long to wait before something that failed is tried again. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds until the next try: twice as long after each failure, and never the same for two tabs that failed together.
 * @param failures in a row, from 1
 */
export function backoffMs(failures: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}
