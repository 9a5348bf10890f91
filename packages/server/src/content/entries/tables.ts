/** The tables of entries. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  entries: {
    id: integer,
    environment: integer,
    key: text,
    content_type: integer,
    version: integer,
    published_version: orNull(integer),
    published_at: orNull(integer),
    first_published_at: orNull(integer),
    archived_at: orNull(integer),
    /** When the draft's values were last saved. */
    saved_at: integer,
    /** When the published state's values were last saved; null if there is none. */
    published_saved_at: orNull(integer),
    created_at: integer,
    created_by: text,
    updated_at: integer,
    updated_by: text,
  },
  entry_states: {
    id: integer,
    version: integer,
    document: text,
  },
  entry_index: {
    id: integer,
    version: integer,
    /** Which states the row represents: 1 draft, 2 published, 3 both. */
    states: integer,
    content_type: integer,
    key: text,
    /** For the draft: draft, published, changed or archived. For a state that is only published: published. */
    status: text,
    created_at: integer,
    created_by: text,
    /** When the state's values were last saved. */
    saved_at: integer,
    /** When the entry last changed; only on the draft's row. */
    updated_at: integer,
    published_at: orNull(integer),
    /** JSON: field number → locale number → index value or list of index values. */
    index_values: text,
  },
  entry_versions: {
    id: integer,
    version: integer,
    action: text,
    /**
     * The first revision at which this was the published version, and the one at which it no longer was; null while it still is.
     */
    published_from: orNull(integer),
    published_until: orNull(integer),
    status: text,
    created_at: integer,
    created_by: text,
    /** zstd of the document. */
    document: bytes,
    /** 1 if the entry started with it as a clone of another, as the common ancestor of both; 2 if a merge keeps it. */
    ancestor: integer,
    /** When the autosave's sitting started; null for other versions. */
    sitting_since: orNull(integer),
  },
  /** What readers saw of an entry up to a revision, which changed that. */
  published_states: {
    environment: integer,
    /** The first revision at which readers saw something else. */
    until: integer,
    /** Row id of the entry. */
    entry: integer,
    key: text,
    content_type: integer,
    /** The version that was published; null if nothing was. */
    version: orNull(integer),
    created_at: integer,
    created_by: text,
    /** When the values of that version were last saved. */
    saved_at: orNull(integer),
    published_at: orNull(integer),
    first_published_at: orNull(integer),
  },
  entry_links: {
    environment: integer,
    target_kind: text,
    target_key: text,
    source: integer,
    /** As in the index rows: 1 linked from the draft, 2 from the published state, 3 from both. */
    states: integer,
  },
  entry_tombstones: {
    environment: integer,
    key: text,
    version: integer,
  },
  deleted_entries: {
    /** Row id that the entry had. */
    id: integer,
    environment: integer,
    key: text,
    content_type: integer,
    /** The version of its last draft, which `entry_versions` keeps as long as this row. */
    version: integer,
    first_published_at: orNull(integer),
    created_at: integer,
    created_by: text,
    deleted_at: integer,
    deleted_by: text,
  },
  slugs: {
    environment: integer,
    content_type: integer,
    locale: integer,
    slug: text,
    entry: integer,
  },
  unique_values: {
    environment: integer,
    content_type: integer,
    field: integer,
    locale: integer,
    value_hash: text,
    entry: integer,
  },
};

export type EntryRow = RowOf<typeof tables.entries>;
export type EntryStateRow = RowOf<typeof tables.entry_states>;
export type EntryIndexRow = RowOf<typeof tables.entry_index>;
export type PublishedStateRow = RowOf<typeof tables.published_states>;
export type DeletedEntryRow = RowOf<typeof tables.deleted_entries>;
export type EntryVersionRow = RowOf<typeof tables.entry_versions>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
