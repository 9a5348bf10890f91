/** The rows of accounts and memberships. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { WholeRow } from '../../platform/database/insert.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { AccountRow } from './tables.ts';

/** An account with the role of one member. */
export interface Membership extends AccountRow {
  readonly role: string;
  /** Whether the member may use the account without single sign-on although it is required. */
  readonly break_glass: number;
  /** Whether the account requires single sign-on; null if it has none. */
  readonly sso_required: number | null;
}

/** The accounts that a user may use, the longest membership first. */
export async function membershipsOf(db: Reader, userId: string): Promise<Membership[]> {
  return memberships(db, userId).where('memberships.suspended_at', 'is', null).execute();
}

/** As `membershipsOf`, including suspended ones. */
export async function allMembershipsOf(db: Reader, userId: string): Promise<Membership[]> {
  return memberships(db, userId).execute();
}

function memberships(db: Reader, userId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .leftJoin('sso_connections', 'sso_connections.account_id', 'memberships.account_id')
    .selectAll('accounts')
    .select(['memberships.role', 'memberships.break_glass', 'sso_connections.required as sso_required'])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .orderBy('accounts.id');
}

/** The members of an account with a role, the longest membership first. */
export async function membersInRole(db: Reader, accountId: string, role: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.language'])
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', role)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute();
}

export async function findAccount(db: Reader, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The account, locked until the transaction ends. */
export async function lockAccount(db: Writer, id: string): Promise<AccountRow | undefined> {
  return lockForUpdate(db, db.selectFrom('accounts').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function insertAccount(db: Writer, row: AccountRow): Promise<void> {
  await db.insertInto('accounts').values(row).execute();
}

/** @returns whether the user was not a member before */
export async function insertMembership(db: Writer, row: WholeRow<'memberships'>): Promise<boolean> {
  const inserted = await db
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute();
  return inserted.length === 1;
}

export async function updateAccount(db: Writer, id: string, values: Partial<AccountRow>): Promise<void> {
  await db.updateTable('accounts').set(values).where('id', '=', id).execute();
}

/** Deletes the account; memberships, invitations and single sign-on are deleted with it. */
export async function deleteAccount(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}
