/**
 * How long things may take before they are given up. Each deadline is a constant where it is kept; who opens the service
 * says how much longer than that everything may take, as tests do, on a machine that does much else at the same time.
 */

/** Tells for the usual deadline, in milliseconds, the one that holds here. */
export type Deadline = (usualMs: number) => number;

/** Everything may take as long as it says. */
export const usualDeadline: Deadline = (usualMs) => usualMs;

/** Everything may take so many times as long. */
export function deadlineTimes(factor: number): Deadline {
  return (usualMs) => usualMs * factor;
}
