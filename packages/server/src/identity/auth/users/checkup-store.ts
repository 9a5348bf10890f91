/** Queries for checks of users. */
import type { Reader, Writer } from '../../../platform/database/database.ts';

/** The addresses of users and their folded forms, some at a time, after an id. */
export async function addressesAfter(
  db: Reader,
  after: string,
  limit: number,
): Promise<{ id: string; email: string; email_folded: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_folded'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function setFolded(writer: Writer, id: string, folded: string): Promise<void> {
  await writer.updateTable('users').set({ email_folded: folded }).where('id', '=', id).execute();
}
