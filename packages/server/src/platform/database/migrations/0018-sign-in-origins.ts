/** Networks and devices that a user signed in from, as keyed hashes. */
import type { Migration } from './migration.ts';

export const signInOrigins: Migration = {
  name: '0018-sign-in-origins',
  breaking: false,
  statements: [
    `CREATE TABLE sign_in_origins (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, origin TEXT NOT NULL, last_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, origin))`,
  ],
};
