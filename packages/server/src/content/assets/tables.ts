/** The tables of assets. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  assets: {
    id: integer,
    environment: integer,
    key: text,
    /** JSON: title, description, alt → locale number → text. */
    texts: text,
    file_name: orNull(text),
    mime_type: orNull(text),
    size: orNull(integer),
    width: orNull(integer),
    height: orNull(integer),
    /** SHA-256 of the file's content, which is part of its URL; null until there is a file. */
    file_hash: orNull(text),
    /** Row id of the file; null until there is one. */
    file: orNull(integer),
    /** `#rrggbb` of an image. */
    dominant_color: orNull(text),
    /** A tiny image shown while the image loads, as a data URI. */
    placeholder: orNull(text),
    /** JSON: `{x, y}`, each from 0 to 1. */
    focal_point: orNull(text),
    /** JSON: a list of texts; null for none. */
    tags: orNull(text),
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
    updated_by: text,
  },
  /** An earlier file of an asset, which may be deleted. */
  replaced_files: {
    /** Row id of the asset. */
    asset: integer,
    hash: text,
    file: integer,
    file_name: text,
    mime_type: text,
    size: integer,
    width: orNull(integer),
    height: orNull(integer),
    replaced_at: integer,
  },
  /** What an asset was up to a revision, which changed it. */
  asset_versions: {
    environment: integer,
    /** The first revision at which it was something else. */
    until: integer,
    /** Row id of the asset. */
    asset: integer,
    key: text,
    /** JSON of the row without what is in the other columns; null if there was no asset. */
    state: orNull(text),
  },
  asset_searches: {
    /** Row id of the asset. */
    asset: integer,
    /** Number of the locale of the text. */
    locale: integer,
    search_text: integer,
  },
};

export type AssetRow = RowOf<typeof tables.assets>;
export type AssetVersionRow = RowOf<typeof tables.asset_versions>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
