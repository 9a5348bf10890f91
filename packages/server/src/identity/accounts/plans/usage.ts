/**
 * What accounts use, counted in the write that changes it and checked against their plan there, so that no two writes
 * can pass a ceiling together. Who has more than a plan allows, after a downgrade, keeps it and gets no more.
 */
import { type Metric, metrics } from '../../../../../contract/src/plan-metrics.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { MetricSums, UsageCounters } from '../../../platform/journal/usage-changes.ts';
import type { LimitedMetric, Limits } from './plan.ts';
import type { Plans } from './plans.ts';
import { addUsage, findSubscription, usageOf } from './store.ts';

/** What an account may still create, as it was a moment ago. */
export interface Room {
  /** @throws `plan_limit_reached` if a write that changes so much has no room */
  require(sums: MetricSums): void;
}

export class Usage implements UsageCounters {
  readonly #plans: Plans;

  constructor(plans: Plans) {
    this.#plans = plans;
  }

  async settle(writer: Writer, accountId: string, sums: MetricSums): Promise<void> {
    for (const metric of metrics) {
      const by = sums.get(metric);
      if (by === undefined) continue;
      const { used, plan } = await addUsage(writer, { account: accountId, metric, by });
      if (by > 0) requireWithin(this.#plans.limitsOf(plan), metric, { used: used - by, by });
    }
  }

  /** How much of each metric an account has. */
  async of(db: Reader, accountId: string): Promise<ReadonlyMap<Metric, number>> {
    const rows = new Map((await usageOf(db, accountId)).map(({ metric, used }) => [metric, used]));
    return new Map(metrics.map((metric) => [metric, rows.get(metric) ?? 0]));
  }

  /** What an account may still create, for writes that go on without what has no room. */
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

/** The refusal of what is beyond a plan. */
export function limitReached(metric: LimitedMetric, limit: number, used: number): DomainError {
  const message = `Delete what is not needed, or choose a larger plan; this one allows ${limit} for ${metric}, and the account has ${used}.`;
  return new DomainError('plan_limit_reached', message, { metric, limit, used });
}
