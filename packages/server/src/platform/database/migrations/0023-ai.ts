/**
 * AI helpers: whether a space and an account allow them, the tokens that an account used in a month (UTC, `2026-11`), and
 * the places for the operations that it has running, each held by a process until a time.
 */
import type { Migration } from './migration.ts';

export const ai: Migration = {
  name: '0023-ai',
  breaking: false,
  statements: [
    "ALTER TABLE accounts ADD COLUMN ai TEXT NOT NULL DEFAULT 'on'",
    "ALTER TABLE spaces ADD COLUMN ai TEXT NOT NULL DEFAULT 'on'",
    `CREATE TABLE ai_usage (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, month TEXT NOT NULL,
      input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, PRIMARY KEY (account_id, month))`,
    `CREATE TABLE ai_places (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, place INTEGER NOT NULL,
      holder TEXT NOT NULL, held_until INTEGER NOT NULL, PRIMARY KEY (account_id, place))`,
  ],
};
