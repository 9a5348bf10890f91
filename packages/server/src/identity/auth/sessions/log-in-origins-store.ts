/** The rows of networks and devices from which users logged in. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import type { SignInOriginRow } from '../tables.ts';

export async function listOrigins(db: Reader, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('sign_in_origins').select('origin').where('user_id', '=', userId).execute();
  return rows.map(({ origin }) => origin);
}

export async function saveOrigin(db: Writer, row: SignInOriginRow): Promise<void> {
  await db
    .insertInto('sign_in_origins')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'origin']).doUpdateSet({ last_at: row.last_at }))
    .execute();
}

/** Deletes all origins of a user except the latest. */
export async function deleteOldOrigins(db: Writer, userId: string, keptMax: number): Promise<void> {
  const kept = db
    .selectFrom('sign_in_origins')
    .select('origin')
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .orderBy('origin')
    .limit(keptMax);
  await db.deleteFrom('sign_in_origins').where('user_id', '=', userId).where('origin', 'not in', kept).execute();
}
