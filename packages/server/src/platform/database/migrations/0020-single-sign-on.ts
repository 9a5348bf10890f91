/**
 * Single sign-on: which user somebody is whom an account's identity provider names, and the domains that accounts have
 * verified. A domain that is verified stands in a second column, which is unique.
 */
import type { Migration } from './migration.ts';

export const singleSignOn: Migration = {
  name: '0020-single-sign-on',
  breaking: false,
  statements: [
    `CREATE TABLE sso_identities (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, protocol TEXT NOT NULL,
      issuer TEXT NOT NULL, subject TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, protocol, issuer, subject))`,
    'CREATE INDEX sso_identities_by_user ON sso_identities (user_id)',
    `CREATE TABLE sso_domains (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, domain TEXT NOT NULL, token TEXT NOT NULL,
      verified_domain TEXT UNIQUE, verified_at INTEGER, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (account_id, domain))`,
  ],
};
