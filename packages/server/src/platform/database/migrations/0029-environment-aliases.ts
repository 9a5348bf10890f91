/**
 * Aliases: names that stand for an environment whose own name is another, and can be pointed at another one. Such a name is
 * a row of `environment_names` like every other; here is what only aliases have.
 */
import type { Migration } from './migration.ts';

export const environmentAliases: Migration = {
  name: '0029-environment-aliases',
  breaking: false,
  statements: [
    'ALTER TABLE environments ADD COLUMN names_revision INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE environment_names ADD COLUMN revision INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX environment_names_by_environment ON environment_names (environment)',
    `CREATE TABLE environment_aliases (
      code TEXT PRIMARY KEY REFERENCES environment_names (code), number INTEGER NOT NULL UNIQUE, id TEXT NOT NULL UNIQUE,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
  ],
};
