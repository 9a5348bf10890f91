/** Counts of failures by key. Keys are hashes, so that the attempted addresses cannot be read. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { ThrottleRow } from '../../platform/database/tables.ts';

const selectCounts = prepared<{ key: string }, ThrottleRow>((db, place) =>
  db.selectFrom('throttles').selectAll().where('key', '=', place('key')),
);

export async function findCount(db: Reader, key: string): Promise<ThrottleRow | undefined> {
  const [row] = await selectCounts(db, { key });
  return row;
}

/** The count of a key, created if necessary, locked until the transaction ends. */
export async function lockCount(db: Writer, key: string, now: number): Promise<ThrottleRow> {
  await db
    .insertInto('throttles')
    .values({ key, failures: 0, window_started_at: now, blocked_until: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return lockForUpdate(db, db.selectFrom('throttles').selectAll().where('key', '=', key)).executeTakeFirstOrThrow();
}

export async function saveCount(db: Writer, row: ThrottleRow): Promise<void> {
  const { key, ...values } = row;
  await db.updateTable('throttles').set(values).where('key', '=', key).execute();
}

export async function deleteCount(db: Writer, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

export async function deleteCountsBefore(db: Writer, startedBefore: number): Promise<void> {
  await db.deleteFrom('throttles').where('window_started_at', '<', startedBefore).execute();
}
