/** Queries for checks of sessions. */
import type { Reader, Writer } from '../../../platform/database/database.ts';

/** Sessions of accounts that do not exist, and those that last too long. @param lifeMs longest lifetime of a session */
export async function invalidSessions(
  db: Reader,
  lifeMs: number,
): Promise<{ id: string; user_id: string; account: string | null }[]> {
  return db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'sessions.user_id', 'accounts.id as account'])
    .where((eb) =>
      eb.or([eb('accounts.id', 'is', null), eb('sessions.expires_at', '>', eb('sessions.created_at', '+', lifeMs))]),
    )
    .orderBy('sessions.id')
    .execute();
}

export async function endSession(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('sessions').where('id', '=', id).execute();
}
