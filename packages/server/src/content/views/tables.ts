/** The tables of saved views. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  saved_views: {
    id: text,
    space_id: text,
    /** The account of the space. */
    account_id: text,
    /** Id of the user who owns it; null for a shared view. */
    owner: orNull(text),
    name: text,
    /** api_id; null for all content types. */
    content_type: orNull(text),
    /** Query string for the list of entries. */
    query: text,
    /** JSON: a list of names. */
    columns: text,
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
  },
};

export type SavedViewRow = RowOf<typeof tables.saved_views>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
