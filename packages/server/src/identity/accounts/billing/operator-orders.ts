/** What only the operator can do with orders and plans: list the orders of all accounts, and assign a plan without an order. */

import type { Reader } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors/domain-error.ts';
import { systemActor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { lockExisting } from '../accounts.ts';
import type { Plans } from '../plans/plans.ts';
import { isExpired } from './checkouts.ts';
import type { PlanChanges } from './plan-changes.ts';
import { latestCheckouts } from './store.ts';

const LISTED_MAX = 100;

/** An order as commands show it. */
export interface OrderFacts {
  readonly session_id: string;
  readonly account: string;
  readonly plan: string;
  /** In cents. */
  readonly price: number;
  readonly status: 'open' | 'confirmed' | 'expired';
  readonly at_stripe: boolean;
  readonly ordered_by: string;
  readonly created_at: string;
}

/** The latest orders of all accounts, the newest first. */
export async function latestOrders(db: Reader, now: number): Promise<OrderFacts[]> {
  const rows = await latestCheckouts(db, LISTED_MAX);
  return rows.map((row) => ({
    session_id: row.id,
    account: row.account_id,
    plan: row.plan,
    price: row.price,
    status: row.status === 'confirmed' ? 'confirmed' : isExpired(row, now) ? 'expired' : 'open',
    at_stripe: row.at_stripe === 1,
    ordered_by: row.created_by,
    created_at: isoTime(row.created_at),
  }));
}

/**
 * Assigns a plan to an account without an order, for the operator.
 * @returns whether that changed anything
 * @throws `not_found`, `validation_failed` if there is no such plan, `conflict` if the account pays at Stripe
 */
export async function assignPlan(
  { journal, plans, changes }: { readonly journal: Journal; readonly plans: Plans; readonly changes: PlanChanges },
  { accountId, plan }: { readonly accountId: string; readonly plan: string },
): Promise<boolean> {
  if (plans.find(plan) === undefined) {
    const ids = plans.all.map(({ id }) => id).join(', ');
    throw invalid('plan', 'exists', `There is no plan "${plan}"; use one of ${ids}.`);
  }
  return journal.write(systemActor('lectern billing assign', accountId), async (writer, change) => {
    const account = await lockExisting(writer, accountId);
    return changes.give(writer, change, account, plan);
  });
}
