/** The database's own clock, on which all processes that share it agree. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** Milliseconds since the epoch, as an expression inside a statement. */
export function databaseTime(db: Reader): RawBuilder<number> {
  return hasRowLocks(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** Milliseconds since the epoch, by the database's clock. */
export async function databaseNow(db: Reader): Promise<number> {
  const { rows } = await sql<{ at: number }>`SELECT ${databaseTime(db)} AS at`.execute(db);
  const [{ at } = { at: Number.NaN }] = rows;
  return Number(at);
}

/** The start of the UTC month that contains a time. @param at an expression with milliseconds since the epoch */
export function monthOf(db: Reader, at: RawBuilder<number>): RawBuilder<number> {
  return hasRowLocks(db)
    ? sql`(extract(epoch from date_trunc('month', to_timestamp(${at} / 1000.0) at time zone 'UTC')) * 1000)::bigint`
    : sql`cast(unixepoch(${at} / 1000, 'unixepoch', 'start of month') * 1000 as integer)`;
}
