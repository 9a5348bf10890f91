/** Checks that every account has an owner, and every member a role. */

import { roles } from '../../../../../contract/src/permissions.ts';
import { type Fault, RESTORE } from '../../../platform/database/checkup/check.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { accountsWithoutOwner, membersWithoutRole } from './members-check-store.ts';
import { countMembers } from './store.ts';

/** How many members an account has, by metric. */
export async function usageOfMembers(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  return new Map([['members', await countMembers(db, { accountId: account })]]);
}

export async function* memberFaults(reader: Reader): AsyncGenerator<Fault> {
  for (const account of await accountsWithoutOwner(reader))
    yield { about: `account ${account}`, problem: 'has no owner', remedy: RESTORE, repair: null };
  for (const { account_id: account, user_id: user, role } of await membersWithoutRole(reader, roles))
    yield {
      about: `member ${user} of account ${account}`,
      problem: `has the unknown role "${role}"`,
      remedy: 'have an owner of the account give them another',
      repair: null,
    };
}
