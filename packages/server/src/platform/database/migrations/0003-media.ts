/**
 * Files of assets: `files` has one row for each file of a space, however many assets and environments share it;
 * `replaced_files` records earlier files of assets, so that their URLs keep working for a while.
 */
import type { Migration } from './migration.ts';

export const media: Migration = {
  name: '0003-media',
  breaking: false,
  statements: [
    `CREATE TABLE files (
      id SERIAL_KEY, space_id TEXT NOT NULL, hash TEXT NOT NULL, name TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
      claimed_at INTEGER NOT NULL, unused_since INTEGER, UNIQUE (space_id, hash))`,
    'ALTER TABLE assets ADD COLUMN file INTEGER',
    'ALTER TABLE assets ADD COLUMN dominant_color TEXT',
    'ALTER TABLE assets ADD COLUMN placeholder TEXT',
    'ALTER TABLE assets ADD COLUMN focal_point TEXT',
    'ALTER TABLE assets ADD COLUMN tags TEXT',
    'CREATE INDEX assets_by_file ON assets (file)',
    `CREATE TABLE replaced_files (
      asset INTEGER NOT NULL, hash TEXT NOT NULL, file INTEGER NOT NULL, file_name TEXT NOT NULL,
      mime_type TEXT NOT NULL, size INTEGER NOT NULL, width INTEGER, height INTEGER, replaced_at INTEGER NOT NULL,
      PRIMARY KEY (asset, hash))`,
    'CREATE INDEX replaced_files_by_file ON replaced_files (file)',
  ],
};
