/** The tables of spaces, environments and locales. */
import { filled, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  spaces: {
    id: text,
    account_id: text,
    name: text,
    next_locale_number: integer,
    /** Whether uploaded images are kept without their metadata. */
    strip_metadata: integer,
    /** Whether AI helpers may be used on its content: `on` or `off`. */
    ai: text,
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  locales: {
    space_id: text,
    number: integer,
    id: text,
    code: text,
    name: text,
    fallback: orNull(integer),
    is_default: integer,
    optional: integer,
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  environments: {
    number: integer,
    id: text,
    space_id: text,
    name: text,
    source: orNull(text),
    status: text,
    /** Raised by every write that changes the environment: by one, or further where it takes a name over. */
    revision: integer,
    /** The revision of the last change that delivery can see. */
    published_revision: integer,
    /** The revision of the last change of a content type or a locale. */
    model_revision: integer,
    /** The revision of the last change of its names: of its own one, or of the aliases that stand for it. */
    names_revision: integer,
    /** Random, new when the environment's rows come from elsewhere (a restore), so that no old ETag matches. */
    epoch: text,
    next_type_number: integer,
    version: integer,
    created_at: integer,
    /** What it holds, as plans count it. */
    entries: integer,
    assets: integer,
    asset_bytes: integer,
    content_types: integer,
    /** Number of the environment that it is a clone of. */
    cloned_from: orNull(integer),
    /** The revision of that environment that it began as; null until it is ready. */
    cloned_revision: orNull(integer),
  },
  environment_names: {
    code: text,
    space_id: text,
    name: text,
    /** Number of the environment that the name stands for; null if it stands for none. */
    environment: orNull(integer),
    /** How far its environment was when the name was taken from it: where it stands for one again, it goes on behind that. */
    revision: filled(integer),
  },
  /** A name that is an alias. */
  environment_aliases: {
    /** The code of the name. */
    code: text,
    /** What keys are bound to: no environment and no other alias ever has it. */
    number: integer,
    id: text,
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
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

export type LocaleRow = RowOf<typeof tables.locales>;
export type EnvironmentRow = RowOf<typeof tables.environments>;
export type EnvironmentCloneRow = RowOf<typeof tables.environment_clones>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
