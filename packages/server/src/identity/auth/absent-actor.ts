/**
 * People and keys for whom the service does something at a time that they chose, when no session of theirs may be left: as they may act
 * in the account then, not as they could when they chose it.
 */
import type { Reader } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { storedLanguage } from '../../platform/kit/language.ts';
import type { Recipient } from '../../platform/outgoing/mail/mailer.ts';
import { ownersOf } from '../accounts/accounts.ts';
import { personActor } from '../actors/actors.ts';
import { accountSuspended, unauthenticated } from '../actors/refusals.ts';
import type { Authentication } from './authentication.ts';
import { findUserInAccount } from './users/store.ts';

/** Who chose a time. */
export interface Absent {
  /** Id of the user or key. */
  readonly id: string;
  readonly accountId: string;
}

export class AbsentActors {
  readonly #authentication: Pick<Authentication, 'asNow'>;

  constructor(authentication: Pick<Authentication, 'asNow'>) {
    this.#authentication = authentication;
  }

  /**
   * The person or key with their current role.
   * @throws `unauthenticated` if they may no longer use the account, `account_suspended` if nobody may
   */
  async actor(db: Reader, { id, accountId }: Absent): Promise<Actor> {
    const member = await findUserInAccount(db, { userId: id, accountId });
    if (member === undefined)
      return this.#authentication.asNow(db, { type: 'key', id, accountId, sessionId: null, origin: null });
    if (member.account_suspended_at !== null) throw accountSuspended();
    if (member.user_suspended_at !== null || member.member_suspended_at !== null) throw unauthenticated();
    return personActor({ userId: id, email: member.email, accountId, role: member.role, sessionId: '', origin: null });
  }

  /** Whom to write to about what they chose: the person, or the owners of the account if it was a key or they have left. */
  async recipients(db: Reader, { id, accountId }: Absent): Promise<readonly Recipient[]> {
    const member = await findUserInAccount(db, { userId: id, accountId });
    if (member !== undefined) return [{ to: member.email, language: storedLanguage(member.language) }];
    return (await ownersOf(db, accountId)).recipients;
  }
}
