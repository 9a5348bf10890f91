/**
 * Log-in by password. An attempt is counted before its password is compared. A wrong password and an unknown address get the same
 * response in the same time. Guessing is slowed down by e-mail address and network; nobody can be locked out by someone else's
 * guesses from another network.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Writer } from '../../../platform/database/database.ts';
import type { DomainError } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { type EmailAttempt, emailAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle, ThrottleKey } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../platform/request-limits/too-many-attempts.ts';
import { readEmail } from '../../actors/email-address.ts';
import { wrongCredentials } from '../../actors/refusals.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import { isKnownNetwork } from '../sessions/store.ts';
import type { UserRow } from '../tables.ts';
import type { LogInCompletion } from './log-in-completion.ts';
import type { Passwords } from './passwords.ts';
import type { LogInRequest } from './schema.ts';
import { findUserByEmail, lockUser } from './store.ts';

const SCOPE = 'login';
/** Recording a rejection takes longer for a user than for an unknown address; this time is long enough to hide the difference. */
const REFUSAL_MS = 50;

/** The second step, after a right password, for users who have a second factor. */
export interface SecondStep {
  /** @returns the error that asks for the second factor; undefined if the user has none */
  begin(writer: Writer, first: FirstStep): Promise<DomainError | undefined>;
}

/** A user whose password was right. */
export interface FirstStep {
  readonly user: UserRow;
  /** Token of the invitation that the log-in accepts. */
  readonly invitation: string | undefined;
  /** The write that records it, and the account whose audit shows it. */
  readonly change: Change;
  readonly accountId: string | null;
}

interface LogInParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly completion: LogInCompletion;
  readonly secondStep: SecondStep;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** An attempt to log in. */
interface Attempt {
  readonly user: UserRow | undefined;
  readonly keys: EmailAttempt;
  /** Whether the user has a session from the same network: then guesses by others never block the address for it. */
  readonly isKnown: boolean;
  readonly origin: RequestOrigin;
  /** Token of the invitation that the log-in accepts. */
  readonly invitation: string | undefined;
}

export class LogIn {
  readonly #parts: LogInParts;

  constructor(parts: LogInParts) {
    this.#parts = parts;
  }

  /** @throws `validation_failed`, `unauthenticated`, `api_quota_exceeded` with scope `login`, `account_suspended`, `second_factor_required` */
  async logIn(request: LogInRequest, origin: RequestOrigin): Promise<SessionTokens> {
    const { database, throttle, passwords, clock } = this.#parts;
    const { email, password, invitation_token: invitation } = request;
    const folded = readEmail(email);
    const user = await findUserByEmail(database.reader, folded);
    const isKnown = await isKnownNetwork(database.reader, user?.id ?? '', origin.ip, clock());
    const attempt = { user, keys: emailAttempt(SCOPE, folded, origin.ip), isKnown, origin, invitation };
    rejectWhileBlocked(SCOPE, await throttle.wait(keysOf(attempt)));
    const isRight = await passwords.inTurn(SCOPE, origin.ip, async (hashing) => {
      rejectWhileBlocked(SCOPE, await throttle.take(keysOf(attempt)));
      return hashing.verify(password, user?.password_hash);
    });
    if (isRight && user !== undefined) return this.#enter(user, attempt);
    await Promise.all([this.#recordRefusal(attempt), sleep(REFUSAL_MS)]);
    // To anybody but the user, a known network behaves like any other.
    if (isKnown) rejectWhileBlocked(SCOPE, await throttle.wait([attempt.keys.fromAnywhere]));
    throw wrongCredentials();
  }

  async #enter(user: UserRow, attempt: Attempt): Promise<SessionTokens> {
    const { origin, invitation } = attempt;
    return this.#parts.completion.complete({
      user,
      method: 'password',
      secondFactor: false,
      origin,
      invitation,
      useProof: (writer) => this.#useProof(writer, user, attempt),
      lastCheck: (writer, change, accountId) =>
        this.#parts.secondStep.begin(writer, { user, invitation, change, accountId }),
    });
  }

  /** The password was right: clears the user's failures, and takes one failure off the network. */
  async #useProof(writer: Writer, user: UserRow, { keys }: Attempt): Promise<void> {
    const locked = await lockUser(writer, user.id);
    if (locked?.password_hash !== user.password_hash) throw wrongCredentials();
    const { fromHere, fromAnywhere, network } = keys;
    await this.#parts.throttle.succeeded(writer, { forget: [fromHere, fromAnywhere], takeBack: [network] });
  }

  /** One write in each case, so that the time reveals nothing here either. */
  async #recordRefusal({ user, keys, origin }: Attempt): Promise<void> {
    const { database, throttle, completion } = this.#parts;
    const count = (writer: Writer) => throttle.failed(writer, [keys.fromHere]);
    if (user === undefined) await database.write(count);
    else await completion.refuse(user, origin, 'wrong password', count);
  }
}

/**
 * A network that the user is known from does not count towards the limit shared by all other networks, nor is it subject to it.
 */
function keysOf({ keys, isKnown }: Attempt): ThrottleKey[] {
  return isKnown ? [keys.fromHere, keys.network] : Object.values(keys);
}
