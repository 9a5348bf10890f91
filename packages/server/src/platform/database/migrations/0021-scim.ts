/**
 * SCIM: tokens of identity providers, what they know of members, and groups with their roles. A membership can be
 * suspended. `scim_made_users` are users whom a provider made, for whom its account may speak as long as they do not.
 */
import type { Migration } from './migration.ts';

export const scim: Migration = {
  name: '0021-scim',
  breaking: false,
  statements: [
    'ALTER TABLE memberships ADD COLUMN suspended_at INTEGER',
    `CREATE TABLE scim_tokens (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, name TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL, last_used_at INTEGER, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL)`,
    'CREATE INDEX scim_tokens_by_account ON scim_tokens (account_id)',
    `CREATE TABLE scim_members (
      account_id TEXT NOT NULL, user_id TEXT NOT NULL, external_id TEXT, attributes TEXT NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (account_id, user_id),
      FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX scim_members_by_external_id ON scim_members (account_id, external_id)',
    `CREATE TABLE scim_made_users (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE)`,
    'CREATE INDEX scim_made_users_by_account ON scim_made_users (account_id)',
    `CREATE TABLE scim_groups (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      display_name TEXT NOT NULL, external_id TEXT, role TEXT, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX scim_groups_by_account ON scim_groups (account_id)',
    `CREATE TABLE scim_group_members (
      group_id TEXT NOT NULL REFERENCES scim_groups (id) ON DELETE CASCADE, account_id TEXT NOT NULL,
      user_id TEXT NOT NULL, PRIMARY KEY (group_id, user_id),
      FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX scim_group_members_by_member ON scim_group_members (account_id, user_id)',
  ],
};
