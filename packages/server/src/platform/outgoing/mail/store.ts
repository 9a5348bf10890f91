/** The rows of mails that have to be sent. */
import type { Reader, Writer } from '../../database/database.ts';
import type { MailRow } from '../tables.ts';

export async function insertMail(db: Writer, row: MailRow): Promise<void> {
  await db.insertInto('mails').values(row).execute();
}

export async function deleteMailsAbout(db: Writer, about: string): Promise<void> {
  await db.deleteFrom('mails').where('about', '=', about).execute();
}

/** When mails are due. */
export interface DueTimes {
  readonly now: number;
  /** No attempt is due later than this; a later time was written by a clock that was ahead, and counts as due. */
  readonly latest: number;
}

/** Mails whose next attempt is due, the longest due first; the first attempt always is. */
export async function dueMails(db: Reader, { now, latest }: DueTimes, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where((eb) =>
      eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest), eb('attempts', '=', 0)]),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The mail as it is now; undefined if it was sent or withdrawn. */
export async function findMail(db: Reader, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many mails wait, and since when the oldest does; null if there are none. */
export async function pendingMails(db: Reader): Promise<{ count: number; oldestAt: number | null }> {
  const { count, oldest } = await db
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt: oldest === null ? null : Number(oldest) };
}

export async function deleteMail(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

export async function postponeMail(
  db: Writer,
  id: string,
  { attempts, next_attempt_at }: Pick<MailRow, 'attempts' | 'next_attempt_at'>,
): Promise<void> {
  await db.updateTable('mails').set({ attempts, next_attempt_at }).where('id', '=', id).execute();
}
