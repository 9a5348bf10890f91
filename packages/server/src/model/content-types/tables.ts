/** The tables of content types. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  content_types: {
    environment: integer,
    number: integer,
    api_id: text,
    name: text,
    description: text,
    /** JSON: display field, slug field, fields, hidden fields, next field number. */
    definition: text,
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  /** A hidden field whose values are being removed. */
  field_removals: {
    environment: integer,
    content_type: integer,
    field: integer,
    /** How far the removal has progressed, in a format owned by the entries; null before the first step. */
    progress: orNull(text),
  },
};

export type ContentTypeRow = RowOf<typeof tables.content_types>;
export type FieldRemovalRow = RowOf<typeof tables.field_removals>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
