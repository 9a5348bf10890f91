/**
 * What every entry has, beside its index row: tables are filled by going through all entries, and the values that stand
 * between are ten times as much to read.
 */
import type { Migration } from './migration.ts';

export const narrowIndexRows: Migration = {
  name: '0010-narrow-index-rows',
  breaking: false,
  statements: [
    'CREATE INDEX entry_index_narrow ON entry_index (id, version, states, content_type, published_at, status, key)',
  ],
};
