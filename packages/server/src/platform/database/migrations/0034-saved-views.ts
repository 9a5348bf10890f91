/**
 * Saved views: lists of entries that people come back to. A personal one names the membership of its owner and goes with
 * it; shared ones name nobody.
 */
import type { Migration } from './migration.ts';

export const savedViews: Migration = {
  name: '0034-saved-views',
  breaking: false,
  statements: [
    `CREATE TABLE saved_views (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, account_id TEXT NOT NULL,
      owner TEXT, name TEXT NOT NULL, content_type TEXT, query TEXT NOT NULL, columns TEXT NOT NULL,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, updated_at INTEGER NOT NULL,
      FOREIGN KEY (account_id, owner) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX saved_views_by_space ON saved_views (space_id, owner)',
    'CREATE INDEX saved_views_by_owner ON saved_views (account_id, owner)',
  ],
};
