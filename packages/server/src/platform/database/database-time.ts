/** The database's own clock, which all processes that share it agree on. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** Milliseconds since the epoch, as an expression inside a statement. */
export function databaseTime(db: Reader): RawBuilder<number> {
  return hasRowLocks(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
}
