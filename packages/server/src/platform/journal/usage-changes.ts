/**
 * What plans count: how much of each metric an account has. A write collects its changes, and the journal passes the sums
 * to the keeper of the counters; `composition/` connects them, because the journal knows nothing about plans.
 */
import type { Metric } from '../../../../contract/src/plan-metrics.ts';
import type { Writer } from '../database/database.ts';

/** Metrics that are also counted per environment, so that deleting or cloning one needs one number each. */
export const environmentMetrics = ['entries', 'assets', 'asset_bytes', 'content_types'] as const;
export type EnvironmentMetric = (typeof environmentMetrics)[number];

/** One change of a metric. */
export interface UsageChange {
  readonly accountId: string;
  /** Number of the environment; null for what belongs to the account or a space. */
  readonly environment: number | null;
  readonly metric: Metric;
  readonly by: number;
}

/** Sums by metric; absent where nothing changes. */
export type MetricSums = ReadonlyMap<Metric, number>;

/** Keeps the counters of accounts. */
export interface UsageCounters {
  /**
   * Adds a write's changes to the counters of an account, and locks them until the write ends.
   * @throws `plan_limit_reached` if a rising counter exceeds its ceiling
   */
  add(writer: Writer, accountId: string, sums: MetricSums): Promise<void>;
}

/** The changes of one write. */
export class UsageChanges {
  readonly #changes: UsageChange[] = [];

  add(change: UsageChange): void {
    this.#changes.push(change);
  }

  /** The number of changes so far, for `undoTo`. */
  mark(): number {
    return this.#changes.length;
  }

  /** Discards the changes after a mark. */
  undoTo(mark: number): void {
    this.#changes.length = mark;
  }

  /** The accounts that the write changes, in a fixed order, so that all writes lock counters in the same order. */
  accounts(): string[] {
    return [...new Set(this.#changes.map(({ accountId }) => accountId))].sort();
  }

  ofAccount(accountId: string): MetricSums {
    return sumsOf(this.#changes.filter((change) => change.accountId === accountId));
  }

  ofEnvironment(environment: number): MetricSums {
    return sumsOf(this.#changes.filter((change) => change.environment === environment));
  }
}

function sumsOf(changes: readonly UsageChange[]): MetricSums {
  const sums = new Map<Metric, number>();
  for (const { metric, by } of changes) sums.set(metric, (sums.get(metric) ?? 0) + by);
  for (const [metric, sum] of sums) if (sum === 0) sums.delete(metric);
  return sums;
}
