/**
 * Subscriptions: which plan an account has, and whether it is paid for. An account without a row has the default plan. Invariant:
 * whoever changes a subscription has locked its account, and every change increases the version.
 */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import type { Change } from '../../../platform/journal/change.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import type { SubscriptionRow } from '../tables.ts';
import type { LimitedMetric, Limits } from './plan.ts';
import type { Plans } from './plans.ts';
import { accountsBehind, accountsOverdue, countByPlan, findSubscription, saveSubscription } from './store.ts';

/** The version of a subscription without a row. */
const FIRST_VERSION = 1;

/** In order: in use and paid for; a payment is late; the account is suspended for a late payment. */
export const subscriptionStatuses = ['active', 'past_due', 'unpaid'] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The state of a subscription. Times are milliseconds since the epoch. */
export interface SubscriptionState {
  /** Id of the plan, which may no longer be in the file. */
  readonly plan: string;
  readonly status: SubscriptionStatus;
  /** End of the paid period; null if it has no end. */
  readonly currentPeriodEnd: number | null;
  /** Deadline for a late payment; null if none is late. */
  readonly graceUntil: number | null;
  /** Id of the subscription at Stripe; null if nobody pays there. */
  readonly stripeSubscription: string | null;
}

export interface Subscription extends SubscriptionState {
  readonly version: number;
}

export class Subscriptions {
  readonly #plans: Plans;

  constructor(plans: Plans) {
    this.#plans = plans;
  }

  async of(db: Reader, accountId: string): Promise<Subscription> {
    const row = await findSubscription(db, accountId);
    return row === undefined ? this.#initial() : shown(row);
  }

  /** All limits of the account. */
  async limitsOf(db: Reader, accountId: string): Promise<Limits> {
    return this.#plans.limitsOf((await findSubscription(db, accountId))?.plan ?? null);
  }

  /** How much of one metric the account may use; null for no limit. */
  async limitOf(db: Reader, accountId: string, metric: LimitedMetric): Promise<number | null> {
    return (await this.limitsOf(db, accountId))[metric];
  }

  /**
   * Changes the subscription of a locked account, and records the change in the same write.
   * @returns its previous state; undefined if nothing changed
   */
  async change(
    writer: Writer,
    change: Change,
    accountId: string,
    state: SubscriptionState,
  ): Promise<Subscription | undefined> {
    const row = await findSubscription(writer, accountId);
    const before = row === undefined ? this.#initial() : shown(row);
    if (isSame(before, state)) return undefined;
    await saveSubscription(writer, {
      account_id: accountId,
      plan: state.plan,
      status: state.status,
      current_period_end: state.currentPeriodEnd,
      grace_until: state.graceUntil,
      stripe_subscription: state.stripeSubscription,
      version: before.version + 1,
      created_at: row?.created_at ?? change.at,
      updated_at: change.at,
    });
    change.record({
      action: 'subscription.update',
      target: { type: 'subscription', id: accountId },
      changes: { before: audited(before), after: audited(state) },
    });
    change.endPart();
    return before;
  }

  /** Accounts whose grace period for a late payment is over. */
  async overdue(db: Reader, now: number): Promise<string[]> {
    return accountsOverdue(db, now);
  }

  /** Accounts that pay at Stripe and whose period ended before that time, without a next period. */
  async behind(db: Reader, before: number): Promise<string[]> {
    return accountsBehind(db, before);
  }

  /** Plans that accounts have although they are missing from the file. */
  missingPlans(db: Reader): Promise<{ plan: string; accounts: number }[]> {
    return missingPlans(db, this.#plans);
  }

  #initial(): Subscription {
    const nothing = { currentPeriodEnd: null, graceUntil: null, stripeSubscription: null };
    return { plan: this.#plans.default.id, status: 'active', ...nothing, version: FIRST_VERSION };
  }
}

/** Plans that accounts have although they are not among those given: such accounts get the limits of the default plan. */
export async function missingPlans(db: Reader, plans: Plans): Promise<{ plan: string; accounts: number }[]> {
  return (await countByPlan(db)).filter(({ plan }) => plans.find(plan) === undefined);
}

function shown(row: SubscriptionRow): Subscription {
  return {
    plan: row.plan,
    status: subscriptionStatuses.find((status) => status === row.status) ?? 'active',
    currentPeriodEnd: row.current_period_end,
    graceUntil: row.grace_until,
    stripeSubscription: row.stripe_subscription,
    version: row.version,
  };
}

function isSame(a: SubscriptionState, b: SubscriptionState): boolean {
  return (
    a.plan === b.plan &&
    a.status === b.status &&
    a.currentPeriodEnd === b.currentPeriodEnd &&
    a.graceUntil === b.graceUntil &&
    a.stripeSubscription === b.stripeSubscription
  );
}

function audited(state: SubscriptionState): object {
  return {
    plan: state.plan,
    status: state.status,
    current_period_end: isoTime(state.currentPeriodEnd),
    grace_until: isoTime(state.graceUntil),
    stripe_subscription: state.stripeSubscription,
  };
}
