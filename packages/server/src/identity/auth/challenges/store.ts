/** The rows of challenges. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockSkippingLocked } from '../../../platform/database/locks.ts';
import type { ChallengeRow } from '../tables.ts';

export async function insertChallenge(db: Writer, row: ChallengeRow): Promise<void> {
  await db.insertInto('challenges').values(row).execute();
}

/** @returns whether no challenge had that hash */
export async function insertNewChallenge(db: Writer, row: ChallengeRow): Promise<boolean> {
  const inserted = await db
    .insertInto('challenges')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .execute();
  return inserted.length === 1;
}

/** Inserts the challenge, or replaces the one of the same hash. */
export async function saveChallenge(db: Writer, row: ChallengeRow): Promise<void> {
  const { sealed, expires_at } = row;
  await db
    .insertInto('challenges')
    .values(row)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ sealed, expires_at }))
    .execute();
}

export async function findChallenge(db: Reader, tokenHash: string): Promise<ChallengeRow | undefined> {
  return db.selectFrom('challenges').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** @returns the challenge; of several concurrent callers, only one gets it */
export async function deleteChallenge(
  db: Writer,
  tokenHash: string,
  purpose: string,
): Promise<ChallengeRow | undefined> {
  const [deleted] = await db
    .deleteFrom('challenges')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returningAll()
    .execute();
  return deleted;
}

/** Deletes expired challenges, except locked ones. */
export async function deleteChallengesBefore(db: Writer, now: number): Promise<void> {
  const over = db.selectFrom('challenges').select('token_hash').where('expires_at', '<=', now);
  await db.deleteFrom('challenges').where('token_hash', 'in', lockSkippingLocked(db, over)).execute();
}
