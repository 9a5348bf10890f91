/**
 * How long things may take before they are given up. Each usual deadline is a constant next to its use. Whoever opens the
 * service can extend all of them, as tests do on a machine that is busy with other work.
 */

/** Turns a usual deadline into the one to use, in milliseconds. */
export type Deadline = (usualMs: number) => number;

/** Keeps all deadlines as they are. */
export const usualDeadline: Deadline = (usualMs) => usualMs;

/** Extends all deadlines by a factor. */
export function deadlineTimes(factor: number): Deadline {
  return (usualMs) => usualMs * factor;
}
