/** The tables of limits on requests. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../database/columns.ts';

export const tables = {
  throttles: {
    key: text,
    failures: integer,
    window_started_at: integer,
    blocked_until: integer,
  },
  /** Requests of an account in a month. */
  request_months: {
    account_id: text,
    /** When the month started, in UTC. */
    started_at: integer,
    /** Those that were let in and written down. */
    requests: integer,
    /** When the owners were told that so much of the limit is used, in percent; null if not yet. */
    noticed_80_at: orNull(integer),
    noticed_100_at: orNull(integer),
  },
  /** Requests of an account on a day, by who sent them. */
  request_days: {
    account_id: text,
    /** When the day started, in UTC. */
    started_at: integer,
    /** The space of the key; empty for people and for SCIM. */
    space_id: text,
    /** Id of the key, or one of `callers`. */
    caller: text,
    requests: integer,
  },
};

export type ThrottleRow = RowOf<typeof tables.throttles>;
export type RequestDayRow = RowOf<typeof tables.request_days>;
export type RequestMonthRow = RowOf<typeof tables.request_months>;

declare module '../database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
