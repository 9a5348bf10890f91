/** The rows of what has to be removed. */
import type { Reader, Writer } from '../../platform/database/database.ts';

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

/** Deletes the account; memberships, invitations and single sign-on are deleted with it. */
export async function deleteAccount(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Deletes the user; memberships, sessions and whatever else is theirs alone are deleted with them. */
export async function deleteUser(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}
