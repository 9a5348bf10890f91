/** The rows of months: how many requests of an account were let in, and what its owners were told. */
import type { Reader, Writer } from '../../database/database.ts';
import { databaseTime, monthOf } from '../../database/database-time.ts';
import { lockSkippingLocked } from '../../database/locks.ts';
import type { RequestMonthRow } from '../tables.ts';

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
