/**
 * Sign-up: creates a user, a session, and an account of their own, or with an invitation a membership of the inviting account; all
 * or nothing. It has to reveal that an address is known, but only a limited number of times. All sign-ups from a network are
 * limited. A person who signs up with the mail of an invitation has proven the address, and takes over the user of somebody who
 * had not.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { DomainError, invalid } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { signUpAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../platform/request-limits/too-many-attempts.ts';
import type { Acceptance, LockedInvitation } from '../../accounts/invitations/acceptance.ts';
import { unknownInvitation } from '../../accounts/invitations/unknown-invitation.ts';
import { personActor } from '../../actors/actors.ts';
import { readEmail } from '../../actors/email-address.ts';
import { proveAddress, recordProof } from '../proof/address-proof.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import type { NewSession, Sessions } from '../sessions/sessions.ts';
import { createOwnAccount } from './own-account.ts';
import { checkPassword } from './password-policy.ts';
import type { Passwords } from './passwords.ts';
import type { SignUpRequest } from './schema.ts';
import { findUserByEmail, hasUsers, insertUser, updateUser } from './store.ts';
import type { Verification } from './verification.ts';

const SCOPE = 'signup';

/** Who may sign up: anyone, people with an invitation, nobody. */
export type SignUpMode = 'open' | 'invite' | 'closed';

interface NewPerson {
  /** Id of the existing user, if it is taken over. */
  readonly userId: string;
  readonly isKnown: boolean;
  /** Id of the account of their own. */
  readonly accountId: string;
  readonly email: string;
  readonly folded: string;
  readonly name: string;
  readonly accountName: string;
  readonly invitation: string | undefined;
  readonly passwordHash: string;
}

interface SignUpParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly mode: SignUpMode;
  readonly acceptance: Acceptance;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  /** Null if e-mail addresses are not verified. */
  readonly verification: Verification | null;
}

export class SignUp {
  readonly #parts: SignUpParts;
  /** Once somebody is here, that is so for good, and no page asks the database again. */
  #hasUsers = false;

  constructor(parts: SignUpParts) {
    this.#parts = parts;
  }

  /** Whether nobody has signed up yet, and anybody may. */
  async awaitsFirst(): Promise<boolean> {
    if (this.#parts.mode !== 'open' || this.#hasUsers) return false;
    this.#hasUsers = await hasUsers(this.#parts.database.reader);
    return !this.#hasUsers;
  }

  /** @throws `signup_closed`, `validation_failed`, `api_quota_exceeded`, `conflict` if the address is known */
  async signUp(request: SignUpRequest, origin: RequestOrigin): Promise<SessionTokens> {
    this.#rejectWhereClosed(request);
    const person = await this.#read(request);
    const attempts = signUpAttempt(origin.ip);
    rejectWhileBlocked(SCOPE, await this.#parts.throttle.wait(Object.values(attempts)));
    const passwordHash = await this.#parts.passwords.inTurn(SCOPE, origin.ip, async (hashing) => {
      rejectWhileBlocked(SCOPE, await this.#parts.throttle.take(Object.values(attempts)));
      return hashing.hash(request.password);
    });
    const known = await findUserByEmail(this.#parts.database.reader, person.folded);
    const newPerson = { ...person, userId: known?.id ?? person.userId, isKnown: known !== undefined, passwordHash };
    const mayEnter = known === undefined || (known.email_verified_at === null && person.invitation !== undefined);
    const begun = mayEnter ? await this.#enter(newPerson, origin) : undefined;
    if (begun !== undefined) return this.#parts.sessions.tokens(begun);
    throw new DomainError(
      'conflict',
      'There is already a user with this e-mail address; log in, or reset the password.',
    );
  }

  #rejectWhereClosed({ invitation_token }: SignUpRequest): void {
    const { mode } = this.#parts;
    if (mode === 'open' || (mode === 'invite' && invitation_token !== undefined)) return;
    throw new DomainError('signup_closed', 'This installation does not accept sign-ups; ask its operator for access.');
  }

  async #read(request: SignUpRequest): Promise<Omit<NewPerson, 'passwordHash' | 'isKnown'>> {
    const { email, password, name, account_name, invitation_token: invitation } = request;
    const folded = readEmail(email);
    const [localPart = email] = email.split('@');
    const now = this.#parts.clock();
    const userName = name ?? localPart;
    const accountName = invitation === undefined ? account_name : await this.#invitingAccount(invitation, account_name);
    await checkPassword(password, [email, userName, accountName ?? '']);
    return {
      userId: newId('usr', now),
      accountId: newId('acc', now),
      email,
      folded,
      name: userName,
      accountName: accountName ?? userName,
      invitation,
    };
  }

