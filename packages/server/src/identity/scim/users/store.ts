/**
 * The rows of SCIM users: members of an account with what its identity provider stores about them. Changes are made under a lock
 * on the account.
 */
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import type { MembershipRow } from '../../accounts/tables.ts';
import { NO_PASSWORD } from '../../auth/no-password.ts';
import type { ScimMemberRow } from '../tables.ts';

/** A member, their user, and what the provider stores about them, if anything. */
export interface ScimUserRow extends Selectable<MembershipRow> {
  readonly email: string;
  readonly name: string;
  readonly user_version: number;
  readonly user_updated_at: number;
  /** When their address was proven; null if it was not. */
  readonly email_verified_at: number | null;
  readonly external_id: string | null;
  /** JSON; null if the provider stores nothing about the member. */
  readonly attributes: string | null;
  readonly scim_updated_at: number | null;
}

/** Narrows a search to the members that an exact comparison allows. */
export interface UserKeys {
  readonly id?: string;
  readonly emailFolded?: string;
  readonly externalId?: string;
}

function users(db: Reader, accountId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('scim_members', (join) =>
      join
        .onRef('scim_members.account_id', '=', 'memberships.account_id')
        .onRef('scim_members.user_id', '=', 'memberships.user_id'),
    )
    .where('memberships.account_id', '=', accountId);
}

function rows(db: Reader, accountId: string) {
  return users(db, accountId)
    .selectAll('memberships')
    .select([
      'users.email',
      'users.name',
      'users.version as user_version',
      'users.updated_at as user_updated_at',
      'users.email_verified_at',
      'scim_members.external_id',
      'scim_members.attributes',
      'scim_members.updated_at as scim_updated_at',
    ]);
}

export async function countUsers(db: Reader, accountId: string): Promise<number> {
  const row = await users(db, accountId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Members in order of their ids, after a given id. */
export async function usersAfter(
  db: Reader,
  accountId: string,
  { after, limit, keys }: { after: string; limit: number; keys: UserKeys },
): Promise<ScimUserRow[]> {
  let query = rows(db, accountId).where('memberships.user_id', '>', after);
  if (keys.id !== undefined) query = query.where('memberships.user_id', '=', keys.id);
  if (keys.emailFolded !== undefined) query = query.where('users.email_folded', '=', keys.emailFolded);
  if (keys.externalId !== undefined) query = query.where('scim_members.external_id', '=', keys.externalId);
  return query.orderBy('memberships.user_id').limit(limit).execute();
}

/** Ids of members in order, for a page of all of them. */
export async function userIdsAt(
  db: Reader,
  accountId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<string[]> {
  const query = users(db, accountId).select('memberships.user_id').orderBy('memberships.user_id');
  return (await query.offset(skip).limit(limit).execute()).map((row) => row.user_id);
}

export async function usersWithIds(db: Reader, accountId: string, ids: readonly string[]): Promise<ScimUserRow[]> {
  if (ids.length === 0) return [];
  return rows(db, accountId).where('memberships.user_id', 'in', ids).execute();
}

/** Stores what the provider says about a member. */
export async function saveScimMember(db: Writer, row: ScimMemberRow): Promise<void> {
  const { external_id, attributes, updated_at } = row;
  await db
    .insertInto('scim_members')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({ external_id, attributes, updated_at }),
    )
    .execute();
}

/** Records that the identity provider of the account created the user. */
export async function insertCreatedUser(db: Writer, userId: string, accountId: string): Promise<void> {
  await db.insertInto('scim_made_users').values({ user_id: userId, account_id: accountId }).execute();
}

/**
 * Whether only the identity provider of the account has authority over a user: it created them, and they never proved that the
 * address is theirs, set no password, logged in through no other account, and belong to no other.
 */
export async function isOnlyControlledBy(db: Reader, userId: string, accountId: string): Promise<boolean> {
  const made = await db
    .selectFrom('scim_made_users')
    .innerJoin('users', 'users.id', 'scim_made_users.user_id')
    .select('users.id')
    .where('scim_made_users.user_id', '=', userId)
    .where('scim_made_users.account_id', '=', accountId)
    .where('users.email_verified_at', 'is', null)
    .where('users.password_hash', '=', NO_PASSWORD)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.user_id')
            .whereRef('memberships.user_id', '=', 'users.id')
            .where('memberships.account_id', '!=', accountId),
        ),
      ),
    )
    .executeTakeFirst();
  return made !== undefined;
}
