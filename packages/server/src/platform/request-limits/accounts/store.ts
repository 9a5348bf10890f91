/** The rows of months and days: how many requests of an account were let in, and what its owners were told. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../database/database.ts';
import { databaseTime, monthOf } from '../../database/database-time.ts';
import { lockSkippingLocked } from '../../database/locks.ts';
import type { RequestDayRow, RequestMonthRow } from '../tables.ts';

/** What is added to a month of an account; may be negative, and 0 to read the row. */
export interface Count {
  readonly accountId: string;
  /** When the month started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly amount: number;
}

/** Adds to the months of accounts, each of them once, in one statement. @returns their rows, which are locked */
export async function addRequests(writer: Writer, counts: readonly Count[]): Promise<RequestMonthRow[]> {
  return writer
    .insertInto('request_months')
    .values(
      counts.map(({ accountId, startedAt, amount }) => ({
        account_id: accountId,
        started_at: startedAt,
        requests: amount,
        noticed_80_at: null,
        noticed_100_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'started_at'])
        .doUpdateSet((eb) => ({ requests: eb('request_months.requests', '+', eb.ref('excluded.requests')) })),
    )
    .returningAll()
    .execute();
}

/** A month of an account; undefined if none of its requests is written yet. */
export async function findMonth(
  db: Reader,
  accountId: string,
  startedAt: number,
): Promise<RequestMonthRow | undefined> {
  return db
    .selectFrom('request_months')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('started_at', '=', startedAt)
    .executeTakeFirst();
}

/** Stores when owners are told of a share of a month; its row is locked. */
export async function saveNotices(
  writer: Writer,
  { account_id, started_at }: RequestMonthRow,
  notices: Partial<Pick<RequestMonthRow, 'noticed_80_at' | 'noticed_100_at'>>,
): Promise<void> {
  await writer
    .updateTable('request_months')
    .set(notices)
    .where((eb) => eb.and({ account_id, started_at }))
    .execute();
}

/** Deletes the months that are over by the clock of the database, but for rows that somebody writes right now. */
export async function deleteMonthsOver(writer: Writer): Promise<void> {
  const over = writer
    .selectFrom('request_months')
    .select(['account_id', 'started_at'])
    .where('started_at', '<', monthOf(writer, databaseTime(writer)));
  await writer
    .deleteFrom('request_months')
    .where((eb) =>
      eb(
        eb.refTuple('account_id', 'started_at'),
        'in',
        lockSkippingLocked(writer, over).$asTuple('account_id', 'started_at'),
      ),
    )
    .execute();
}

/** Adds to days, each named once, in one statement. */
export async function addToDays(writer: Writer, days: readonly RequestDayRow[]): Promise<void> {
  await writer
    .insertInto('request_days')
    .values(days)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'started_at', 'space_id', 'caller'])
        .doUpdateSet((eb) => ({ requests: eb('request_days.requests', '+', eb.ref('excluded.requests')) })),
    )
    .execute();
}

/** Deletes the days that started so long ago by the clock of the database, but for rows that somebody writes right now. */
export async function deleteDaysOver(writer: Writer, keptMs: number): Promise<void> {
  const over = writer
    .selectFrom('request_days')
    .select(['account_id', 'started_at', 'space_id', 'caller'])
    .where('started_at', '<', sql<number>`${databaseTime(writer)} - ${sql.lit(keptMs)}`);
  await writer
    .deleteFrom('request_days')
    .where((eb) =>
      eb(
        eb.refTuple('account_id', 'started_at', 'space_id', 'caller'),
        'in',
        lockSkippingLocked(writer, over).$asTuple('account_id', 'started_at', 'space_id', 'caller'),
      ),
    )
    .execute();
}

/** The requests of an account since a time, by the start of their day. */
export async function requestsByDay(db: Reader, accountId: string, since: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('request_days')
    .select((eb) => ['started_at', eb.fn.sum<number>('requests').as('requests')])
    .where('account_id', '=', accountId)
    .where('started_at', '>=', since)
    .groupBy('started_at')
    .execute();
  return new Map(rows.map(({ started_at, requests }) => [started_at, Number(requests)]));
}

/** The requests of an account since a time, by who sent them. */
export async function requestsByCaller(
  db: Reader,
  accountId: string,
  since: number,
): Promise<Pick<RequestDayRow, 'space_id' | 'caller' | 'requests'>[]> {
  const rows = await db
    .selectFrom('request_days')
    .select((eb) => ['space_id', 'caller', eb.fn.sum<number>('requests').as('requests')])
    .where('account_id', '=', accountId)
    .where('started_at', '>=', since)
    .groupBy(['space_id', 'caller'])
    .execute();
  return rows.map((row) => ({ ...row, requests: Number(row.requests) }));
}