  /** The name of the account that an invitation belongs to. */
  async #invitingAccount(token: string, ownAccountName: string | undefined): Promise<string> {
    if (ownAccountName !== undefined)
      throw invalid(
        'account_name',
        'exclusive',
        'Send account_name or invitation_token; with an invitation_token, no account of your own is created.',
      );
    const offer = await this.#parts.acceptance.look(token);
    if (offer === undefined) throw unknownInvitation();
    return offer.account.name;
  }

  /** @returns undefined if the address is taken, by somebody who proved it or whom this person may not replace */
  async #enter(person: NewPerson, origin: RequestOrigin): Promise<NewSession | undefined> {
    const { userId, email } = person;
    const actor = personActor({ userId, email, accountId: person.accountId, role: 'owner', sessionId: '', origin });
    return this.#parts.journal.grow(actor, async (writer, change) => {
      const locked = await this.#lockInvitation(writer, person);
      const isIn = person.isKnown
        ? locked?.provesAddress === true && (await this.#takeOver(writer, change, person, locked))
        : await insertPerson(writer, person, change.at);
      if (!isIn) return undefined;
      if (locked?.provesAddress !== true)
        await this.#parts.verification?.mail(
          writer,
          { id: userId, email, email_folded: person.folded },
          change.language ?? 'en',
        );
      await this.#parts.throttle.succeeded(writer, { takeBack: [signUpAttempt(origin.ip).known] });
      const accountId = await this.#joinOrCreateAccount(writer, change, person, locked);
      return this.#parts.sessions.begin(writer, { userId, accountId, method: 'password', at: change.at, origin });
    });
  }

  /** @returns whether the address was still unproven */
  async #takeOver(
    writer: Writer,
    change: Change,
    { userId, passwordHash, name }: NewPerson,
    { accountId }: LockedInvitation,
  ): Promise<boolean> {
    const proof = { by: 'the mail of an invitation', password: { hash: passwordHash } };
    const ended = await proveAddress({ writer, change, outbox: this.#parts.outbox }, userId, proof);
    if (ended === undefined) return false;
    await updateUser(writer, userId, { name });
    recordProof(change, userId, { ...proof, ended, accountId });
    return true;
  }

  async #lockInvitation(
    writer: Writer,
    { invitation: token, folded }: NewPerson,
  ): Promise<LockedInvitation | undefined> {
    if (token === undefined) return undefined;
    const locked = await this.#parts.acceptance.lock(writer, { token, folded });
    if (locked === undefined) throw unknownInvitation();
    return locked;
  }

  /** Makes a new person a member of the inviting account, or of one of their own. @returns its id */
  async #joinOrCreateAccount(
    writer: Writer,
    change: Change,
    person: NewPerson,
    locked: LockedInvitation | undefined,
  ): Promise<string> {
    if (locked !== undefined) {
      await this.#parts.acceptance.join(writer, change, locked, person.userId);
      return locked.accountId;
    }
    await createOwnAccount(writer, change, person);
    return person.accountId;
  }
}

/** @returns whether the address was free */
async function insertPerson(writer: Writer, person: NewPerson, at: number): Promise<boolean> {
  return insertUser(writer, {
    id: person.userId,
    email: person.email,
    email_folded: person.folded,
    name: person.name,
    password_hash: person.passwordHash,
    email_verified_at: null,
    language: null,
    suspended_at: null,
    deletion_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  });
}
