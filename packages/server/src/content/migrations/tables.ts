/** The table of migrations. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  content_migrations: {
    environment: integer,
    /** Unique in the environment, and in the order in which they are run. */
    name: text,
    state: text,
    /** JSON of whoever runs it; null for none, and where it was run in another environment. */
    progress: orNull(text),
    /** What whoever runs it tells its code by. */
    checksum: orNull(text),
    /** Id of the merge that brought it; null if none did. */
    merge: orNull(text),
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
    updated_by: text,
  },
};

export type MigrationRow = RowOf<typeof tables.content_migrations>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
