/** The rows of members: memberships with their users. Changes are made under a lock on the account. */

import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { allInPages, inOrderOf, type Page } from '../../../platform/database/pages.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import type { MembershipRow } from '../tables.ts';

/** A membership with the fields shown of its user. */
export interface MemberRow extends Selectable<MembershipRow> {
  readonly email: string;
  readonly name: string;
}

function members(db: Reader, accountId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('memberships')
    .select(['users.email', 'users.name'])
    .where('memberships.account_id', '=', accountId);
}

const setLastSeen = prepared<{ accountId: string; userId: string; at: number }, unknown>((db, place) =>
  db
    .updateTable('memberships')
    .set({ last_seen_at: place('at') })
    .where('account_id', '=', place('accountId'))
    .where('user_id', '=', place('userId'))
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', place('at'))])),
);

export async function listMembers(db: Reader, accountId: string): Promise<MemberRow[]> {
  const read = ({ after, limit }: Page): Promise<MemberRow[]> =>
    members(db, accountId)
      .where('memberships.user_id', '>', after)
      .orderBy('memberships.user_id')
      .limit(limit)
      .execute();
  return allInPages(read, ({ user_id }) => user_id);
}

/** The members of an account, or those with a role. */
export interface MembersOf {
  readonly accountId: string;
  readonly role?: string | undefined;
}

/** The members that a page in the order of their ids shows. */
export async function membersOfPage(
  db: Reader,
  { accountId, role }: MembersOf,
  wanted: RowsWanted,
): Promise<MemberRow[]> {
  const all = members(db, accountId);
  const some = role === undefined ? all : all.where('memberships.role', '=', role);
  return some.$call(inOrderOf('memberships.user_id', wanted)).execute();
}

export async function countMembers(db: Reader, { accountId, role }: MembersOf): Promise<number> {
  const all = db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId);
  const { count } = await (role === undefined ? all : all.where('role', '=', role)).executeTakeFirstOrThrow();
  return Number(count);
}

export async function findMember(db: Reader, accountId: string, userId: string): Promise<MemberRow | undefined> {
  return members(db, accountId).where('memberships.user_id', '=', userId).executeTakeFirst();
}

/** The member with that e-mail address, in the form used for comparison. */
export async function findMemberByEmail(db: Reader, accountId: string, folded: string): Promise<MemberRow | undefined> {
  return members(db, accountId).where('users.email_folded', '=', folded).executeTakeFirst();
}

/** The role of a user in an account; undefined if they are not a member. */
export async function findRole(db: Reader, accountId: string, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

/** Whether an account has another owner than that user who can act and is not about to be deleted. */
export async function hasOtherOwner(db: Reader, accountId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', 'owner')
    .where('memberships.user_id', '!=', userId)
    .where('memberships.suspended_at', 'is', null)
    .where('users.deletion_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateMembership(
  db: Writer,
  { account_id, user_id }: Pick<MembershipRow, 'account_id' | 'user_id'>,
  values: Pick<MembershipRow, 'role' | 'break_glass' | 'version'>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set(values)
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .execute();
}

export async function deleteMembership(
  db: Writer,
  { account_id, user_id }: Pick<MembershipRow, 'account_id' | 'user_id'>,
): Promise<void> {
  await db.deleteFrom('memberships').where('account_id', '=', account_id).where('user_id', '=', user_id).execute();
}

/** @param member `<account id> <user id>` */
export async function saveLastSeen(db: Writer, member: string, at: number): Promise<void> {
  const [accountId = '', userId = ''] = member.split(' ');
  await setLastSeen(db, { accountId, userId, at });
}

export async function setSuspended(
  db: Writer,
  row: Pick<MembershipRow, 'account_id' | 'user_id'>,
  suspendedAt: number | null,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ suspended_at: suspendedAt })
    .where('account_id', '=', row.account_id)
    .where('user_id', '=', row.user_id)
    .execute();
}

export async function setMemberVersion(
  db: Writer,
  row: Pick<MembershipRow, 'account_id' | 'user_id'>,
  version: number,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ version })
    .where('account_id', '=', row.account_id)
    .where('user_id', '=', row.user_id)
    .execute();
}
