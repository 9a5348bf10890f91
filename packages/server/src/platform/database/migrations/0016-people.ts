/**
 * What people need beyond a first user: second factors, single sign-on, deletion with a grace period. A challenge is the
 * state of something that takes a person several requests, found by the hash of a token that works once.
 */
import type { Migration } from './migration.ts';

export const people: Migration = {
  name: '0016-people',
  breaking: false,
  statements: [
    "ALTER TABLE accounts ADD COLUMN second_factor TEXT NOT NULL DEFAULT 'optional'",
    'ALTER TABLE accounts ADD COLUMN deletion_at INTEGER',
    'ALTER TABLE users ADD COLUMN deletion_at INTEGER',
    'ALTER TABLE memberships ADD COLUMN version INTEGER NOT NULL DEFAULT 1',
    'ALTER TABLE memberships ADD COLUMN last_seen_at INTEGER',
    'ALTER TABLE sessions ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN sso_account_id TEXT',
    `CREATE TABLE challenges (
      token_hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, sealed BLOB NOT NULL, expires_at INTEGER NOT NULL)`,
    'CREATE INDEX challenges_by_expiry ON challenges (expires_at)',
    `CREATE TABLE sso_connections (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, protocol TEXT NOT NULL,
      required INTEGER NOT NULL, default_role TEXT NOT NULL, settings TEXT NOT NULL, secrets BLOB,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
  ],
};
