/** The rows of invitations, each read with the inviter as a member. Tokens are only looked up by their hash. */

import type { Reader, Writer } from '../../../platform/database/database.ts';
import { allInPages, inOrderOf, type Page } from '../../../platform/database/pages.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import type { InvitationRow } from '../tables.ts';

/** An invitation with its inviter's state. */
export interface StoredInvitation extends InvitationRow {
  /** The inviter's role; null if they are no longer a member. */
  readonly inviter_role: string | null;
  readonly inviter_name: string | null;
  readonly inviter_email: string | null;
}

/** The account as the page and the mail of an invitation show it. */
export interface InvitingAccount {
  readonly id: string;
  readonly name: string;
  readonly suspended_at: number | null;
  /** Whether single sign-on is required; null if the account has none. */
  readonly sso_required: number | null;
}

function withInviterRole(db: Reader) {
  return db
    .selectFrom('invitations')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'invitations.account_id')
        .onRef('memberships.user_id', '=', 'invitations.invited_by'),
    )
    .select('memberships.role as inviter_role');
}

function invitations(db: Reader) {
  return withInviterRole(db)
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select(['users.name as inviter_name', 'users.email as inviter_email']);
}

/** What invitations are sorted by, and what their state depends on. */
export type ListedInvitation = Pick<
  StoredInvitation,
  'id' | 'email' | 'role' | 'accepted_by' | 'closed_at' | 'expires_at' | 'created_at' | 'inviter_role'
>;

/** All invitations to an account, for sorting. */
export async function listedInvitations(db: Reader, accountId: string): Promise<ListedInvitation[]> {
  const columns = ['id', 'email', 'role', 'accepted_by', 'closed_at', 'expires_at', 'created_at'] as const;
  const read = ({ after, limit }: Page): Promise<ListedInvitation[]> =>
    withInviterRole(db)
      .select(columns.map((name) => `invitations.${name}` as const))
      .where('invitations.account_id', '=', accountId)
      .where('invitations.id', '>', after)
      .orderBy('invitations.id')
      .limit(limit)
      .execute();
  return allInPages(read, ({ id }) => id);
}

/** The invitations to an account that a page in the order of their ids shows. */
export async function invitationsOfPage(
  db: Reader,
  accountId: string,
  wanted: RowsWanted,
): Promise<StoredInvitation[]> {
  const all = invitations(db).where('invitations.account_id', '=', accountId);
  return all.$call(inOrderOf('invitations.id', wanted)).execute();
}

/** The invitations to an account with these ids. */
export async function invitationsWithIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<StoredInvitation[]> {
  const all = invitations(db).where('invitations.account_id', '=', accountId);
  return all.where('invitations.id', 'in', ids).execute();
}

export async function countInvitations(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findInvitation(db: Reader, accountId: string, id: string): Promise<StoredInvitation | undefined> {
  return invitations(db)
    .where('invitations.account_id', '=', accountId)
    .where('invitations.id', '=', id)
    .executeTakeFirst();
}

/** The invitations of an account to an address, in the form used for comparison. */
export async function findInvitationsTo(db: Reader, accountId: string, folded: string): Promise<StoredInvitation[]> {
  return invitations(db)
    .where('invitations.account_id', '=', accountId)
    .where('invitations.email_folded', '=', folded)
    .execute();
}

/** The invitation with that token, shown or mailed. */
export async function findInvitationByToken(db: Reader, tokenHash: string): Promise<StoredInvitation | undefined> {
  return invitations(db)
    .where((eb) => eb.or([eb('invitations.token_hash', '=', tokenHash), eb('invitations.mailed_hash', '=', tokenHash)]))
    .executeTakeFirst();
}

export async function countOpen(db: Reader, accountId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertInvitation(db: Writer, row: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(row).execute();
}

export async function updateInvitation(db: Writer, id: string, values: Partial<InvitationRow>): Promise<void> {
  await db.updateTable('invitations').set(values).where('id', '=', id).execute();
}

/** Whether any invitation expired before a time, in any account. */
export async function hasInvitationsBefore(db: Reader, at: number): Promise<boolean> {
  const query = db.selectFrom('invitations').select('id').where('expires_at', '<=', at).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Deletes the invitations to an address, in the form used for comparison, of all accounts. */
export async function deleteInvitationsTo(db: Writer, folded: string): Promise<void> {
  await db.deleteFrom('invitations').where('email_folded', '=', folded).execute();
}

/** Deletes the invitations that expired before a time, of all accounts. */
export async function deleteInvitationsBefore(db: Writer, at: number): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', at).execute();
}

export async function findInvitingAccount(db: Reader, id: string): Promise<InvitingAccount | undefined> {
  return db
    .selectFrom('accounts')
    .leftJoin('sso_connections', 'sso_connections.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.name', 'accounts.suspended_at', 'sso_connections.required as sso_required'])
    .where('accounts.id', '=', id)
    .executeTakeFirst();
}
