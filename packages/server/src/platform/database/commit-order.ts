/**
 * When rows numbered by a sequence are complete. On SQLite, writes run one after the other, so numbers commit in order.
 * On PostgreSQL, a lower number may commit after a higher one. A missing number will certainly not appear any more once every
 * transaction that was running when it was first missed has ended.
 */
import { sql } from 'kysely';
import type { Writer } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** Identifies all transactions that had written anything at a point in time. */
export type RunningMark = string;

/** The transactions that may still commit, apart from the caller's own; null if there are none. */
export async function runningMark(writer: Writer): Promise<RunningMark | null> {
  if (!hasRowLocks(writer)) return null;
  const statement = sql<{ mark: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`;
  const { rows } = await statement.execute(writer);
  return rows[0]?.mark ?? null;
}

/**
 * Whether all transactions up to a mark have ended, apart from the caller's own; the next statement sees what they
 * committed.
 */
export async function haveEnded(writer: Writer, mark: RunningMark): Promise<boolean> {
  const statement = sql<{ ended: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${mark}::xid8 as ended`;
  const { rows } = await statement.execute(writer);
  return rows[0]?.ended === true;
}
