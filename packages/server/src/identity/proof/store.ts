/**
 * The rows that change when an address is proven: those of its user, and of what was set up with them before. Other folders
 * of identity know users too; this one imports none of them, since most of them prove addresses.
 */
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { UserRow } from '../../platform/database/tables.ts';

/** Keys that read what is published alone stay: they open nothing that a visitor of a site does not see. */
const KINDS_THAT_STAY = ['delivery'];

export async function updatePerson(db: Writer, id: string, values: Partial<UserRow>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

export async function deleteResets(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes the passkeys of a user that are older than a time. @returns how many there were */
export async function deletePasskeysBefore(db: Writer, userId: string, before: number): Promise<number> {
  const query = db.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '<', before);
  return (await query.returning('id').execute()).length;
}

/** Deletes the authenticator app of a user, if it is older than a time. @returns how many there were */
export async function deleteAppsBefore(db: Writer, userId: string, before: number): Promise<number> {
  const query = db.deleteFrom('authenticator_apps').where('user_id', '=', userId).where('created_at', '<', before);
  return (await query.returning('user_id').execute()).length;
}

export async function deleteRecoveryCodes(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Ids of the accounts in which a user made keys that do more than read what is published, one for each key. */
export async function accountsOfKeysBy(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('spaces', 'spaces.id', 'api_keys.space_id')
    .select('spaces.account_id')
    .where('api_keys.created_by', '=', userId)
    .where('api_keys.kind', 'not in', KINDS_THAT_STAY)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Deletes the keys of which `accountsOfKeysBy` tells. */
export async function deleteKeysBy(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('api_keys').where('created_by', '=', userId).where('kind', 'not in', KINDS_THAT_STAY).execute();
}

/** Deletes the SCIM tokens that a user made. @returns how many there were */
export async function deleteScimTokensBy(db: Writer, userId: string): Promise<number> {
  const deleted = await db.deleteFrom('scim_tokens').where('created_by', '=', userId).returning('id').execute();
  return deleted.length;
}
