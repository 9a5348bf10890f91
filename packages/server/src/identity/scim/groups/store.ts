/** The rows of groups and their members. Changes are made in `long` writes, under a lock on the account. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { yieldToReads } from '../../../platform/database/savepoint.ts';
import type { ScimGroupRow } from '../tables.ts';

/** Rows written by one statement: each has a few parameters, and both engines accept thousands. */
const ROWS_AT_ONCE = 500;

/** A member of a group as the group's resource shows them. */
export interface GroupMember {
  readonly group_id: string;
  readonly user_id: string;
  readonly name: string;
}

/** A group of a member as the member's resource shows it. */
export interface GroupOfUser {
  readonly user_id: string;
  readonly group_id: string;
  readonly display_name: string;
  readonly role: string | null;
}

export async function countGroups(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('scim_groups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The columns by which groups are sorted; the number of members only if requested. */
export type ListedGroup = Pick<ScimGroupRow, 'id' | 'display_name' | 'created_at' | 'updated_at'>;

/** All groups of the account, for sorting. */
export async function listedGroups(db: Reader, accountId: string): Promise<ListedGroup[]> {
  const columns = ['id', 'display_name', 'created_at', 'updated_at'] as const;
  return db.selectFrom('scim_groups').select(columns).where('account_id', '=', accountId).execute();
}

/** Ids of groups of the account, in order. @param after the id before the first; '' to start */
export async function groupIds(
  db: Reader,
  accountId: string,
  { after = '', skip = 0, limit }: { readonly after?: string; readonly skip?: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('scim_groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map(({ id }) => id);
}

/** The groups of the account with those ids, in order of their ids. */
export async function groupsWithIds(db: Reader, accountId: string, ids: readonly string[]): Promise<ScimGroupRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('scim_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export async function findGroup(db: Reader, accountId: string, id: string): Promise<ScimGroupRow | undefined> {
  const query = db.selectFrom('scim_groups').selectAll().where('account_id', '=', accountId).where('id', '=', id);
  return query.executeTakeFirst();
}

export async function insertGroup(db: Writer, row: ScimGroupRow): Promise<void> {
  await db.insertInto('scim_groups').values(row).execute();
}

export async function updateGroup(db: Writer, id: string, values: Partial<ScimGroupRow>): Promise<void> {
  await db.updateTable('scim_groups').set(values).where('id', '=', id).execute();
}

export async function deleteGroup(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('scim_groups').where('id', '=', id).execute();
}

/** The members of the groups, in order of their ids. */
export async function membersOf(db: Reader, groupIds: readonly string[]): Promise<GroupMember[]> {
  if (groupIds.length === 0) return [];
  return db
    .selectFrom('scim_group_members')
    .innerJoin('users', 'users.id', 'scim_group_members.user_id')
    .select(['scim_group_members.group_id', 'scim_group_members.user_id', 'users.name'])
    .where('scim_group_members.group_id', 'in', groupIds)
    .orderBy('scim_group_members.user_id')
    .execute();
}

/** The groups of these members, in order of their ids. */
export async function groupsOfUsers(db: Reader, accountId: string, userIds: readonly string[]): Promise<GroupOfUser[]> {
  const found: GroupOfUser[] = [];
  for (const ids of pieces(userIds)) {
    const rows = await db
      .selectFrom('scim_group_members')
      .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
      .select([
        'scim_group_members.user_id',
        'scim_groups.id as group_id',
        'scim_groups.display_name',
        'scim_groups.role',
      ])
      .where('scim_group_members.account_id', '=', accountId)
      .where('scim_group_members.user_id', 'in', ids)
      .orderBy('scim_groups.id')
      .execute();
    found.push(...rows);
    await yieldToReads();
  }
  return found;
}

/** Those of the users who are members of the account. */
export async function membersAmong(db: Reader, accountId: string, userIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const ids of pieces(userIds)) {
    const rows = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('account_id', '=', accountId)
      .where('user_id', 'in', ids)
      .execute();
    for (const { user_id } of rows) found.add(user_id);
    await yieldToReads();
  }
  return found;
}

export async function insertGroupMembers(
  db: Writer,
  { id, account_id }: Pick<ScimGroupRow, 'id' | 'account_id'>,
  userIds: readonly string[],
): Promise<void> {
  for (const ids of pieces(userIds)) {
    const rows = ids.map((user_id) => ({ group_id: id, account_id, user_id }));
    await db.insertInto('scim_group_members').values(rows).execute();
    await yieldToReads();
  }
}

export async function deleteGroupMembers(db: Writer, groupId: string, userIds: readonly string[]): Promise<void> {
  for (const ids of pieces(userIds)) {
    await db.deleteFrom('scim_group_members').where('group_id', '=', groupId).where('user_id', 'in', ids).execute();
    await yieldToReads();
  }
}

function pieces(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE));
}

/** The number of members of each group with these ids, or of all groups of the account. */
export async function countMembers(
  db: Reader,
  accountId: string,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('scim_group_members')
    .select(['group_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .$if(ids !== undefined, (query) => query.where('group_id', 'in', ids ?? []))
    .groupBy('group_id')
    .execute();
  return new Map(rows.map(({ group_id, count }) => [group_id, Number(count)]));
}
