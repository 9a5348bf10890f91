/** The rows of passkeys. */
import type { Reader, Writer } from '../../../../platform/database/database.ts';
import { lockForUpdate } from '../../../../platform/database/locks.ts';
import type { PasskeyRow } from '../../tables.ts';

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(db: Reader, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findPasskey(db: Reader, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
}

/** The passkey with the credential id of an authenticator. */
export async function findPasskeyByCredential(db: Reader, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** The passkey, locked until the transaction ends. */
export async function lockPasskey(db: Writer, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const query = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).where('id', '=', id);
  return lockForUpdate(db, query).executeTakeFirst();
}

/** @returns whether the credential is new */
export async function insertPasskey(db: Writer, row: PasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .execute();
  return inserted.length === 1;
}

export async function updatePasskey(db: Writer, id: string, values: Partial<PasskeyRow>): Promise<void> {
  await db.updateTable('passkeys').set(values).where('id', '=', id).execute();
}

/**
 * Records a use of a passkey with the counter that its authenticator sent.
 * @returns false if the passkey is gone, or its counter did not rise, which means that someone has a copy of it
 */
export async function usePasskey(
  db: Writer,
  id: string,
  use: { readonly counter: number; readonly backedUp: boolean; readonly at: number },
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, backed_up: use.backedUp ? 1 : 0, last_used_at: use.at })
    .where('id', '=', id)
    .where((eb) => (use.counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', use.counter)))
    .returning('id')
    .execute();
  return used.length === 1;
}

export async function deletePasskey(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute();
}
