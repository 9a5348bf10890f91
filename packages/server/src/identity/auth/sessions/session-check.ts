/** Checks that every session expires in time and belongs to an existing account. */
import { type Check, type Fault, REPAIR } from '../../../platform/database/checkup/check.ts';
import type { Database } from '../../../platform/database/database.ts';
import { endSession, invalidSessions } from './checkup-store.ts';
import { LIFE_MS } from './sessions.ts';

export function sessionCheck(database: Database): Check {
  return { name: 'sessions', find: () => faults(database) };
}

/** The repair ends the session: its user logs in again. */
async function* faults(database: Database): AsyncGenerator<Fault> {
  for (const { id, user_id: user, account } of await invalidSessions(database.reader, LIFE_MS))
    yield {
      about: `session ${id} of user ${user}`,
      problem: account === null ? 'belongs to an account that does not exist' : 'lasts longer than a session may',
      remedy: `${REPAIR}, which ends it`,
      repair: () => database.write((writer) => endSession(writer, id)),
    };
}
