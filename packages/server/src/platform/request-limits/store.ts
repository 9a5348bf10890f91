/** Counts of attempts by key. Keys are hashes, so that the addresses that were tried cannot be read. */
import type { Reader, Writer } from '../database/database.ts';
import { lockSkippingLocked } from '../database/locks.ts';
import type { ThrottleRow } from './tables.ts';

/** Keys of counts with a long window begin with this; no hash does. */
export const LONG_KEY = 'long:';

export async function findCounts(db: Reader, keys: readonly string[]): Promise<ThrottleRow[]> {
  return db.selectFrom('throttles').selectAll().where('key', 'in', keys).execute();
}

/**
 * The counts of the keys, created where necessary, locked until the transaction ends. One statement locks them in the
 * order of the keys, so that two transactions never wait for each other.
 */
export async function lockCounts(db: Writer, keys: readonly string[], now: number): Promise<ThrottleRow[]> {
  const rows = [...keys].sort().map((key) => ({ key, failures: 0, window_started_at: now, blocked_until: 0 }));
  return db
    .insertInto('throttles')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returningAll()
    .execute();
}

/** Stores the counts; their rows are locked. */
export async function saveCounts(db: Writer, rows: readonly ThrottleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('throttles')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        failures: eb.ref('excluded.failures'),
        window_started_at: eb.ref('excluded.window_started_at'),
        blocked_until: eb.ref('excluded.blocked_until'),
      })),
    )
    .execute();
}

/** Deletes counts whose window began before a time, that of usual or of long windows, except those that are locked. */
export async function deleteCountsBefore(
  db: Writer,
  { usual, long }: { readonly usual: number; readonly long: number },
): Promise<void> {
  const over = db
    .selectFrom('throttles')
    .select('key')
    .where(({ and, eb, or }) =>
      or([
        and([eb('key', 'not like', `${LONG_KEY}%`), eb('window_started_at', '<', usual)]),
        eb('window_started_at', '<', long),
      ]),
    );
  await db.deleteFrom('throttles').where('key', 'in', lockSkippingLocked(db, over)).execute();
}
