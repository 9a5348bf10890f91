/**
 * What accounts use and may use: a counter for each metric, kept by the writes that change it, and beside it what each
 * environment holds, so that deleting or cloning one takes no counting. An account without a subscription has the
 * default plan. Bytes are those of files that assets have now.
 */
import type { Migration } from './migration.ts';

/** A counter for each account that has something of a metric. */
function counted(metric: string, amount: string, from: string): string {
  return `INSERT INTO usage_counters (account_id, metric, used) SELECT account_id, '${metric}', ${amount} FROM ${from}`;
}

const SPACE = 'JOIN spaces ON spaces.id =';
const LIVE = `environments ${SPACE} environments.space_id WHERE environments.status <> 'deleting' GROUP BY account_id`;

export const usage: Migration = {
  name: '0024-usage',
  breaking: false,
  statements: [
    'ALTER TABLE environments ADD COLUMN entries INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE environments ADD COLUMN assets INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE environments ADD COLUMN asset_bytes INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE environments ADD COLUMN content_types INTEGER NOT NULL DEFAULT 0',
    `UPDATE environments SET
      entries = (SELECT count(*) FROM entries WHERE entries.environment = environments.number),
      assets = (SELECT count(*) FROM assets WHERE assets.environment = environments.number),
      asset_bytes = (SELECT coalesce(sum(size), 0) FROM assets
        WHERE assets.environment = environments.number AND assets.file IS NOT NULL),
      content_types = (SELECT count(*) FROM content_types WHERE content_types.environment = environments.number)`,
    `CREATE TABLE usage_counters (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, metric TEXT NOT NULL,
      used INTEGER NOT NULL, PRIMARY KEY (account_id, metric))`,
    counted('spaces', 'count(*)', 'spaces GROUP BY account_id'),
    counted('environments', 'count(*)', LIVE),
    counted('entries', 'sum(entries)', LIVE),
    counted('assets', 'sum(assets)', LIVE),
    counted('asset_bytes', 'sum(asset_bytes)', LIVE),
    counted('content_types', 'sum(content_types)', LIVE),
    counted('locales', 'count(*)', `locales ${SPACE} locales.space_id GROUP BY account_id`),
    counted('api_keys', 'count(*)', `api_keys ${SPACE} api_keys.space_id GROUP BY account_id`),
    counted('webhooks', 'count(*)', `webhooks ${SPACE} webhooks.space_id GROUP BY account_id`),
    counted('members', 'count(*)', 'memberships GROUP BY account_id'),
    `CREATE TABLE subscriptions (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, plan TEXT NOT NULL,
      status TEXT NOT NULL, current_period_end INTEGER, grace_until INTEGER,
      stripe_customer TEXT, stripe_subscription TEXT,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
  ],
};
