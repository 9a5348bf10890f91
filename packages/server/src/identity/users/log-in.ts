/**
 * Log-in by password. A wrong password and an unknown address get the same response in the same time. Guessing is
 * slowed down per e-mail and network address; with the right password, a person who already has a session from the same
 * network address still gets in, so that nobody can be locked out by someone else's guesses.
 */
import type { Database } from '../../platform/database/database.ts';
import type { UserRow } from '../../platform/database/tables.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import type { ChangeRecord } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { type Membership, membershipsOf } from '../accounts/store.ts';
import { personActor } from '../actors.ts';
import { foldEmail } from '../email-address.ts';
import { accountSuspended, tooManyAttempts, wrongCredentials } from '../refusals.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isKnownAddress } from '../sessions/store.ts';
import { perAddress, perEmail, type Throttle } from '../throttle/throttle.ts';
import type { Passwords } from './passwords.ts';
import type { LogInRequest } from './schema.ts';
import { findUserByEmail } from './store.ts';

const SCOPE = 'login';
const METHOD = 'password';

interface LogInParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

export class LogIn {
  readonly #parts: LogInParts;

  constructor(parts: LogInParts) {
    this.#parts = parts;
  }

  /** @throws `unauthenticated`, `api_quota_exceeded` with scope `login`, `account_suspended` */
  async logIn(request: LogInRequest, origin: RequestOrigin): Promise<SessionTokens> {
    const folded = foldEmail(request.email);
    const addressWait = await this.#parts.throttle.wait(this.#parts.database.reader, perAddress(SCOPE, origin.ip));
    if (addressWait > 0) throw tooManyAttempts(SCOPE, addressWait);
    const user = await findUserByEmail(this.#parts.database.reader, folded);
    const emailWait = await this.#parts.throttle.wait(this.#parts.database.reader, perEmail(SCOPE, folded));
    if (emailWait > 0 && !(await this.#isKnown(user, origin))) throw tooManyAttempts(SCOPE, emailWait);
    if (!(await this.#parts.passwords.verify(request.password, user?.password_hash)) || user === undefined) {
      await this.#countRefusal(user, folded, origin);
      throw emailWait > 0 ? tooManyAttempts(SCOPE, emailWait) : wrongCredentials();
    }
    return this.#begin(user, folded, origin);
  }

  async #isKnown(user: UserRow | undefined, origin: RequestOrigin): Promise<boolean> {
    return user !== undefined && isKnownAddress(this.#parts.database.reader, user.id, origin.ip, this.#parts.clock());
  }

  async #begin(user: UserRow, folded: string, origin: RequestOrigin): Promise<SessionTokens> {
    const memberships = await membershipsOf(this.#parts.database.reader, user.id);
    const membership = accountToActIn(user, memberships);
    if (membership === undefined) {
      await this.#noteSuspension(user, memberships, origin);
      throw accountSuspended();
    }
    const begun = await this.#parts.journal.write(actorOf(user, membership, origin), async (writer, change) => {
      await this.#parts.throttle.clear(writer, perEmail(SCOPE, folded));
      const begun = await this.#parts.sessions.begin(writer, {
        userId: user.id,
        accountId: membership.id,
        method: METHOD,
        at: change.at,
        origin,
      });
      change.record({
        action: 'session.create',
        target: { type: 'session', id: begun.id },
        changes: { after: { method: METHOD } },
      });
      return begun;
    });
    return this.#parts.sessions.tokens(begun);
  }

  async #noteSuspension(user: UserRow, [membership]: readonly Membership[], origin: RequestOrigin): Promise<void> {
    if (membership === undefined) return;
    await this.#parts.journal.write(actorOf(user, membership, origin), async (_writer, change) => {
      change.record(refusal(user, 'suspended'));
    });
  }

  /** One write in each case, so that the time reveals nothing either. */
  async #countRefusal(user: UserRow | undefined, folded: string, origin: RequestOrigin): Promise<void> {
    const keys = [perEmail(SCOPE, folded), perAddress(SCOPE, origin.ip)];
    const [membership] = user === undefined ? [] : await membershipsOf(this.#parts.database.reader, user.id);
    if (user === undefined || membership === undefined) {
      await this.#parts.database.write((writer) => this.#parts.throttle.fail(writer, keys));
      return;
    }
    await this.#parts.journal.write(actorOf(user, membership, origin), async (writer, change) => {
      await this.#parts.throttle.fail(writer, keys);
      change.record(refusal(user, 'wrong password'));
    });
  }
}

/**
 * The account that the user has belonged to longest, of those in use; undefined if all are suspended.
 * @throws `insufficient_permission` if the user belongs to none
 */
function accountToActIn(user: UserRow, memberships: readonly Membership[]): Membership | undefined {
  const usable = memberships.find((membership) => membership.suspended_at === null);
  if (user.suspended_at === null && usable !== undefined) return usable;
  if (user.suspended_at !== null || memberships.length > 0) return undefined;
  throw new DomainError('insufficient_permission', 'You belong to no account any more; ask for an invitation to one.', {
    permission: 'account.read',
  });
}

function refusal(user: UserRow, reason: string): ChangeRecord {
  return { action: 'session.refuse', target: { type: 'user', id: user.id }, changes: { reason } };
}

function actorOf(user: UserRow, membership: Membership, origin: RequestOrigin) {
  return personActor({
    userId: user.id,
    email: user.email,
    accountId: membership.id,
    role: membership.role,
    sessionId: '',
    origin,
  });
}
