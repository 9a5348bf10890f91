/** What the installation knows of a space that is to be restored. */
import type { Reader } from '../../platform/database/database.ts';

/** The ids of the users who belong to an account; undefined if it is gone. */
export async function findAccountMembers(db: Reader, accountId: string): Promise<Set<string> | undefined> {
  const account = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) return undefined;
  const members = await db.selectFrom('memberships').select('user_id').where('account_id', '=', accountId).execute();
  return new Set(members.map(({ user_id }) => user_id));
}

/** The ids of users, by their id or by their address, for those of the given users who are there. */
export async function findUsers(
  db: Reader,
  users: readonly { readonly id: string; readonly email_folded: string }[],
): Promise<{ readonly id: string; readonly email_folded: string }[]> {
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const addresses = users.map((user) => user.email_folded);
  return db
    .selectFrom('users')
    .select(['id', 'email_folded'])
    .where((eb) => eb.or([eb('id', 'in', ids), eb('email_folded', 'in', addresses)]))
    .execute();
}

/** The last revision of an environment, which may be gone; 0 if the journal has none of it. */
export async function lastRevisionOf(db: Reader, environment: number): Promise<number> {
  const row = await db
    .selectFrom('journal_heads')
    .select('revision')
    .where('environment', '=', environment)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** The keys, or users whose keys, the audit of an account says something of since a time, in milliseconds. */
export async function targetsOfKeyRecords(
  db: Reader,
  { accountId, since }: { readonly accountId: string; readonly since: number },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('journal')
    .select('target_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .where('action', 'in', ['api_key.delete', 'api_key.rotate', 'api_key.update'])
    .execute();
  return new Set(rows.map(({ target_id }) => target_id));
}
