/**
 * Moves what every entry has out of its index row: columns are filled by reading all entries, and the values in between
 * are ten times as much to read.
 */
import type { Migration } from './migration.ts';

export const narrowIndexRows: Migration = {
  name: '0010-narrow-index-rows',
  breaking: false,
  statements: [
    'CREATE INDEX entry_index_narrow ON entry_index (id, version, states, content_type, published_at, status, key)',
  ],
};
