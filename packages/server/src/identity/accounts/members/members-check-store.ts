/** Queries for checks of members: accounts without an owner, and members with an invalid role. */
import type { Reader } from '../../../platform/database/database.ts';

/** Accounts that nobody owns. */
export async function accountsWithoutOwner(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts as a')
    .leftJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 'a.id').on('m.role', '=', 'owner'))
    .select('a.id')
    .where('m.user_id', 'is', null)
    .where('a.deletion_at', 'is', null)
    .orderBy('a.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Members whose role does not exist. */
export async function membersWithoutRole(
  db: Reader,
  roles: readonly string[],
): Promise<{ account_id: string; user_id: string; role: string }[]> {
  return db
    .selectFrom('memberships')
    .select(['account_id', 'user_id', 'role'])
    .where('role', 'not in', [...roles])
    .orderBy('account_id')
    .orderBy('user_id')
    .execute();
}
