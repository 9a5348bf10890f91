/**
 * The rows that change when an address is proven: those of its user, and of what was set up with it before. Other folders of
 * identity also read users, but this one imports none of them, because most of them prove addresses.
 */
import type { Writer } from '../../../platform/database/database.ts';
import type { UserRow } from '../tables.ts';

export async function updatePerson(db: Writer, id: string, values: Partial<UserRow>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

export async function deleteResets(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes the passkeys of a user that were created before a time. @returns how many there were */
export async function deletePasskeysBefore(db: Writer, userId: string, before: number): Promise<number> {
  const query = db.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '<', before);
  return (await query.returning('id').execute()).length;
}

/** Deletes the authenticator app of a user, if it was created before a time. @returns how many there were */
export async function deleteAppsBefore(db: Writer, userId: string, before: number): Promise<number> {
  const query = db.deleteFrom('authenticator_apps').where('user_id', '=', userId).where('created_at', '<', before);
  return (await query.returning('user_id').execute()).length;
}

export async function deleteRecoveryCodes(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
