/** The plan, limits and usage of an account, and the plans that it can choose from. */
import type { Database, Reader } from '../../../platform/database/database.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { type LimitedMetric, limitedMetrics } from '../plans/plan.ts';
import type { Plans } from '../plans/plans.ts';
import type { Subscription, Subscriptions } from '../plans/subscriptions.ts';
import type { Usage } from '../plans/usage.ts';
import type { Metered } from './metered.ts';
import type { PlanShown, SubscriptionShown } from './schema.ts';

interface BillingOverviewParts {
  readonly database: Database;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly usage: Usage;
  readonly metered: Metered;
  /** The currency of all prices, in lower case. */
  readonly currency: string;
}

export class BillingOverview {
  readonly #parts: BillingOverviewParts;

  constructor(parts: BillingOverviewParts) {
    this.#parts = parts;
  }

  /** All plans of the installation, in the order of their file. */
  plans(): PlanShown[] {
    const { plans, currency } = this.#parts;
    return plans.all.map(({ id, name, price, interval, limits }) => ({ id, name, price, currency, interval, limits }));
  }

  async subscription(accountId: string): Promise<SubscriptionShown> {
    const { database, subscriptions, metered } = this.#parts;
    const subscription = await subscriptions.of(database.reader, accountId);
    const notices = await metered.notices(accountId);
    return {
      plan: subscription.plan,
      status: subscription.status,
      current_period_end: isoTime(subscription.currentPeriodEnd),
      grace_until: isoTime(subscription.graceUntil),
      paid_at: subscription.stripeSubscription === null ? null : 'stripe',
      usage: await this.#usage(database.reader, accountId, subscription),
      notices: notices.map(({ metric, percent, at }) => ({ metric, percent, at: isoTime(at) })),
      version: subscription.version,
    };
  }

  async #usage(db: Reader, accountId: string, { plan }: Subscription): Promise<SubscriptionShown['usage']> {
    const { plans, usage, metered } = this.#parts;
    const limits = plans.limitsOf(plan);
    const used = new Map<LimitedMetric, number>(await usage.of(db, accountId));
    for (const one of await metered.usage(accountId)) used.set(one.metric, one.used);
    return limitedMetrics.map((metric) => ({ metric, limit: limits[metric], used: used.get(metric) ?? null }));
  }
}
