/**
 * Exports and imports as jobs: how far each has come, what an export consists of, and what an import found and did.
 */
import type { Migration } from './migration.ts';

export const transfers: Migration = {
  name: '0031-transfers',
  breaking: false,
  statements: [
    `CREATE TABLE exports (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, space_id TEXT NOT NULL, environment TEXT, status TEXT NOT NULL,
      stage TEXT NOT NULL, passes INTEGER NOT NULL, failures INTEGER NOT NULL, next_part INTEGER NOT NULL,
      place TEXT, size INTEGER NOT NULL, total INTEGER NOT NULL, entries INTEGER NOT NULL, assets INTEGER NOT NULL,
      files INTEGER NOT NULL, problem TEXT, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, done_at INTEGER,
      expires_at INTEGER NOT NULL)`,
    'CREATE INDEX exports_by_space ON exports (space_id)',
    'CREATE INDEX exports_by_expiry ON exports (expires_at)',
    `CREATE TABLE export_environments (
      export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE, environment INTEGER NOT NULL, name TEXT NOT NULL,
      revision INTEGER NOT NULL, PRIMARY KEY (export, environment))`,
    `CREATE TABLE export_parts (
      export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE, part INTEGER NOT NULL,
      environment INTEGER NOT NULL, kind TEXT NOT NULL, above TEXT NOT NULL, upto TEXT NOT NULL, name TEXT,
      is_pending INTEGER NOT NULL, items INTEGER NOT NULL, PRIMARY KEY (export, part))`,
    'CREATE INDEX export_parts_by_key ON export_parts (export, environment, kind, upto)',
    `CREATE TABLE export_pieces (
      export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE, path TEXT NOT NULL, above TEXT NOT NULL,
      part INTEGER NOT NULL, name TEXT NOT NULL, skip INTEGER NOT NULL, size INTEGER NOT NULL, begins INTEGER,
      member_size INTEGER, PRIMARY KEY (export, path, above, part))`,
    'CREATE INDEX export_pieces_by_part ON export_pieces (export, part)',
    'CREATE INDEX export_pieces_by_place ON export_pieces (export, begins)',
    `CREATE TABLE imports (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, space_id TEXT NOT NULL, environment TEXT, dry_run INTEGER NOT NULL,
      status TEXT NOT NULL, stage TEXT NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, place TEXT,
      counts TEXT NOT NULL, noted INTEGER NOT NULL, failures INTEGER NOT NULL, problem TEXT,
      created_at INTEGER NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT NOT NULL, actor_name TEXT NOT NULL,
      actor_role TEXT NOT NULL, actor_environments TEXT, done_at INTEGER, expires_at INTEGER NOT NULL)`,
    'CREATE INDEX imports_by_space ON imports (space_id)',
    'CREATE INDEX imports_by_expiry ON imports (expires_at)',
    `CREATE TABLE import_members (
      import TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE, path TEXT NOT NULL, rank TEXT NOT NULL,
      begins INTEGER NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (import, path))`,
    'CREATE INDEX import_members_by_rank ON import_members (import, rank)',
    `CREATE TABLE import_results (
      import TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL, result TEXT NOT NULL,
      PRIMARY KEY (import, ordinal))`,
  ],
};
