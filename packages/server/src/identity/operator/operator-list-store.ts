/** Accounts and users as the operator lists them. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { anywhere } from '../../platform/database/like-pattern.ts';
import type { Page } from '../../platform/database/pages.ts';

/** `deleting` once somebody asked for it. */
export type AccountStatus = 'active' | 'suspended' | 'deleting';

export type UserStatus = AccountStatus | 'unverified';

/** Which accounts. */
export interface AccountFilter {
  /** Part of the address of a member, in any case. */
  readonly email?: string | undefined;
  readonly status?: AccountStatus | undefined;
}

/** Which users. */
export interface UserFilter {
  /** Id of an account that they belong to. */
  readonly account?: string | undefined;
  /** Part of the address, in any case. */
  readonly email?: string | undefined;
  readonly status?: UserStatus | undefined;
}

/** A page of accounts, in the order of their ids. */
export function accountPage(db: Reader, { email, status }: AccountFilter, { after, limit }: Page) {
  let query = db
    .selectFrom('accounts')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.created_at',
      'suspended_at',
      'deletion_at',
      'subscriptions.plan',
    ])
    .select((eb) => [
      eb
        .selectFrom('spaces')
        .whereRef('spaces.account_id', '=', 'accounts.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('spaces'),
      eb
        .selectFrom('memberships')
        .whereRef('memberships.account_id', '=', 'accounts.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('members'),
    ])
    .where('accounts.id', '>', after)
    .orderBy('accounts.id')
    .limit(limit);
  if (status === 'deleting') query = query.where('deletion_at', 'is not', null);
  if (status === 'suspended') query = query.where('suspended_at', 'is not', null);
  if (status === 'active') query = query.where('deletion_at', 'is', null).where('suspended_at', 'is', null);
  if (email !== undefined)
    query = query.where('accounts.id', 'in', (eb) =>
      eb
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select('m.account_id')
        .where(sql<boolean>`u.email_folded LIKE ${anywhere(email.toLowerCase())} ESCAPE '\\'`),
    );
  return query.execute();
}

/** A page of users, in the order of their ids. */
export function userPage(db: Reader, { account, email, status }: UserFilter, { after, limit }: Page) {
  let query = db
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.name', 'created_at', 'suspended_at', 'deletion_at', 'email_verified_at'])
    .select((eb) =>
      membershipsOf(eb)
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('accounts'),
    )
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(limit);
  if (status === 'deleting') query = query.where('deletion_at', 'is not', null);
  if (status === 'suspended') query = query.where('suspended_at', 'is not', null);
  if (status === 'unverified') query = query.where('email_verified_at', 'is', null);
  if (status === 'active') query = query.where('deletion_at', 'is', null).where('suspended_at', 'is', null);
  if (email !== undefined)
    query = query.where(sql<boolean>`email_folded LIKE ${anywhere(email.toLowerCase())} ESCAPE '\\'`);
  if (account !== undefined)
    query = query.where((eb) => eb.exists(membershipsOf(eb).select('user_id').where('account_id', '=', account)));
  return query.execute();
}

function membershipsOf(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb.selectFrom('memberships').whereRef('memberships.user_id', '=', 'users.id');
}
