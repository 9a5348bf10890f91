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
};

export type LocaleRow = RowOf<typeof tables.locales>;
export type EnvironmentRow = RowOf<typeof tables.environments>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
