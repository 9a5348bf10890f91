/**
 * Environments as copies of others: which one an environment was cloned from and at which of its revisions, the clones
 * that are being made, and the versions of entries that a clone began with, which are never pruned.
 */
import type { Migration } from './migration.ts';

export const environmentClones: Migration = {
  name: '0028-environment-clones',
  breaking: false,
  statements: [
    'ALTER TABLE environments ADD COLUMN cloned_from INTEGER',
    'ALTER TABLE environments ADD COLUMN cloned_revision INTEGER',
    'CREATE INDEX environments_by_origin ON environments (cloned_from)',
    'ALTER TABLE entry_versions ADD COLUMN ancestor INTEGER NOT NULL DEFAULT 0',
    `CREATE TABLE environment_clones (
      environment INTEGER PRIMARY KEY, source INTEGER NOT NULL, stage TEXT NOT NULL, part INTEGER NOT NULL, place TEXT,
      revision INTEGER NOT NULL, ordinal INTEGER NOT NULL, until INTEGER NOT NULL,
      passes INTEGER NOT NULL, failures INTEGER NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT NOT NULL,
      actor_name TEXT NOT NULL)`,
  ],
};
