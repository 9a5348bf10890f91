/**
 * Usage of accounts, counted in the write that changes it and checked there against the plan, so that concurrent writes cannot
 * exceed a ceiling together. An account that has more than its plan allows, after a downgrade, keeps it but cannot add more.
 */
import { type Metric, metrics } from '../../../../../contract/src/plan-metrics.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { MetricSums, UsageCounters } from '../../../platform/journal/usage-changes.ts';
import type { LimitedMetric, Limits } from './plan.ts';
import type { Plans } from './plans.ts';
import { addUsage, findSubscription, usageOf } from './store.ts';

/** What an account may still create, as of a moment ago. */
export interface Room {
  /** @throws `plan_limit_reached` if a write with these changes exceeds the plan */
  require(sums: MetricSums): void;
}

export class Usage implements UsageCounters {
  readonly #plans: Plans;

  constructor(plans: Plans) {
    this.#plans = plans;
  }

  async add(writer: Writer, accountId: string, sums: MetricSums): Promise<void> {
    for (const metric of metrics) {
      const by = sums.get(metric);
      if (by === undefined) continue;
      const { used, plan } = await addUsage(writer, { account: accountId, metric, by });
      if (by > 0) requireWithin(this.#plans.limitsOf(plan), metric, { used: used - by, by });
    }
  }

  /** Current usage of an account, by metric. */
  async of(db: Reader, accountId: string): Promise<ReadonlyMap<Metric, number>> {
    const rows = new Map((await usageOf(db, accountId)).map(({ metric, used }) => [metric, used]));
    return new Map(metrics.map((metric) => [metric, rows.get(metric) ?? 0]));
  }

  /** What an account may still create, for writes that skip what exceeds the plan and continue. */
  async room(db: Reader, accountId: string): Promise<Room> {
    const limits = this.#plans.limitsOf((await findSubscription(db, accountId))?.plan ?? null);
    if (metrics.every((metric) => limits[metric] === null)) return { require: () => undefined };
    const used = await this.of(db, accountId);
    return {
      require: (sums) => {
        for (const [metric, by] of sums) if (by > 0) requireWithin(limits, metric, { used: used.get(metric) ?? 0, by });
      },
    };
  }
}

/** @throws `plan_limit_reached` */
function requireWithin(limits: Limits, metric: Metric, { used, by }: { used: number; by: number }): void {
  const limit = limits[metric];
  if (limit !== null && used + by > limit) throw limitReached(metric, limit, used);
}

/** The error for exceeding a plan. */
export function limitReached(metric: LimitedMetric, limit: number, used: number): DomainError {
  const message = `Delete what is not needed, or choose a larger plan; this one allows ${limit} for ${metric}, and the account has ${used}.`;
  return new DomainError('plan_limit_reached', message, { metric, limit, used });
}
