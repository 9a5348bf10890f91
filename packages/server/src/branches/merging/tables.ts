/** The tables of merges. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** The state of a resource in the common ancestor of two environments. */
  merge_bases: {
    /** The lower number of two merged environments, or the clone whose initial state this is. */
    environment: integer,
    /** The higher number; 0 for the initial state of a clone. */
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
    /** The environment that it changed (the target). */
    environment: integer,
    source: integer,
    source_name: text,
    /** `none` or `as_source`. */
    publish: text,
    created_at: integer,
    created_by: text,
    undone_at: orNull(integer),
    undone_by: orNull(text),
    /** Shared by the parts of a merge that took several writes: the id of the first. */
    series: text,
    /** The number of this part, from 1. */
    part: integer,
    /** Of the first part: 1 once all others are written; 0 again while they are undone. */
    is_complete: integer,
    /** How many resources of each kind it changed. */
    content_types: integer,
    entries: integer,
    assets: integer,
    /** zstd of JSON: its changes. */
    result: bytes,
    /** zstd of JSON: the previous state of what it changed, and of the common ancestor. */
    before: bytes,
  },
};

export type MergeBaseRow = RowOf<typeof tables.merge_bases>;
export type MergeRow = RowOf<typeof tables.merges>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
