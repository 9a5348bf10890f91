/** The rows of what has to be removed. */
import type { Reader } from '../../platform/database/database.ts';

/** Users whose time for deletion has come. */
export async function usersToRemove(db: Reader, now: number): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('deletion_at', '<=', now).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Accounts whose time for deletion has come. */
export async function accountsToRemove(db: Reader, now: number): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').where('deletion_at', '<=', now).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
