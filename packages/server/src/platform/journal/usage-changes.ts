/**
 * What plans count: how much of each metric an account has. A write collects by how much it changes that, and the journal
 * hands the sums to whoever keeps the counters; `composition/` connects them, as the journal knows nothing of plans.
 */
import type { Metric } from '../../../../contract/src/plan-metrics.ts';
import type { Writer } from '../database/database.ts';

/** What an environment holds: counted for it as well, so that deleting or cloning it takes one number each. */
export const environmentMetrics = ['entries', 'assets', 'asset_bytes', 'content_types'] as const;
export type EnvironmentMetric = (typeof environmentMetrics)[number];

/** One change of a metric. */
export interface UsageChange {
  readonly accountId: string;
  /** Number of the environment that it is in; null for what belongs to the account or a space. */
  readonly environment: number | null;
  readonly metric: Metric;
  readonly by: number;
}

/** Sums by metric; absent where nothing changes. */
export type MetricSums = ReadonlyMap<Metric, number>;

/** Keeps the counters of accounts. */
export interface UsageCounters {
  /**
   * Adds what a write changes to the counters of an account, and locks them until it ends.
   * @throws `plan_limit_reached` if one that rises is beyond its ceiling
   */
  settle(writer: Writer, accountId: string, sums: MetricSums): Promise<void>;
}

/** The changes of one write. */
export class UsageChanges {
  readonly #changes: UsageChange[] = [];

  add(change: UsageChange): void {
    this.#changes.push(change);
  }

  /** How many there are, for `undoTo`. */
  mark(): number {
    return this.#changes.length;
  }

  /** Discards those after a mark. */
  undoTo(mark: number): void {
    this.#changes.length = mark;
  }

  /** Accounts that it changes, in order: the counters of two writes are locked in the same order. */
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
