/** The tables of exports and imports. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** An export, while it is made and while its file can be fetched. */
  exports: {
    id: text,
    account_id: text,
    space_id: text,
    /** Name of the only environment; null for the whole space. */
    environment: orNull(text),
    /** 1 if it has the queries of preview addresses, in which secrets stand. */
    preview_secrets: integer,
    /** `running`, then `ready` or `failed`. */
    status: text,
    /** `content`, then `last`, `layout` and `done`. */
    stage: text,
    /** How often the parts that changed were made again. */
    passes: integer,
    /** Failed steps since the last one that succeeded. */
    failures: integer,
    /** The number of its next part. */
    next_part: integer,
    /** How far the layout is: the last piece that has its place, as JSON. */
    place: orNull(text),
    /** Bytes of the archive, as far as it is laid out. */
    size: integer,
    /** Entries and assets when it began. */
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
    /** What changed up to this revision is in the parts, or they are marked as pending. */
    revision: integer,
  },
  /** A range of the keys of an environment, and the stored file with its records. */
  export_parts: {
    export: text,
    part: integer,
    environment: integer,
    /** `entry` or `asset`; `rest` for what is small and made at last. */
    kind: text,
    /** Keys behind this one. */
    above: text,
    /** Keys up to this one, itself included. */
    upto: text,
    /** Name of the file in the storage; null where there is none. */
    name: orNull(text),
    /** Whether it has to be made, for the first time or again. */
    is_pending: integer,
    /** How many records it has. */
    items: integer,
  },
  /** A stretch of a stored file that stands in the archive under a path. */
  export_pieces: {
    export: text,
    path: text,
    /** Pieces of a path stand in this order. */
    above: text,
    part: integer,
    /** Name of the file in the storage. */
    name: text,
    /** Where in the stored file it begins. */
    skip: integer,
    /** Bytes. */
    size: integer,
    /** Where it begins in the archive, with the header of its file if it is the first; null until the layout. */
    begins: orNull(integer),
    /** Bytes of all pieces of the path, on the first of them; null on others. */
    member_size: orNull(integer),
  },
  /** An import, while it runs and while its results can be read. */
  imports: {
    id: text,
    account_id: text,
    space_id: text,
    /** Name of the environment that receives an export of one; null for the names in the file. */
    environment: orNull(text),
    /** Its number, if there was one of that name. */
    environment_number: orNull(integer),
    dry_run: integer,
    /** `running`, then `done`, `failed` or `cancelled`. */
    status: text,
    /** `scan`, then `settings`, `records`, `again`, `webhooks` and `done`. */
    stage: text,
    /** Name of the archive in the storage. */
    file: text,
    /** Bytes of the archive. */
    size: integer,
    /** How far the stage has come, as JSON. */
    place: orNull(text),
    /** How many resources of each kind came to which result, as JSON. */
    counts: text,
    /** How many results are listed. */
    noted: integer,
    /** Failed steps since the last one that succeeded. */
    failures: integer,
    /** Why it failed. */
    problem: orNull(text),
    created_at: integer,
    /** Who asked for it, and acts in it. */
    actor_type: text,
    actor_id: text,
    actor_name: text,
    actor_role: text,
    /** Numbers of the only environments of the key, as JSON; null for all. */
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
    /** Members with records are imported in this order; '' for others. */
    rank: text,
    /** Where its content begins in the archive. */
    begins: integer,
    /** Bytes. */
    size: integer,
  },
  /** What an import did with one resource, as JSON. */
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
