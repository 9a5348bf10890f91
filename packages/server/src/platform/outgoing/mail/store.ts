/** The rows of mails that have to be sent. */
import type { Reader, Writer } from '../../database/database.ts';
import type { MailRow } from '../../database/tables.ts';

export async function insertMail(db: Writer, row: MailRow): Promise<void> {
  await db.insertInto('mails').values(row).execute();
}

export async function deleteMailsAbout(db: Writer, about: string): Promise<void> {
  await db.deleteFrom('mails').where('about', '=', about).execute();
}

/** Mails whose next attempt is due, the longest due first. */
export async function dueMails(db: Reader, now: number, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
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

/** When the next attempt of any mail is due; undefined if there is no mail. */
export async function nextAttemptAt(db: Reader): Promise<number | undefined> {
  const [next] = await db.selectFrom('mails').select('next_attempt_at').orderBy('next_attempt_at').limit(1).execute();
  return next?.next_attempt_at;
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
