/** The tables of AI helpers. */
import { integer, type RowOf, type RowsOf, text } from '../platform/database/columns.ts';

export const tables = {
  /** Tokens that an account used on a day. */
  ai_usage: {
    account_id: text,
    /** In UTC, for example `2026-11-28`. */
    day: text,
    input_tokens: integer,
    output_tokens: integer,
  },
  /** A place for one running AI operation of an account. */
  ai_places: {
    account_id: text,
    /** From 0. */
    place: integer,
    /** A random id of the operation. */
    holder: text,
    held_until: integer,
  },
};

export type AiUsageRow = RowOf<typeof tables.ai_usage>;
export type AiPlaceRow = RowOf<typeof tables.ai_places>;

declare module '../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
