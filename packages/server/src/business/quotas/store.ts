/** The rows of windows: what accounts took of the current second and month. Times are the database's. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { databaseTime, monthOf } from '../../platform/database/database-time.ts';
import { lockUnheld } from '../../platform/database/locks.ts';
import type { RequestWindowRow } from '../../platform/database/tables.ts';
import type { WindowLength } from './window-length.ts';

const SECOND_MS = 1_000;
/** A statement may read the time and then wait for the row, which another one starts anew meanwhile. */
const WAIT_MAX_MS = 10_000;
/** Rows of seconds that are older are deleted. */
const SECONDS_KEPT_MS = 3_600_000;

/** What is taken of a window. */
export interface Taking {
  readonly accountId: string;
  readonly length: WindowLength;
  /** How many requests; fewer are granted if the window has fewer left. */
  readonly amount: number;
  /** How many the window allows. */
  readonly limit: number;
}

/** The row of a window after something was taken. */
export type TakenWindow = Omit<RequestWindowRow, 'account_id' | 'length'>;

/**
 * Takes requests of the current window, in one statement: however many nodes do so at once, together they get no more
 * than the limit. `granted` is how many it was, and `taken_at` a time before which the statement did not begin.
 */
export async function takeRequests(writer: Writer, taking: Taking): Promise<TakenWindow> {
  const amount = sql<number>`cast(${taking.amount} as bigint)`;
  const limit = sql<number>`cast(${taking.limit} as bigint)`;
  const goesOn = sql`request_windows.started_at >= excluded.started_at
    AND request_windows.started_at <= excluded.taken_at + ${WAIT_MAX_MS}`;
  const left = sql`${limit} - request_windows.taken`;
  const granted = sql`CASE WHEN ${left} <= 0 THEN 0 WHEN ${left} < ${amount} THEN ${left} ELSE ${amount} END`;
  const first = Math.min(taking.amount, taking.limit);
  const { rows } = await sql<TakenWindow>`
    INSERT INTO request_windows (account_id, length, started_at, taken, granted, taken_at)
    SELECT ${taking.accountId}, ${taking.length}, ${startOf(writer, taking.length, sql`clock.now`)},
      cast(${first} as bigint), cast(${first} as bigint), clock.now
    FROM (SELECT ${databaseTime(writer)} AS now) AS clock WHERE true
    ON CONFLICT (account_id, length) DO UPDATE SET
      started_at = CASE WHEN ${goesOn} THEN request_windows.started_at ELSE excluded.started_at END,
      taken = CASE WHEN ${goesOn} THEN request_windows.taken + ${granted} ELSE excluded.taken END,
      granted = CASE WHEN ${goesOn} THEN ${granted} ELSE excluded.granted END,
      noticed_80_at = CASE WHEN ${goesOn} THEN request_windows.noticed_80_at ELSE NULL END,
      noticed_100_at = CASE WHEN ${goesOn} THEN request_windows.noticed_100_at ELSE NULL END,
      taken_at = excluded.taken_at
    RETURNING started_at, taken, granted, taken_at, noticed_80_at, noticed_100_at`.execute(writer);
  const [row] = rows;
  if (row === undefined) throw new Error('A window returned no row.');
  return row;
}

/** What is given back. */
export interface Return {
  readonly accountId: string;
  readonly length: WindowLength;
  /** Start of the window that the requests were taken of. */
  readonly startedAt: number;
  readonly amount: number;
}

/** Gives requests back that were taken and not used; of a window that is over, nothing. */
export async function returnRequests(writer: Writer, given: Return): Promise<void> {
  await writer
    .updateTable('request_windows')
    .set((eb) => ({ taken: eb('taken', '-', given.amount) }))
    .where('account_id', '=', given.accountId)
    .where('length', '=', given.length)
    .where('started_at', '=', given.startedAt)
    .execute();
}

/** The current month of an account; undefined if it had no request yet. */
export async function findMonth(db: Reader, accountId: string): Promise<TakenWindow | undefined> {
  return db
    .selectFrom('request_windows')
    .select(['started_at', 'taken', 'granted', 'taken_at', 'noticed_80_at', 'noticed_100_at'])
    .where('account_id', '=', accountId)
    .where('length', '=', 'month')
    .where('started_at', '>=', monthOf(db, databaseTime(db)))
    .executeTakeFirst();
}

/** Stores when owners are told of a share of the month; its row is locked. */
export async function saveNotices(
  writer: Writer,
  accountId: string,
  notices: Partial<Pick<RequestWindowRow, 'noticed_80_at' | 'noticed_100_at'>>,
): Promise<void> {
  await writer
    .updateTable('request_windows')
    .set(notices)
    .where('account_id', '=', accountId)
    .where('length', '=', 'month')
    .execute();
}

/** Deletes the rows of windows that are over, but for those that somebody starts anew right now. */
export async function deleteOver(writer: Writer): Promise<void> {
  const now = databaseTime(writer);
  const over = writer
    .selectFrom('request_windows')
    .select(['account_id', 'length'])
    .where((eb) =>
      eb.or([
        eb('length', '=', 'second').and('started_at', '<', sql<number>`${now} - ${SECONDS_KEPT_MS}`),
        eb('length', '=', 'month').and('started_at', '<', monthOf(writer, now)),
      ]),
    );
  await writer
    .deleteFrom('request_windows')
    .where((eb) =>
      eb(eb.refTuple('account_id', 'length'), 'in', lockUnheld(writer, over).$asTuple('account_id', 'length')),
    )
    .execute();
}

function startOf(db: Reader, length: WindowLength, at: RawBuilder<number>): RawBuilder<number> {
  return length === 'month' ? monthOf(db, at) : sql`${at} - ${at} % ${SECOND_MS}`;
}
