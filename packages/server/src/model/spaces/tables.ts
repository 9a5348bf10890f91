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
    /** Increased by every write that changes the environment: by one, or by more when it takes over a name. */
    revision: integer,
    /** The revision of the last change visible to delivery. */
    published_revision: integer,
    /** The revision of the last change to a content type or locale. */
    model_revision: integer,
    /** The revision of the last change to its names: its own name, or the aliases that point to it. */
    names_revision: integer,
    /** The oldest revision whose content can be read. */
    past_from: integer,
    /** Random, replaced when the environment's rows come from elsewhere (a restore), so that no old ETag matches. */
    epoch: text,
    next_type_number: integer,
    version: integer,
    created_at: integer,
    /** Its usage, as plans count it. */
    entries: integer,
    assets: integer,
    asset_bytes: integer,
    content_types: integer,
    /** Number of the environment that it was cloned from. */
    cloned_from: orNull(integer),
    /** The revision of the source at which the clone starts; null until it is ready. */
    cloned_revision: orNull(integer),
    /** Where its model is kept, such as the address of a repository; null if anybody may change it. */
    model_locked_by: orNull(text),
  },
  environment_names: {
    code: text,
    space_id: text,
    name: text,
    /** Number of the environment that the name points to; null if none. */
    environment: orNull(integer),
    /** The revision of its environment from which the name leads to it. */
    leads_from: filled(integer),
    /** The revision of its environment when the name was taken away. The next environment with this name continues after it. */
    revision: filled(integer),
  },
  /** A name that is an alias. */
  environment_aliases: {
    /** The code of the name. */
    code: text,
    /** The number to which keys are bound; no environment or other alias ever has it. */
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
