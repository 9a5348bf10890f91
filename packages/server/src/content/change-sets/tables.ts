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
    /** What made it: see `origins`. */
    origin: text,
    /** When somebody would like it to go out; nothing happens then. */
    planned_for: orNull(integer),
    /** When it goes out, and how that was said: the time zone, and the local time there. */
    publish_at: orNull(integer),
    time_zone: orNull(text),
    publish_local: orNull(text),
    /** When it is undone by itself. */
    ends_at: orNull(integer),
    /** Id of the user or key for whom it goes out and ends. */
    scheduled_by: orNull(text),
    /** JSON: keys of other scheduled sets with which it was accepted that the later one stands over the earlier; null for none. */
    accepted: orNull(text),
    /** When the service does next something with it by itself. */
    due_at: orNull(integer),
    /** When a scheduled one is looked at next, whether it could go out as it stands. */
    check_at: orNull(integer),
    /** Hash of what was in the way when whoever scheduled it was last told of that. */
    told: orNull(text),
    /** Why it could not go out, or not be undone by itself, as JSON of `Failure`. */
    failure: orNull(text),
    published_revision: orNull(integer),
    published_at: orNull(integer),
    undone_at: orNull(integer),
    /** Since when what is in it is no longer kept; what is left of it then is on its way out. */
    values_removed_at: orNull(integer),
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
  calendar_feeds: {
    id: text,
    environment: integer,
    /** The member whose feed it is. */
    account_id: text,
    user_id: text,
    token_hash: text,
    created_at: integer,
  },
};

export type ChangeSetRow = RowOf<typeof tables.change_sets>;
export type ItemRow = RowOf<typeof tables.change_set_items>;
export type CalendarFeedRow = RowOf<typeof tables.calendar_feeds>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
