/**
 * Which of the subscriptions of an account at Stripe counts, and which are paid for in vain. It looks at what there is
 * and at nothing else, so that it makes no difference in which order anything became known.
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
  /** Null if none gives a plan, or none does any more. */
  readonly current: CurrentSubscription | null;
  /** Ids of older ones that the current one takes the place of; they are still charged. */
  readonly superseded: readonly string[];
}

/** The latest one that is paid counts, and if none is, the latest whose payment is late. */
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
