/** The tables of exports and imports. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** An export, while it is in progress and while its file can be downloaded. */
  exports: {
    id: text,
    account_id: text,
    space_id: text,
    /** Name of the exported environment; null for the whole space. */
    environment: orNull(text),
    /** 1 if it includes the queries of preview addresses, which may contain secrets. */
    preview_secrets: integer,
    /** `running`, then `ready` or `failed`. */
    status: text,
    /** `content`, then `last`, `layout` and `done`. */
    stage: text,
    /** The number of passes that made changed parts again. */
    passes: integer,
    /** Failed steps since the last one that succeeded. */
    failures: integer,
    /** The number of its next part. */
    next_part: integer,
    /** The progress of the layout: the last placed piece, as JSON. */
    place: orNull(text),
    /** Bytes of the archive laid out so far. */
    size: integer,
    /** Number of entries and assets at the start. */
    total: integer,
    entries: integer,
    assets: integer,
    files: integer,
    /** Why it failed. */
    problem: orNull(text),
    created_at: integer,
    created_by: text,
    done_at: orNull(integer),
    expires_at: integer,
  },
  /** An environment of an export. */
  export_environments: {
    export: text,
    /** Number of the environment. */
    environment: integer,
    name: text,
    /** Changes up to this revision are in the parts, or the parts are marked as pending. */
    revision: integer,
  },
  /** A range of keys of an environment, and the stored file with its records. */
  export_parts: {
    export: text,
    part: integer,
    environment: integer,
    /** `entry` or `asset`; `rest` for the small files made at the end. */
    kind: text,
    /** Lower bound of the keys, exclusive. */
    above: text,
    /** Upper bound of the keys, inclusive. */
    upto: text,
    /** Name of the file in the storage; null if there is none. */
    name: orNull(text),
    /** Whether the part has to be made, for the first time or again. */
    is_pending: integer,
    /** Number of records in it. */
    items: integer,
  },
  /** A range of a stored file that belongs to a path of the archive. */
  export_pieces: {
    export: text,
    path: text,
    /** Orders the pieces of a path. */
    above: text,
    part: integer,
    /** Name of the file in the storage. */
    name: text,
    /** Offset in the stored file. */
    skip: integer,
    /** In bytes. */
    size: integer,
    /** Offset in the archive, including the file's header for its first piece; null until the layout. */
    begins: orNull(integer),
    /** Total bytes of the path's pieces, on the first of them; null on the others. */
    member_size: orNull(integer),
  },
  /** An import, while it runs and while its results can be read. */
  imports: {
    id: text,
    account_id: text,
    space_id: text,
    /** Name of the environment that receives an export of one environment; null to use the names in the file. */
    environment: orNull(text),
    /** Its number, if an environment with that name existed. */
    environment_number: orNull(integer),
    dry_run: integer,
    /** `running`, then `done`, `failed` or `cancelled`. */
    status: text,
    /** `scan`, then `settings`, `records`, `again`, `warnings`, `webhooks` and `done`. */
    stage: text,
    /** Name of the archive in the storage. */
    file: text,
    /** Size of the archive in bytes. */
    size: integer,
    /** The progress of the stage, as JSON. */
    place: orNull(text),
    /** The number of resources of each kind with each result, as JSON. */
    counts: text,
    /** The number of results that were stored; some were removed since. */
    noted: integer,
    /** Failed steps since the last one that succeeded. */
    failures: integer,
    /** Why it failed. */
    problem: orNull(text),
    created_at: integer,
    /** Who requested it; it runs with their permissions. */
    actor_type: text,
    actor_id: text,
    actor_name: text,
    actor_role: text,
    /** Numbers of the environments that the key is limited to, as JSON; null for all. */
    actor_environments: orNull(text),
    /** Id of the session of a person; null for a key. */
    actor_session: orNull(text),
    done_at: orNull(integer),
    expires_at: integer,
  },
  /** A file in the archive of an import. */
  import_members: {
    import: text,
    path: text,
    /** The import order of files with records; '' for other files. */
    rank: text,
    /** Offset of its content in the archive. */
    begins: integer,
    /** In bytes. */
    size: integer,
  },
  /** The result of an import for one resource, as JSON. */
  import_results: {
    import: text,
    ordinal: integer,
    result: text,
  },
};

export type ExportRow = RowOf<typeof tables.exports>;
export type ExportEnvironmentRow = RowOf<typeof tables.export_environments>;
export type ExportPartRow = RowOf<typeof tables.export_parts>;
export type ExportPieceRow = RowOf<typeof tables.export_pieces>;
export type ImportRow = RowOf<typeof tables.imports>;
export type ImportMemberRow = RowOf<typeof tables.import_members>;
export type ImportResultRow = RowOf<typeof tables.import_results>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
