/** The actor of users who show a token from a mail instead of a session. */
import type { Reader } from '../../../platform/database/database.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import { membershipsOf } from '../../accounts/accounts.ts';
import { type Person, personActor } from '../../actors/actors.ts';
import type { UserRow } from '../tables.ts';

/** A user in the account that they have belonged to longest. */
export async function actorOfUser(db: Reader, user: UserRow, origin: RequestOrigin): Promise<Person> {
  const [membership] = await membershipsOf(db, user.id);
  const { id: accountId = '', role = '' } = membership ?? {};
  return personActor({ userId: user.id, email: user.email, accountId, role, sessionId: '', origin });
}
