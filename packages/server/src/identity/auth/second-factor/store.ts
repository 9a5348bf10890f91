/** The rows of authenticator apps and recovery codes. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import type { AuthenticatorAppRow } from '../tables.ts';

export async function findApp(db: Reader, userId: string): Promise<AuthenticatorAppRow | undefined> {
  return db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** The app, locked until the transaction ends. */
export async function lockApp(db: Writer, userId: string): Promise<AuthenticatorAppRow | undefined> {
  const query = db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId);
  return lockForUpdate(db, query).executeTakeFirst();
}

/** Stores the app of a user, replacing any other. */
export async function saveApp(db: Writer, row: AuthenticatorAppRow): Promise<void> {
  await db
    .insertInto('authenticator_apps')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        secret: eb.ref('excluded.secret'),
        last_step: eb.ref('excluded.last_step'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
}

export async function saveLastStep(db: Writer, userId: string, step: number): Promise<void> {
  await db.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId).execute();
}

/** @returns whether there was one */
export async function deleteApp(db: Writer, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute();
  return deleted.length === 1;
}

export async function countRecoveryCodes(db: Reader, userId: string): Promise<number> {
  const rows = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute();
  return rows.length;
}

/** Replaces all codes of a user; with an empty list, only deletes them. */
export async function replaceRecoveryCodes(db: Writer, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash }));
  if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute();
}

/** @returns whether the code existed; of several concurrent callers, only one gets true */
export async function deleteRecoveryCode(db: Writer, userId: string, hash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .execute();
  return deleted.length === 1;
}
