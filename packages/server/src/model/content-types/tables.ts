/** The tables of content types. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

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
  /** What a content type, or all locales, were up to a revision, which changed them. */
  model_versions: {
    environment: integer,
    /** The first revision at which they were something else. */
    until: integer,
    /** Number of the content type; 0 for the locales. */
    part: integer,
    /** zstd of the JSON of the type or the locales; null if there was no such type. */
    content: orNull(bytes),
  },
  /** A hidden field whose values are being removed. */
  field_removals: {
    environment: integer,
    /** The type whose entries are cleaned; 0 for all types in `inside`. */
    content_type: integer,
    /** The component whose field it is, inside of values of the entries; 0 for a field of the entries themselves. */
    component: integer,
    /** 0 for whole blocks of a component that was deleted. */
    field: integer,
    /** JSON: the fields that have components in them, by number of their type. */
    inside: text,
    /** How far the removal has progressed, in a format owned by the entries; null before the first step. */
    progress: orNull(text),
  },
};

export type ContentTypeRow = RowOf<typeof tables.content_types>;
export type ModelVersionRow = RowOf<typeof tables.model_versions>;
export type FieldRemovalRow = RowOf<typeof tables.field_removals>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
