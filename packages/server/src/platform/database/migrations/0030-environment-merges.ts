/**
 * Merges of environments, with what undoing them needs; and what the common ancestors of environments held: entries by
 * one of their versions, content types and assets as JSON.
 */
import type { Migration } from './migration.ts';

export const environmentMerges: Migration = {
  name: '0030-environment-merges',
  breaking: false,
  statements: [
    `CREATE TABLE merge_bases (
      environment INTEGER NOT NULL, other INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
      resource INTEGER, version INTEGER, state TEXT,
      PRIMARY KEY (environment, other, kind, key))`,
    'CREATE INDEX merge_bases_by_other ON merge_bases (other)',
    `CREATE TABLE merges (
      id TEXT PRIMARY KEY, environment INTEGER NOT NULL, source INTEGER NOT NULL, source_name TEXT NOT NULL,
      publish TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      undone_at INTEGER, undone_by TEXT, content_types INTEGER NOT NULL, entries INTEGER NOT NULL,
      assets INTEGER NOT NULL, result BLOB NOT NULL, before BLOB NOT NULL)`,
    'CREATE INDEX merges_by_environment ON merges (environment, id)',
    'CREATE INDEX merges_by_source ON merges (source)',
  ],
};
