/**
 * Log-in by password. A try is counted before its password is compared. A wrong password and an unknown address get the
 * same response in the same time. Guessing is slowed down per e-mail address and network; nobody can be locked out by
 * someone else's guesses from another network.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import type { UserRow } from '../../platform/database/tables.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import type { ChangeRecord } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { Throttle, ThrottleKey } from '../../platform/throttle/throttle.ts';
import { refuseWhileBlocked } from '../../platform/throttle/too-many-tries.ts';
import { type Membership, membershipsOf } from '../accounts/store.ts';
import { personActor } from '../actors.ts';
import { readEmail } from '../email-address.ts';
import type { Acceptance } from '../invitations/acceptance.ts';
import { accountSuspended, wrongCredentials } from '../refusals.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isKnownNetwork } from '../sessions/store.ts';
import { type EmailTry, emailTry } from '../tries.ts';
import { beginInvited } from './invited-log-in.ts';
import type { Passwords } from './passwords.ts';
import type { LogInRequest } from './schema.ts';
import { findUserByEmail, lockUser } from './store.ts';

const SCOPE = 'login';
const METHOD = 'password';

interface LogInParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly acceptance: Acceptance;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** A try to log in. */
interface Attempt {
  readonly user: UserRow | undefined;
  readonly tries: EmailTry;
  /** Whether the user has a session from the same network: the e-mail address is never blocked for it by others. */
  readonly isKnown: boolean;
  readonly origin: RequestOrigin;
  /** Token of the invitation that it accepts. */
  readonly invitation: string | undefined;
}

export class LogIn {
  readonly #parts: LogInParts;

  constructor(parts: LogInParts) {
    this.#parts = parts;
  }

  /** @throws `validation_failed`, `unauthenticated`, `api_quota_exceeded` with scope `login`, `account_suspended` */
  async logIn(request: LogInRequest, origin: RequestOrigin): Promise<SessionTokens> {
    const { database, throttle, passwords, clock } = this.#parts;
    const { email, password, invitation_token: invitation } = request;
    const folded = readEmail(email);
    const user = await findUserByEmail(database.reader, folded);
    const isKnown = await isKnownNetwork(database.reader, user?.id ?? '', origin.ip, clock());
    const attempt = { user, tries: emailTry(SCOPE, folded, origin.ip), isKnown, origin, invitation };
    refuseWhileBlocked(SCOPE, await throttle.wait(keysOf(attempt)));
    const isRight = await passwords.inTurn(SCOPE, origin.ip, async (hashing) => {
      refuseWhileBlocked(SCOPE, await throttle.take(keysOf(attempt)));
      return hashing.verify(password, user?.password_hash);
    });
    if (isRight && user !== undefined && invitation !== undefined) return this.#beginInvited(user, attempt, invitation);
    if (isRight && user !== undefined) return this.#begin(user, attempt);
    await this.#recordRefusal(attempt);
    // To others than the user, a network that is known looks like any other.
    if (isKnown) refuseWhileBlocked(SCOPE, await throttle.wait([attempt.tries.fromAnywhere]));
    throw wrongCredentials();
  }

  async #begin(user: UserRow, attempt: Attempt): Promise<SessionTokens> {
    const memberships = await membershipsOf(this.#parts.database.reader, user.id);
    const membership = accountToActIn(user, memberships);
    if (membership === undefined) {
      await this.#recordSuspension(user, memberships, attempt);
      throw accountSuspended();
    }
    const { origin } = attempt;
    const begun = await this.#parts.journal.write(actorOf(user, membership, origin), async (writer, change) => {
      await this.#requireUnchanged(writer, user);
      await this.#settle(writer, attempt);
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

  async #beginInvited(user: UserRow, attempt: Attempt, token: string): Promise<SessionTokens> {
    const settle = async (writer: Writer) => {
      await this.#requireUnchanged(writer, user);
      await this.#settle(writer, attempt);
    };
    const begun = await beginInvited(this.#parts, { user, token, method: METHOD, origin: attempt.origin, settle });
    return this.#parts.sessions.tokens(begun);
  }

  async #requireUnchanged(writer: Writer, user: UserRow): Promise<void> {
    const locked = await lockUser(writer, user.id);
    if (locked?.password_hash !== user.password_hash) throw wrongCredentials();
  }

  /** The password was right: the user starts afresh, and the network has one failure less. */
  async #settle(writer: Writer, { tries }: Attempt): Promise<void> {
    const { fromHere, fromAnywhere, network } = tries;
    await this.#parts.throttle.succeeded(writer, { forget: [fromHere, fromAnywhere], takeBack: [network] });
  }

  async #recordSuspension(user: UserRow, [membership]: readonly Membership[], attempt: Attempt): Promise<void> {
    if (membership === undefined) return;
    await this.#parts.journal.write(actorOf(user, membership, attempt.origin), async (writer, change) => {
      await this.#settle(writer, attempt);
      change.record(refusal(user, 'suspended'));
    });
  }

  /** One write in each case, so that the time reveals nothing either. */
  async #recordRefusal({ user, tries, origin }: Attempt): Promise<void> {
    const { database, journal, throttle } = this.#parts;
    const [membership] = user === undefined ? [] : await membershipsOf(database.reader, user.id);
    if (user === undefined || membership === undefined) {
      await database.write((writer) => throttle.failed(writer, [tries.fromHere]));
      return;
    }
    await journal.write(actorOf(user, membership, origin), async (writer, change) => {
      await throttle.failed(writer, [tries.fromHere]);
      change.record(refusal(user, 'wrong password'));
    });
  }
}

/** A network that the user is known from neither uses up nor obeys the limit that all others share. */
function keysOf({ tries, isKnown }: Attempt): ThrottleKey[] {
  return isKnown ? [tries.fromHere, tries.network] : Object.values(tries);
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
