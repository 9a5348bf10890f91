/**
 * Sign-up: a user, an account of their own, and a session in it, all or nothing. It reveals that an address is known,
 * since otherwise nobody could sign up, but only a limited number of times.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import { insertAccount, insertMembership } from '../accounts/store.ts';
import { personActor } from '../actors.ts';
import { checkEmail, foldEmail } from '../email-address.ts';
import { tooManyAttempts } from '../refusals.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { perAddress, type Throttle } from '../throttle/throttle.ts';
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

  /** @throws `signup_closed`, `validation_failed`, `conflict` if the address is known */
  async signUp(request: SignUpRequest, origin: RequestOrigin): Promise<SessionTokens> {
    this.#refuseWhereClosed(request);
    checkEmail(request.email);
    const wait = await this.#parts.throttle.wait(this.#parts.database.reader, perAddress(SCOPE, origin.ip));
    if (wait > 0) throw tooManyAttempts(SCOPE, wait);
    const person = await this.#prepare(request);
    const isKnown = (await findUserByEmail(this.#parts.database.reader, foldEmail(request.email))) !== undefined;
    const begun = isKnown ? undefined : await this.#enter(person, origin);
    if (begun !== undefined) return this.#parts.sessions.tokens(begun);
    await this.#parts.database.write((writer) => this.#parts.throttle.fail(writer, [perAddress(SCOPE, origin.ip)]));
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

  async #prepare({ email, password, name, account_name }: SignUpRequest): Promise<NewPerson> {
    const [localPart = email] = email.split('@');
    const now = this.#parts.clock();
    const userName = name ?? localPart;
    return {
      userId: newId('usr', now),
      accountId: newId('acc', now),
      email,
      name: userName,
      accountName: account_name ?? userName,
      passwordHash: await this.#parts.passwords.hashNew(password, [email, userName, account_name ?? '']),
    };
  }

  /** @returns undefined if the address was taken in the meantime */
  async #enter(person: NewPerson, origin: RequestOrigin) {
    const { userId, accountId, email } = person;
    const actor = personActor({ userId, email, accountId, role: 'owner', sessionId: '', origin });
    return this.#parts.journal.write(actor, async (writer, change) => {
      if (!(await insertPerson(writer, person, change.at))) return undefined;
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
    email_folded: foldEmail(person.email),
    name: person.name,
    password_hash: person.passwordHash,
    email_verified_at: null,
    suspended_at: null,
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
    created_at: at,
    updated_at: at,
  });
  await insertMembership(writer, {
    account_id: person.accountId,
    user_id: person.userId,
    role: 'owner',
    break_glass: 0,
    created_at: at,
  });
  return true;
}
