/** The page of an order: what is ordered, and what that changes for the account. */

import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { nameOfAccount } from '../accounts.ts';
import { type LimitedMetric, limitedMetrics, type Plan } from '../plans/plan.ts';
import type { Plans } from '../plans/plans.ts';
import type { Subscriptions } from '../plans/subscriptions.ts';
import type { Usage } from '../plans/usage.ts';
import type { CheckoutRow } from '../tables.ts';
import { type Checkouts, isExpired, PAGE_SHOWN_MS } from './checkouts.ts';

/** A limit that the ordered plan changes. */
export interface LimitChange {
  readonly metric: LimitedMetric;
  readonly from: number | null;
  readonly to: number | null;
  /** Current usage of the account; null for metrics without a current amount. */
  readonly used: number | null;
}

export interface OrderView {
  readonly order: CheckoutRow;
  /** An order is void if its plan is no longer offered. */
  readonly state: 'open' | 'confirmed' | 'expired' | 'void';
  readonly accountName: string;
  /** The ordered plan; undefined if it is no longer offered. */
  readonly plan: Plan | undefined;
  /** The name of the account's present plan. */
  readonly presentPlan: string;
  readonly changes: readonly LimitChange[];
}

interface OrderViewsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly usage: Usage;
  readonly checkouts: Checkouts;
}

export class OrderViews {
  readonly #parts: OrderViewsParts;

  constructor(parts: OrderViewsParts) {
    this.#parts = parts;
  }

  /** The order; undefined if there is none, or its page is no longer shown. */
  async of(id: string): Promise<OrderView | undefined> {
    const { database, clock, plans, subscriptions, checkouts } = this.#parts;
    const order = await checkouts.find(id);
    const accountName = order && (await nameOfAccount(database.reader, order.account_id));
    if (order === undefined || accountName === undefined) return undefined;
    if (order.created_at < clock() - PAGE_SHOWN_MS) return undefined;
    const plan = plans.find(order.plan);
    const present = (await subscriptions.of(database.reader, order.account_id)).plan;
    return {
      order,
      state: stateOf(order, plan, clock()),
      accountName,
      plan,
      presentPlan: plans.find(present)?.name ?? present,
      changes: plan === undefined ? [] : await this.#changes(order.account_id, present, plan),
    };
  }

  async #changes(accountId: string, present: string, { limits }: Plan): Promise<LimitChange[]> {
    const { database, plans, usage } = this.#parts;
    const now = plans.limitsOf(present);
    const used = new Map<LimitedMetric, number>(await usage.of(database.reader, accountId));
    return limitedMetrics
      .map((metric) => ({ metric, from: now[metric], to: limits[metric], used: used.get(metric) ?? null }))
      .filter(({ from, to }) => from !== to);
  }
}

/** Whether the account has more than the ordered plan allows. */
export function isBeyond({ to, used }: LimitChange): boolean {
  return to !== null && used !== null && used > to;
}

function stateOf(order: CheckoutRow, plan: Plan | undefined, now: number): OrderView['state'] {
  if (order.status === 'confirmed') return 'confirmed';
  if (isExpired(order, now)) return 'expired';
  return plan === undefined ? 'void' : 'open';
}
