/** Checks that people can use what they have: accounts have owners, members have roles, and users are found by their addresses. */
import { type Check, type Fault, REPAIR } from '../../../platform/database/checkup/check.ts';
import type { Database } from '../../../platform/database/database.ts';
import { memberFaults } from '../../accounts/members/members-check.ts';
import { addressesAfter, setFolded } from './checkup-store.ts';

const USERS_AT_ONCE = 500;

export function peopleCheck(database: Database): Check {
  return { name: 'people', find: () => faults(database) };
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  const { reader } = database;
  yield* memberFaults(reader);
  for (let after = ''; ; ) {
    const users = await addressesAfter(reader, after, USERS_AT_ONCE);
    for (const { id, email, email_folded: folded } of users)
      if (folded !== email.toLowerCase())
        yield {
          about: `user ${id}`,
          problem: 'is not found by their e-mail address',
          remedy: REPAIR,
          repair: () => database.write((writer) => setFolded(writer, id, email.toLowerCase())),
        };
    const last = users.at(-1);
    if (last === undefined || users.length < USERS_AT_ONCE) return;
    after = last.id;
  }
}
