/** The columns of clones that are being made. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** A clone that is being made: what is copied, and how far that has come. */
  environment_clones: {
    environment: integer,
    /** Number of the environment that is copied. */
    source: integer,
    /** `content`, then `model` and `changes` in turn, then `last`. */
    stage: text,
    /** Which part of the stage is being copied. */
    part: integer,
    /** How far the part has come, in its own words; null at its beginning. */
    place: orNull(text),
    /** Changes of the source up to this item of its journal are in the clone. */
    revision: integer,
    ordinal: integer,
    /** The revision up to which the current pass copies again what changed. */
    until: integer,
    passes: integer,
    /** Failed steps since the last one that succeeded. */
    failures: integer,
    /** Who asked for it. */
    actor_type: text,
    actor_id: text,
    actor_name: text,
  },
};

export type EnvironmentCloneRow = RowOf<typeof tables.environment_clones>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
