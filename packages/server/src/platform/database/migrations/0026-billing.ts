/**
 * Orders of plans, who accounts are at Stripe, and why an account is suspended, so that a payment lifts a suspension for
 * a late payment and no other. Customers have a table of their own, as there is one before there is a subscription.
 */
import type { Migration } from './migration.ts';

export const billing: Migration = {
  name: '0026-billing',
  breaking: false,
  statements: [
    'ALTER TABLE accounts ADD COLUMN suspended_for TEXT',
    'ALTER TABLE subscriptions DROP COLUMN stripe_customer',
    `CREATE TABLE stripe_customers (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, customer TEXT NOT NULL UNIQUE,
      created_at INTEGER NOT NULL)`,
    `CREATE TABLE checkouts (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, plan TEXT NOT NULL,
      price INTEGER NOT NULL, status TEXT NOT NULL, at_stripe INTEGER NOT NULL, success_url TEXT, cancel_url TEXT,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER NOT NULL, confirmed_at INTEGER)`,
    'CREATE INDEX checkouts_by_account ON checkouts (account_id, created_at)',
    'CREATE INDEX checkouts_by_time ON checkouts (created_at)',
    'CREATE INDEX subscriptions_late ON subscriptions (grace_until)',
  ],
};
