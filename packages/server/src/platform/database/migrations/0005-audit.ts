/**
 * The audit: the digest that proves each journal row, the seals that chain the rows of an account, and how far they
 * reach. Rows that existed before (up to `began_after`) have no digest: only their existence is sealed.
 */
import type { Migration } from './migration.ts';

export const audit: Migration = {
  name: '0005-audit',
  breaking: false,
  statements: [
    'ALTER TABLE journal ADD COLUMN record_id TEXT',
    'ALTER TABLE journal ADD COLUMN digest BLOB',
    'ALTER TABLE journal ADD COLUMN erased_digest BLOB',
    'ALTER TABLE journal ADD COLUMN packed_changes BLOB',
    'DROP INDEX journal_by_account',
    // Covers everything the audit filters by, so that counting and skipping read no rows.
    'CREATE INDEX journal_by_time ON journal (account_id, at, id, action, actor_id, space_id)',
    `CREATE TABLE audit_seals (
      account_id TEXT NOT NULL, number INTEGER NOT NULL, sealed_at INTEGER NOT NULL, records INTEGER NOT NULL,
      entries BLOB NOT NULL, mac BLOB NOT NULL, PRIMARY KEY (account_id, number))`,
    'CREATE INDEX audit_seals_by_age ON audit_seals (sealed_at)',
    `CREATE TABLE audit_chains (
      account_id TEXT PRIMARY KEY, number INTEGER NOT NULL, records INTEGER NOT NULL, mac BLOB NOT NULL,
      pruned_number INTEGER NOT NULL, pruned_records INTEGER NOT NULL, pruned_mac BLOB NOT NULL,
      signature BLOB NOT NULL)`,
    `CREATE TABLE audit_sealing (
      id INTEGER PRIMARY KEY, began_after INTEGER NOT NULL, sealed_through INTEGER NOT NULL, chains INTEGER NOT NULL,
      signature BLOB, owner TEXT NOT NULL, leased_until INTEGER NOT NULL)`,
    `INSERT INTO audit_sealing (id, began_after, sealed_through, chains, signature, owner, leased_until)
      SELECT 1, COALESCE(MAX(id), 0), 0, 0, NULL, '', 0 FROM journal`,
  ],
};
