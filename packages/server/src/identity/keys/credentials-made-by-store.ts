/** The keys and SCIM tokens that a user created. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { textsOf } from '../../platform/database/number-list.ts';

/** Kinds that only read published content are kept: they reveal nothing that visitors of a site do not see. */
const KINDS_THAT_STAY = ['delivery'];
/** How the founder of an account became its member. */
const FOUNDER = 'sign_up';

/** A key that a user created, and the account of its space. */
export interface CreatedKey {
  readonly id: string;
  readonly account_id: string;
}

/**
 * The keys that a user created, the keys that those created in turn, and so on, all locked, except keys that only read published
 * content. In accounts that the user founded, keys whose creator is gone count as theirs.
 */
export async function lockKeysMadeBy(db: Writer, userId: string): Promise<CreatedKey[]> {
  const found = new Map<string, CreatedKey>();
  let makers = [userId, ...(await keysThatAreGone(db, userId))];
  while (makers.length > 0) {
    // One generation at a time: a key that creates another locks its own row, so that the new key is seen afterwards.
    const query = db
      .selectFrom('api_keys')
      .select([
        'id',
        ({ ref, selectFrom }) =>
          selectFrom('spaces')
            .select('account_id')
            .where('spaces.id', '=', ref('api_keys.space_id'))
            .$asScalar()
            .$notNull()
            .as('account_id'),
      ])
      .where('created_by', 'in', textsOf(db, JSON.stringify(makers)))
      .where('kind', 'not in', KINDS_THAT_STAY);
    const made = (await lockForUpdate(db, query).execute()).filter(({ id }) => !found.has(id));
    for (const key of made) found.set(key.id, key);
    makers = made.map(({ id }) => id);
  }
  return [...found.values()];
}

/** Ids of deleted keys that created others, in the accounts that a user founded. */
async function keysThatAreGone(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('spaces', 'spaces.account_id', 'memberships.account_id')
    .innerJoin('api_keys', 'api_keys.space_id', 'spaces.id')
    .leftJoin('api_keys as makers', 'makers.id', 'api_keys.created_by')
    .select('api_keys.created_by')
    .where('memberships.user_id', '=', userId)
    .where('memberships.joined_by', '=', FOUNDER)
    .where('api_keys.created_by', 'like', 'key%')
    .where('makers.id', 'is', null)
    .execute();
  return rows.map(({ created_by }) => created_by);
}

export async function deleteKeys(db: Writer, keys: readonly CreatedKey[]): Promise<void> {
  const ids = JSON.stringify(keys.map(({ id }) => id));
  await db.deleteFrom('api_keys').where('id', 'in', textsOf(db, ids)).execute();
}

/** Deletes the SCIM tokens that a user created. @returns how many there were */
export async function deleteScimTokensBy(db: Writer, userId: string): Promise<number> {
  const deleted = await db.deleteFrom('scim_tokens').where('created_by', '=', userId).returning('id').execute();
  return deleted.length;
}
