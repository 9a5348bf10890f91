/** Accounts and users as `lectern account list` and `lectern user list` show them: nothing that lets anybody in. */
import type { Reader } from '../platform/database/database.ts';
import { inPages } from '../platform/database/pages.ts';
import { isoTime } from '../platform/kit/clock.ts';
import { accountPage, userPage } from './operator-list-store.ts';

/** Which accounts. */
export interface AccountFilter {
  /** Part of the address of a member, in any case. */
  readonly email?: string | undefined;
  readonly status?: (typeof accountStatuses)[number] | undefined;
}

export const accountStatuses = ['active', 'suspended', 'deleting'] as const;

export interface AccountLine {
  readonly id: string;
  readonly name: string;
  readonly status: (typeof accountStatuses)[number];
  /** Id of its plan; null without a subscription. */
  readonly plan: string | null;
  readonly spaces: number;
  readonly members: number;
  readonly created_at: string;
}

/** Which users. */
export interface UserFilter {
  /** Id of an account that they belong to. */
  readonly account?: string | undefined;
  /** Part of the address, in any case. */
  readonly email?: string | undefined;
  readonly status?: (typeof userStatuses)[number] | undefined;
}

export const userStatuses = ['active', 'unverified', 'suspended', 'deleting'] as const;

export interface UserLine {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'deleting';
  readonly verified: boolean;
  readonly accounts: number;
  readonly created_at: string;
}

/** The accounts that match, the oldest first. */
export async function* listAccounts(db: Reader, filter: AccountFilter): AsyncGenerator<AccountLine> {
  for await (const { id, name, plan, spaces, members, ...times } of inPages((page) => accountPage(db, filter, page)))
    yield {
      id,
      name,
      status: statusOf(times),
      plan,
      spaces: Number(spaces),
      members: Number(members),
      created_at: isoTime(times.created_at),
    };
}

/** The users that match, the oldest first. */
export async function* listUsers(db: Reader, filter: UserFilter): AsyncGenerator<UserLine> {
  for await (const { id, email, name, accounts, email_verified_at: verifiedAt, ...times } of inPages((page) =>
    userPage(db, filter, page),
  ))
    yield {
      id,
      email,
      name,
      status: statusOf(times),
      verified: verifiedAt !== null,
      accounts: Number(accounts),
      created_at: isoTime(times.created_at),
    };
}

function statusOf(row: { suspended_at: number | null; deletion_at: number | null }): AccountLine['status'] {
  if (row.deletion_at !== null) return 'deleting';
  return row.suspended_at === null ? 'active' : 'suspended';
}
