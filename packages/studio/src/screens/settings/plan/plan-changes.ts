/** What changes for an account with another plan. */
import type { Metric, Usage } from './billing-queries.ts';

/** A limit that another plan has otherwise. */
export interface LimitChange {
  readonly metric: Metric;
  /** Null for no limit. */
  readonly now: number | null;
  readonly next: number | null;
  readonly used: number | null;
  /** Whether the account has more than it allows then. */
  readonly isExceeded: boolean;
}

/** The limits that differ, those that become smaller first. @param limits those of the other plan */
export function changedLimits(
  usage: readonly Usage[],
  limits: Readonly<Record<string, number | null>>,
): readonly LimitChange[] {
  return usage
    .map(({ metric, used, limit: now }) => {
      const next = limits[metric] ?? null;
      return { metric, now, next, used, isExceeded: next !== null && used !== null && used > next };
    })
    .filter(({ now, next }) => now !== next)
    .sort((one, other) => Number(isSmaller(other)) - Number(isSmaller(one)));
}

/** The changes whose limit is exceeded. */
export function exceeded(changes: readonly LimitChange[]): readonly LimitChange[] {
  return changes.filter(({ isExceeded }) => isExceeded);
}

function isSmaller({ now, next }: LimitChange): boolean {
  return next !== null && (now === null || next < now);
}
