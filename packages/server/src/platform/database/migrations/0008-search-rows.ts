/**
 * Makes rows of the text index on PostgreSQL small, since a search reads the row of each text that it finds: tokens are
 * stored out of line. PostgreSQL does that only in rows above 2 KB, so blanks, which compress to nearly nothing, make
 * each row that large. A token takes at least 16 bytes, and rows of a few tokens stay as they are.
 */
import type { Migration } from './migration.ts';

export const searchRows: Migration = {
  name: '0008-search-rows',
  breaking: false,
  statements: [
    {
      sqlite: null,
      postgres: 'ALTER TABLE search_index ALTER COLUMN tokens SET STORAGE EXTERNAL, SET (toast_tuple_target = 128)',
    },
    {
      sqlite: null,
      postgres: `ALTER TABLE search_index ADD COLUMN blanks TEXT GENERATED ALWAYS AS
        (CASE WHEN length(tokens) < 16 THEN '' ELSE repeat(' ', greatest(0, 2048 - 16 * length(tokens))) END) STORED`,
    },
  ],
};
