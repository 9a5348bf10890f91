/** Exports that have the queries of preview addresses, because somebody asked for them. */
import type { Migration } from './migration.ts';

export const exportSecrets: Migration = {
  name: '0038-export-secrets',
  breaking: false,
  statements: ['ALTER TABLE exports ADD COLUMN preview_secrets INTEGER NOT NULL DEFAULT 0'],
};
