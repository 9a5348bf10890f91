/** The tables of background jobs. */
import { integer, orNull, type RowsOf, text } from '../database/columns.ts';

export const tables = {
  background_jobs: {
    name: text,
    done_at: integer,
    /** Who holds the lease; null where nobody does. */
    node: orNull(text),
    boot: orNull(text),
    leased_until: integer,
  },
};

declare module '../database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
