/** Checks that people can use what they have: accounts have owners, members roles, and addresses are found. */
import { roles } from '../../../../contract/src/permissions.ts';
import { type Check, type Fault, REPAIR, RESTORE } from '../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { accountsWithoutOwner, countPeopleAndKeys, membersWithoutRole } from '../accounts/members/checkup-store.ts';
import { addressesAfter, setFolded } from '../auth/users/checkup-store.ts';

const USERS_AT_ONCE = 500;

export function peopleCheck(database: Database): Check {
  return { name: 'people', find: () => faults(database) };
}

/** How many members and keys an account has, by metric. */
export async function heldByPeople(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  return new Map(Object.entries(await countPeopleAndKeys(db, account)));
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  const { reader } = database;
  for (const account of await accountsWithoutOwner(reader))
    yield { about: `account ${account}`, problem: 'has no owner', wayOut: RESTORE, mend: null };
  for (const { account_id: account, user_id: user, role } of await membersWithoutRole(reader, roles))
    yield {
      about: `member ${user} of account ${account}`,
      problem: `has the role "${role}", which there is not`,
      wayOut: 'have an owner of the account give them another',
      mend: null,
    };
  for (let after = ''; ; ) {
    const users = await addressesAfter(reader, after, USERS_AT_ONCE);
    for (const { id, email, email_folded: folded } of users)
      if (folded !== email.toLowerCase())
        yield {
          about: `user ${id}`,
          problem: 'is not found by their e-mail address',
          wayOut: REPAIR,
          mend: () => database.write((writer) => setFolded(writer, id, email.toLowerCase())),
        };
    const last = users.at(-1);
    if (last === undefined || users.length < USERS_AT_ONCE) return;
    after = last.id;
  }
}
