/**
 * Second factors: the authenticator app of a user, their recovery codes, and passkeys. They go with their user. The secret
 * of an app is encrypted, recovery codes are stored as keyed hashes, and of a passkey there is only the public key.
 */
import type { Migration } from './migration.ts';

export const secondFactors: Migration = {
  name: '0019-second-factors',
  breaking: false,
  statements: [
    `CREATE TABLE authenticator_apps (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, secret BLOB NOT NULL,
      last_step INTEGER NOT NULL, created_at INTEGER NOT NULL)`,
    `CREATE TABLE recovery_codes (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, code_hash TEXT NOT NULL,
      PRIMARY KEY (user_id, code_hash))`,
    `CREATE TABLE passkeys (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL UNIQUE, public_key BLOB NOT NULL, counter INTEGER NOT NULL, transports TEXT NOT NULL,
      backed_up INTEGER NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, last_used_at INTEGER,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX passkeys_by_user ON passkeys (user_id)',
  ],
};
