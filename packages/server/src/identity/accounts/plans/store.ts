/** The rows of usage counters and of subscriptions. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { SubscriptionRow } from '../tables.ts';

/** A counter after a change, and the plan that limits it; null without a subscription. */
interface RaisedCounter {
  readonly used: number;
  readonly plan: string | null;
}

const addToCounter = prepared<{ account: string; metric: string; by: number }, RaisedCounter>((db, place) =>
  db
    .insertInto('usage_counters')
    .values({ account_id: place('account'), metric: place('metric'), used: place('by') })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'metric'])
        .doUpdateSet((eb) => ({ used: eb('usage_counters.used', '+', eb.ref('excluded.used')) })),
    )
    .returning([
      'used',
      sql<string | null>`(SELECT plan FROM subscriptions WHERE account_id = usage_counters.account_id)`.as('plan'),
    ]),
);

/** Adds to a counter, and locks it until the write ends. */
export async function addUsage(
  writer: Writer,
  change: { account: string; metric: string; by: number },
): Promise<RaisedCounter> {
  const [raised] = await addToCounter(writer, change);
  if (raised === undefined) throw new Error('A counter returned no row.');
  return raised;
}

/** The counters of an account. A metric that the account never used has no counter. */
export async function usageOf(db: Reader, account: string): Promise<{ metric: string; used: number }[]> {
  return db.selectFrom('usage_counters').select(['metric', 'used']).where('account_id', '=', account).execute();
}

export async function findSubscription(db: Reader, account: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('account_id', '=', account).executeTakeFirst();
}

/** How many accounts have each plan, by subscriptions. */
export async function countByPlan(db: Reader): Promise<{ plan: string; accounts: number }[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(({ fn }) => ['plan', fn.countAll<number>().as('accounts')])
    .groupBy('plan')
    .orderBy('plan')
    .execute();
  return rows.map(({ plan, accounts }) => ({ plan, accounts: Number(accounts) }));
}

/** Accounts whose grace period for a late payment is over, the longest overdue first. */
export async function accountsOverdue(db: Reader, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('grace_until', '<=', now)
    .where('status', '=', 'past_due')
    .orderBy('grace_until')
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Accounts that pay at Stripe and whose period ended before that time, without a next period. */
export async function accountsBehind(db: Reader, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('stripe_subscription', 'is not', null)
    .where('current_period_end', '<', before)
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export async function saveSubscription(writer: Writer, row: SubscriptionRow): Promise<void> {
  const { account_id, created_at, ...changed } = row;
  await writer
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
    .execute();
}

/** Accounts that have counters. */
export async function accountsWithUsage(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('usage_counters').select('account_id').distinct().orderBy('account_id').execute();
  return rows.map(({ account_id }) => account_id);
}

/** Sets a counter to a new count. */
export async function setUsage(
  writer: Writer,
  { account, metric, used }: { readonly account: string; readonly metric: string; readonly used: number },
): Promise<void> {
  await writer
    .insertInto('usage_counters')
    .values({ account_id: account, metric, used })
    .onConflict((conflict) => conflict.columns(['account_id', 'metric']).doUpdateSet({ used }))
    .execute();
}
