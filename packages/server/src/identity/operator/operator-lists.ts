/** Accounts and users as `lectern account list` and `lectern user list` show them: nothing that lets anybody in. */
import type { Reader } from '../../platform/database/database.ts';
import { inPages } from '../../platform/database/pages.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import {
  type AccountFilter,
  type AccountStatus,
  accountPage,
  type UserFilter,
  type UserStatus,
  userPage,
} from './operator-list-store.ts';

export type { AccountFilter, UserFilter };

export const accountStatuses = ['active', 'suspended', 'deleting'] as const satisfies readonly AccountStatus[];

export interface AccountLine {
  readonly id: string;
  readonly name: string;
  readonly status: AccountStatus;
  /** Id of its plan; null without a subscription. */
  readonly plan: string | null;
  readonly spaces: number;
  readonly members: number;
  readonly created_at: string;
}

export const userStatuses = ['unverified', ...accountStatuses] as const satisfies readonly UserStatus[];

export interface UserLine {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: AccountStatus;
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
