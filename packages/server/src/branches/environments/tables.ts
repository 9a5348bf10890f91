/** The columns of clones in progress. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** A clone in progress: what is being copied, and how far it has progressed. */
  environment_clones: {
    environment: integer,
    /** Number of the environment being copied. */
    source: integer,
    /** `content`, then `model` and `changes` in turn, then `last`. */
    stage: text,
    /** Which part of the stage is being copied. */
    part: integer,
    /** Progress within the part, in the part's own format; null at its beginning. */
    place: orNull(text),
    /** The clone contains the source's changes up to this journal revision. */
    revision: integer,
    ordinal: integer,
    /** The current pass copies changed resources up to this revision. */
    until: integer,
    passes: integer,
    /** Failed steps since the last one that succeeded. */
    failures: integer,
    /** Who requested it. */
    actor_type: text,
    actor_id: text,
    actor_name: text,
  },
};

export type EnvironmentCloneRow = RowOf<typeof tables.environment_clones>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
