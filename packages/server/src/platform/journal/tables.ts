/** The tables of the journal. */
import { bytes, filled, integer, orNull, type RowOf, type RowsOf, text } from '../database/columns.ts';

export const tables = {
  idempotency_records: {
    /** SHA-256 of principal, route and key. */
    scope: text,
    body_hash: text,
    /** Encrypted status, headers and body. */
    response: bytes,
    created_at: integer,
  },
  environment_heads: {
    environment: integer,
    /** `type:<number>` or `assets`. */
    head: text,
    revision: integer,
  },
  journal: {
    id: filled(integer),
    at: integer,
    account_id: orNull(text),
    space_id: orNull(text),
    environment: orNull(text),
    actor_type: text,
    actor_id: orNull(text),
    actor_name: orNull(text),
    action: text,
    target_type: text,
    target_id: text,
    ip: orNull(text),
    user_agent: orNull(text),
    request_id: orNull(text),
    changes: orNull(text),
    /** The record's id in the audit; null in rows from before records were sealed. */
    record_id: orNull(text),
    /** HMAC that proves that the row is as it was written; null in rows from before records were sealed. */
    digest: orNull(bytes),
    /** The part of `digest` that covered the details, if they were erased. */
    erased_digest: orNull(bytes),
    /** zstd of `changes`, which is then null, if they are long. */
    packed_changes: orNull(bytes),
  },
  journal_heads: {
    environment: integer,
    revision: integer,
    journal_id: integer,
    /** When the revision was made; it outlives the journal's row, which goes with the retention of the audit. */
    at: integer,
  },
  journal_items: {
    environment: integer,
    revision: integer,
    ordinal: integer,
    /** Kind of event sent to webhooks; null if there is none. */
    event: orNull(text),
    /** entry, asset, content_type, locale or environment. */
    kind: text,
    key: text,
    /** Row id of the entry or asset, number of the content type or environment. */
    resource: integer,
    content_type: orNull(integer),
    /** The `api_id` of the entry's content type, since an event may be sent after the type was deleted. */
    content_type_key: orNull(text),
    /** 1 if the change is visible to delivery. */
    published: integer,
    /** What changed of what lists are ordered by: bits of `MOVED` in `journal/change.ts`. */
    moved: integer,
    slug: orNull(text),
    /** JSON of the slugs of an event of an entry by locale; null if its content type has no slug field. */
    slugs: orNull(text),
    status: orNull(text),
  },
};

export type JournalRow = RowOf<typeof tables.journal>;
export type JournalItemRow = RowOf<typeof tables.journal_items>;

declare module '../database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
