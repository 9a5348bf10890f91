/**
 * Requests of accounts that were let in, or leased to a node that may let them in: one row for the current second and one
 * for the current month of each account. A row starts anew with its window, by the database's clock. It refers to no
 * account, since nodes still write what they counted when an account is deleted; rows that are over are removed.
 */
import type { Migration } from './migration.ts';

export const quotas: Migration = {
  name: '0025-quotas',
  breaking: false,
  statements: [
    `CREATE TABLE request_windows (
      account_id TEXT NOT NULL, length TEXT NOT NULL, started_at INTEGER NOT NULL, taken INTEGER NOT NULL,
      granted INTEGER NOT NULL, taken_at INTEGER NOT NULL, noticed_80_at INTEGER, noticed_100_at INTEGER,
      PRIMARY KEY (account_id, length))`,
  ],
};
