/**
 * Webhooks, with their secrets encrypted. A journal item also keeps the name of its content type, because an event may
 * be sent after the type has been deleted.
 */
import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  name: '0004-webhooks',
  breaking: false,
  statements: [
    `CREATE TABLE webhooks (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, name TEXT NOT NULL,
      url TEXT NOT NULL, headers BLOB NOT NULL, events TEXT NOT NULL, filters TEXT NOT NULL, active INTEGER NOT NULL,
      debounce_seconds INTEGER NOT NULL, secret BLOB NOT NULL, next_secret BLOB, next_secret_at INTEGER,
      disabled_reason TEXT, disabled_at INTEGER, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX webhooks_by_space ON webhooks (space_id)',
    'ALTER TABLE journal_items ADD COLUMN content_type_key TEXT',
  ],
};
