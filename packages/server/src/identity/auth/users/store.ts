/** The rows of users and of their open password resets. Addresses are compared folded. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { PasswordResetRow, UserRow } from '../tables.ts';

const selectByEmail = prepared<{ folded: string }, UserRow>((db, place) =>
  db.selectFrom('users').selectAll().where('email_folded', '=', place('folded')),
);

export async function findUserByEmail(db: Reader, folded: string): Promise<UserRow | undefined> {
  const [user] = await selectByEmail(db, { folded });
  return user;
}

/** Whether the installation has any user. */
export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
}

export async function findUser(db: Reader, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A user as a member of an account, and what keeps them from using it; undefined if they are not a member. */
export async function findUserInAccount(
  db: Reader,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select([
      'users.email',
      'users.language',
      'users.suspended_at as user_suspended_at',
      'memberships.role',
      'memberships.suspended_at as member_suspended_at',
      'accounts.suspended_at as account_suspended_at',
    ])
    .where('memberships.account_id', '=', accountId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst();
}

/** The user, locked until the transaction ends. */
export async function lockUser(db: Writer, id: string): Promise<UserRow | undefined> {
  return lockForUpdate(db, db.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** @returns whether the address was free */
export async function insertUser(db: Writer, row: UserRow): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .returning('id')
    .execute();
  return inserted.length === 1;
}

export async function updateUser(db: Writer, id: string, values: Partial<UserRow>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

export async function insertReset(db: Writer, row: PasswordResetRow): Promise<void> {
  await db.insertInto('password_resets').values(row).execute();
}

/** A password reset, expired or not; undefined if it is unknown or used. */
export async function findReset(db: Reader, tokenHash: string): Promise<PasswordResetRow | undefined> {
  return db.selectFrom('password_resets').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** @returns whether it still existed: of several concurrent uses, only one gets true */
export async function deleteReset(db: Writer, tokenHash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .execute();
  return deleted.length === 1;
}

export async function deleteResetsThatAreOver(db: Writer, userId: string, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
}

export async function deleteResetsOf(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes the user; memberships, sessions and whatever else is theirs alone are deleted with them. */
export async function deleteUser(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}
