/** The tables of merges. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** What the common ancestor of two environments held of a resource. */
  merge_bases: {
    /** The lower number of two environments that were merged, or a clone: then it is what the clone began with. */
    environment: integer,
    /** The higher number; 0 for what a clone began with. */
    other: integer,
    /** entry, asset or content_type. */
    kind: text,
    key: text,
    /** Row id and version of an entry; null if there was none. */
    resource: orNull(integer),
    version: orNull(integer),
    /** JSON of a content type or asset; null if there was none. */
    state: orNull(text),
  },
  /** A merge of one environment into another. */
  merges: {
    id: text,
    /** The environment that it changed. */
    environment: integer,
    source: integer,
    source_name: text,
    /** `none` or `as_source`. */
    publish: text,
    created_at: integer,
    created_by: text,
    undone_at: orNull(integer),
    undone_by: orNull(text),
    /** How many of each it changed. */
    content_types: integer,
    entries: integer,
    assets: integer,
    /** zstd of JSON: what it changed. */
    result: bytes,
    /** zstd of JSON: what it changed as it was before, and the common ancestor before. */
    before: bytes,
  },
};

export type MergeBaseRow = RowOf<typeof tables.merge_bases>;
export type MergeRow = RowOf<typeof tables.merges>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
