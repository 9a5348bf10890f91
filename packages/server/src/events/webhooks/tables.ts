/** The tables of webhooks. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  webhooks: {
    id: text,
    space_id: text,
    name: text,
    url: text,
    /** Encrypted JSON: header name → value. */
    headers: bytes,
    /** JSON list of event kinds; empty for all. */
    events: text,
    /** JSON: content_types and environments. Each is a list; an empty list matches all. */
    filters: text,
    active: integer,
    debounce_seconds: integer,
    /** Encrypted. */
    secret: bytes,
    /** Encrypted; replaces `secret` when it is promoted. */
    next_secret: orNull(bytes),
    next_secret_at: orNull(integer),
    /** Why Lectern switched it off. */
    disabled_reason: orNull(text),
    disabled_at: orNull(integer),
    /** Failed attempts since the last success. */
    failures: integer,
    /** The time of the first of these failures. */
    failing_since: orNull(integer),
    /** Until this time only attempts requested by a user are sent; 0 if sending is not paused. */
    paused_until: integer,
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
  },
  webhook_cursors: {
    environment: integer,
    /** Journal position of the first item that was not processed yet. */
    revision: integer,
    ordinal: integer,
  },
  webhook_deliveries: {
    webhook: text,
    id: text,
    event_id: text,
    event: text,
    /** `<environment>/<kind>/<key>`: first attempts for one resource are sent in order. */
    resource: text,
    /** Position of the event in the journal. */
    revision: integer,
    ordinal: integer,
    body: text,
    /** Of `X-CMS-Tags`. */
    tags: text,
    /** Of `X-CMS-Slugs`; null for none. */
    slugs: orNull(text),
    created_at: integer,
  },
  webhook_attempts: {
    webhook: text,
    id: text,
    delivery: text,
    event: text,
    attempt: integer,
    /** Position in the retry schedule, from 1; 0 for an attempt requested by a user. */
    step: integer,
    /** pending, success or failed. */
    status: text,
    /** When the attempt is due, or `AT_ONCE`, or `REQUESTED`; null once it was made. */
    due_at: orNull(integer),
    revision: integer,
    ordinal: integer,
    created_at: integer,
    attempted_at: orNull(integer),
    duration_ms: orNull(integer),
    status_code: orNull(integer),
    response: orNull(text),
    /** JSON: the beginning of the response's headers. */
    response_headers: orNull(text),
    error: orNull(text),
    next_attempt_at: orNull(integer),
    url: orNull(text),
    /** JSON: the headers as sent, with the values of custom headers masked. */
    headers: orNull(text),
    /** The resource of an autosave that waits until the typing stops; null for all other attempts. */
    held_for: orNull(text),
  },
  /** The attempts that ended in an hour, by how long they took. */
  webhook_hours: {
    webhook: text,
    /** When the hour began. */
    hour: integer,
    /** Class of durations (`durationClass`). */
    duration: integer,
    delivered: integer,
    failed: integer,
    last_at: integer,
  },
};

export type WebhookRow = RowOf<typeof tables.webhooks>;
export type WebhookDeliveryRow = RowOf<typeof tables.webhook_deliveries>;
export type WebhookAttemptRow = RowOf<typeof tables.webhook_attempts>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
