/**
 * Sign-up: a user, an account of their own, and a session in it, all or nothing. It reveals that an address is known,
 * since otherwise nobody could sign up, but only a limited number of times. All sign-ups from a network are limited.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Throttle } from '../../platform/throttle/throttle.ts';
import { refuseWhileBlocked } from '../../platform/throttle/too-many-tries.ts';
import { insertAccount, insertMembership } from '../accounts/store.ts';
import { personActor } from '../actors.ts';
import { readEmail } from '../email-address.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { signUpTry } from '../tries.ts';
import { checkPassword } from './password-policy.ts';
import type { Passwords } from './passwords.ts';
import type { SignUpRequest } from './schema.ts';
import { findUserByEmail, insertUser } from './store.ts';

const SCOPE = 'signup';

/** Who may sign up: anyone, people with an invitation, nobody. */
export type SignUpMode = 'open' | 'invite' | 'closed';

interface NewPerson {
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
  readonly folded: string;
  readonly name: string;
  readonly accountName: string;
  readonly passwordHash: string;
}

interface SignUpParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly mode: SignUpMode;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

export class SignUp {
  readonly #parts: SignUpParts;

  constructor(parts: SignUpParts) {
    this.#parts = parts;
  }

  /** @throws `signup_closed`, `validation_failed`, `api_quota_exceeded`, `conflict` if the address is known */
  async signUp(request: SignUpRequest, origin: RequestOrigin): Promise<SessionTokens> {
    this.#refuseWhereClosed(request);
    const person = this.#read(request);
    const tries = signUpTry(origin.ip);
    refuseWhileBlocked(SCOPE, await this.#parts.throttle.wait(Object.values(tries)));
    const passwordHash = await this.#parts.passwords.inTurn(SCOPE, origin.ip, async (hashing) => {
      refuseWhileBlocked(SCOPE, await this.#parts.throttle.take(Object.values(tries)));
      return hashing.hash(request.password);
    });
    const isKnown = (await findUserByEmail(this.#parts.database.reader, person.folded)) !== undefined;
    const begun = isKnown ? undefined : await this.#enter({ ...person, passwordHash }, origin);
    if (begun !== undefined) return this.#parts.sessions.tokens(begun);
    throw new DomainError(
      'conflict',
      'There is already a user with this e-mail address; log in, or reset the password.',
    );
  }

  #refuseWhereClosed({ invitation_token }: SignUpRequest): void {
    const needsInvitation = this.#parts.mode === 'invite' && invitation_token === undefined;
    if (this.#parts.mode === 'closed' || needsInvitation) {
      throw new DomainError(
        'signup_closed',
        'This installation does not accept sign-ups; ask its operator for access.',
      );
    }
    if (invitation_token !== undefined) {
      throw invalid('invitation_token', 'exists', 'This invitation is unknown, used or expired; ask for a new one.');
    }
  }

  #read({ email, password, name, account_name }: SignUpRequest): Omit<NewPerson, 'passwordHash'> {
    const folded = readEmail(email);
    const [localPart = email] = email.split('@');
    const now = this.#parts.clock();
    const userName = name ?? localPart;
    checkPassword(password, [email, userName, account_name ?? '']);
    return {
      userId: newId('usr', now),
      accountId: newId('acc', now),
      email,
      folded,
      name: userName,
      accountName: account_name ?? userName,
    };
  }

  /** @returns undefined if the address was taken in the meantime */
  async #enter(person: NewPerson, origin: RequestOrigin) {
    const { userId, accountId, email } = person;
    const actor = personActor({ userId, email, accountId, role: 'owner', sessionId: '', origin });
    return this.#parts.journal.write(actor, async (writer, change) => {
      if (!(await insertPerson(writer, person, change.at))) return undefined;
      await this.#parts.throttle.succeeded(writer, { takeBack: [signUpTry(origin.ip).known] });
      change.record({
        action: 'account.create',
        target: { type: 'account', id: accountId },
        changes: { after: { name: person.accountName, owner: userId } },
      });
      return this.#parts.sessions.begin(writer, { userId, accountId, method: 'password', at: change.at, origin });
    });
  }
}

async function insertPerson(writer: Writer, person: NewPerson, at: number): Promise<boolean> {
  const isNew = await insertUser(writer, {
    id: person.userId,
    email: person.email,
    email_folded: person.folded,
    name: person.name,
    password_hash: person.passwordHash,
    email_verified_at: null,
    suspended_at: null,
    deletion_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  });
  if (!isNew) return false;
  await insertAccount(writer, {
    id: person.accountId,
    name: person.accountName,
    version: 1,
    suspended_at: null,
    second_factor: 'optional',
    deletion_at: null,
    created_at: at,
    updated_at: at,
  });
  await insertMembership(writer, {
    account_id: person.accountId,
    user_id: person.userId,
    role: 'owner',
    break_glass: 0,
    version: 1,
    last_seen_at: null,
    created_at: at,
  });
  return true;
}
