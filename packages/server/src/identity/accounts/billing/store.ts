/** The rows of orders, and of the Stripe customers of accounts. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import type { CheckoutRow, StripeCustomerRow } from '../tables.ts';

export async function insertCheckout(db: Writer, row: CheckoutRow): Promise<void> {
  await db.insertInto('checkouts').values(row).execute();
}

export async function findCheckout(db: Reader, id: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The order, locked until the write ends. */
export async function lockCheckout(db: Writer, id: string): Promise<CheckoutRow | undefined> {
  return lockForUpdate(db, db.selectFrom('checkouts').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Orders of all accounts, the latest first. */
export async function latestCheckouts(db: Reader, limit: number): Promise<CheckoutRow[]> {
  return db.selectFrom('checkouts').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
}

/** Open orders of an account, the latest first. */
export async function openCheckoutsOf(db: Reader, accountId: string): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Orders of an account that were confirmed without payment, the latest first. */
export async function confirmedWithoutPayment(db: Reader, accountId: string, limit: number): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'confirmed')
    .where('at_stripe', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Called with each confirmed order: deletes the oldest confirmed without payment, if there is one more than the limit. */
export async function keepLatestConfirmed(db: Writer, accountId: string, limit: number): Promise<void> {
  const rows = await confirmedWithoutPayment(db, accountId, limit + 1);
  for (const { id } of rows.slice(limit)) await deleteCheckout(db, id);
}

/** Accounts with an order that was made between the two times, is paid at Stripe and is not confirmed yet. */
export async function accountsAwaitingStripe(db: Reader, from: number, to: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('account_id')
    .distinct()
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('at_stripe', '=', 1)
    .where('status', '=', 'open')
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export async function confirmCheckout(db: Writer, id: string, at: number): Promise<void> {
  await db.updateTable('checkouts').set({ status: 'confirmed', confirmed_at: at }).where('id', '=', id).execute();
}

export async function deleteCheckout(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('checkouts').where('id', '=', id).execute();
}

/** Whether there are orders from before that time, but for those confirmed without payment. */
export async function hasCheckoutsBefore(db: Reader, time: number): Promise<boolean> {
  const [old] = await db
    .selectFrom('checkouts')
    .select('id')
    .where('created_at', '<', time)
    .where((order) => order.or([order('status', '!=', 'confirmed'), order('at_stripe', '=', 1)]))
    .limit(1)
    .execute();
  return old !== undefined;
}

/** Deletes orders from before that time, but for those confirmed without payment. */
export async function deleteCheckoutsBefore(db: Writer, time: number): Promise<void> {
  await db
    .deleteFrom('checkouts')
    .where('created_at', '<', time)
    .where((order) => order.or([order('status', '!=', 'confirmed'), order('at_stripe', '=', 1)]))
    .execute();
}

/** The Stripe customer of an account. */
export async function findCustomer(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('customer')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.customer;
}

/** The account of a Stripe customer. */
export async function accountOfCustomer(db: Reader, customer: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('account_id')
    .where('customer', '=', customer)
    .executeTakeFirst();
  return row?.account_id;
}

/** Stores the Stripe customer of an account, unless one is stored already. */
export async function insertCustomer(db: Writer, row: StripeCustomerRow): Promise<void> {
  await db
    .insertInto('stripe_customers')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

export async function deleteCustomer(db: Writer, accountId: string, customer: string): Promise<void> {
  await db
    .deleteFrom('stripe_customers')
    .where('account_id', '=', accountId)
    .where('customer', '=', customer)
    .execute();
}
