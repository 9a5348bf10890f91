/**
 * When rows that a sequence numbers are complete. On SQLite writes run one after the other, so numbers commit in their
 * order. On PostgreSQL a lower number may commit after a higher one: a number that is missing comes or never will only
 * once every transaction that ran when it was missed has ended.
 */
import { sql } from 'kysely';
import type { Writer } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** Stands for all transactions that had written anything at some time. */
export type RunningMark = string;

/** The transactions that may still commit now; null where none can, beside the one that asks. */
export async function runningMark(writer: Writer): Promise<RunningMark | null> {
  if (!hasRowLocks(writer)) return null;
  const statement = sql<{ mark: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`;
  const { rows } = await statement.execute(writer);
  return rows[0]?.mark ?? null;
}

/** Whether all transactions behind a mark have ended, but the one that asks; what they committed, the next statement sees. */
export async function haveEnded(writer: Writer, mark: RunningMark): Promise<boolean> {
  const statement = sql<{ ended: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${mark}::xid8 as ended`;
  const { rows } = await statement.execute(writer);
  return rows[0]?.ended === true;
}
