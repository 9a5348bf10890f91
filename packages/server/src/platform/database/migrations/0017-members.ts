/**
 * Invitations, which are kept for a while after they are accepted or withdrawn; how members joined; and what finds the
 * accounts and users that have to be deleted.
 */
import type { Migration } from './migration.ts';

export const members: Migration = {
  name: '0017-members',
  breaking: false,
  statements: [
    "ALTER TABLE memberships ADD COLUMN joined_by TEXT NOT NULL DEFAULT 'sign_up'",
    `CREATE TABLE invitations (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, email TEXT NOT NULL,
      email_folded TEXT NOT NULL, role TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
      mailed_hash TEXT NOT NULL UNIQUE, invited_by TEXT NOT NULL, expires_at INTEGER NOT NULL, closed_at INTEGER,
      accepted_by TEXT, resends INTEGER NOT NULL, resends_since INTEGER NOT NULL, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX invitations_by_address ON invitations (account_id, email_folded)',
    'CREATE INDEX invitations_by_expiry ON invitations (expires_at)',
    'CREATE INDEX accounts_by_deletion ON accounts (deletion_at)',
    'CREATE INDEX users_by_deletion ON users (deletion_at)',
    'CREATE INDEX sessions_by_account ON sessions (account_id)',
  ],
};
