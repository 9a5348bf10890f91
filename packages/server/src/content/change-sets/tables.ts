/** The tables of change sets. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  change_sets: {
    environment: integer,
    /** Unique in the environment; part of the public id. */
    key: text,
    name: text,
    description: text,
    /** What its values lie over: published or drafts. */
    onto: text,
    state: text,
    /** What made it: person or key. */
    origin: text,
    /** When somebody would like it to go out; nothing happens then. */
    planned_for: orNull(integer),
    published_revision: orNull(integer),
    published_at: orNull(integer),
    undone_at: orNull(integer),
    /** Raised by every change of its items. */
    content_version: integer,
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
    updated_by: text,
  },
  change_set_items: {
    environment: integer,
    change_set: text,
    /** Key of the entry. */
    key: text,
    /** Row id of the entry; for one that the set creates, the row id that it will have. */
    entry: integer,
    content_type: integer,
    /** What the set does with the entry: see `itemActions`. */
    action: text,
    /** JSON: `SetValues` of `overlay.ts`. */
    changes: text,
    /** What undoing needs, as JSON of `Undo`; null before it is published. */
    undo: orNull(text),
    problems: integer,
    conflicts: integer,
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
    updated_by: text,
  },
};

export type ChangeSetRow = RowOf<typeof tables.change_sets>;
export type ItemRow = RowOf<typeof tables.change_set_items>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
