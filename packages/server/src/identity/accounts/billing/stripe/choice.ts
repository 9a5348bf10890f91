/**
 * Chooses which of an account's subscriptions at Stripe counts, and finds the superfluous ones that are still charged. The choice
 * depends on the present subscriptions alone, so that the order in which they became known makes no difference.
 */
import type { StripeSubscription } from './stripe-api.ts';

const PAID = new Set(['active', 'trialing']);
const LATE = new Set(['past_due', 'unpaid', 'paused']);

/** A subscription that gives the account a plan. */
export interface CurrentSubscription extends StripeSubscription {
  readonly plan: string;
  readonly isPaid: boolean;
}

export interface Choice {
  /** Null if no subscription gives the account a plan, or none does any more. */
  readonly current: CurrentSubscription | null;
  /** Ids of older subscriptions that the current one replaces; they are still charged. */
  readonly superseded: readonly string[];
}

/** Chooses the latest paid subscription, or if none is paid, the latest one whose payment is late. */
export function choose(all: readonly StripeSubscription[], accountId: string): Choice {
  const own = all.filter((one) => one.accountId === accountId && one.plan !== undefined).sort(latestFirst);
  const current = own.find(({ status }) => PAID.has(status)) ?? own.find(({ status }) => LATE.has(status));
  if (current?.plan === undefined) return { current: null, superseded: [] };
  const isPaid = PAID.has(current.status);
  const older = own.slice(own.indexOf(current) + 1).filter(({ status }) => PAID.has(status) || LATE.has(status));
  return { current: { ...current, plan: current.plan, isPaid }, superseded: isPaid ? older.map(({ id }) => id) : [] };
}

function latestFirst(a: StripeSubscription, b: StripeSubscription): number {
  return b.created - a.created || (a.id < b.id ? 1 : -1);
}
