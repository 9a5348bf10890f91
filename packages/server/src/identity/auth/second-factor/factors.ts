/**
 * The second factors of a user. Adding the first one, an authenticator app or a passkey, turns on the second factor and creates
 * recovery codes; removing the last one deletes them. The session that adds one counts as confirmed. Where addresses are verified,
 * nobody can add one for an unverified address, as that would lock its owner out.
 */
import type { Database, Reader, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { type Person, rejectConfined } from '../../actors/actors.ts';
import { unauthenticated } from '../../actors/refusals.ts';
import { languageFor } from '../mail-language.ts';
import { emailUnverified } from '../sessions/session-rules.ts';
import { confirmSession, findSessionInUse, type SessionInUse, unconfirmSessionsOf } from '../sessions/store.ts';
import type { UserRow } from '../tables.ts';
import type { Passwords } from '../users/passwords.ts';
import { findUser, lockUser } from '../users/store.ts';
import { type FactorEvent, secondFactorMail } from './mails.ts';
import { listPasskeys } from './passkeys/store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { SecondFactor } from './schema.ts';
import { countRecoveryCodes, findApp, replaceRecoveryCodes } from './store.ts';

interface FactorsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly passwords: Passwords;
  readonly recoveryCodes: RecoveryCodes;
  readonly outbox: Outbox;
  /** Whether people have to verify their e-mail address. */
  readonly verifiesEmail: boolean;
}

/** A write that changes the second factors of a person. */
export interface FactorChange {
  readonly writer: Writer;
  readonly change: Change;
  readonly user: UserRow;
  readonly sessionId: string;
}

export class Factors {
  readonly #parts: FactorsParts;

  constructor(parts: FactorsParts) {
    this.#parts = parts;
  }

  /** The second factors of a person, and whether the current session used one. */
  async state(person: Person): Promise<SecondFactor> {
    const { reader } = this.#parts.database;
    const session = await this.#session(person);
    const app = await findApp(reader, person.id);
    const passkeys = await listPasskeys(reader, person.id);
    return {
      enabled: app !== undefined || passkeys.length > 0,
      totp: app === undefined ? null : { created_at: isoTime(app.created_at) },
      passkeys: passkeys.length,
      recovery_codes_left: await countRecoveryCodes(reader, person.id),
      required: session.second_factor_rule === 'required',
      confirmed: session.second_factor === 1,
    };
  }

  /**
   * The user behind a person who sends their password to change their second factors.
   * @throws `second_factor_required` if they have one but did not log in with it; `email_unverified`; `insufficient_permission`
   * for a session that is confined to an account
   */
  async owner(person: Person, password: string): Promise<UserRow> {
    const session = await this.#session(person);
    this.#requireMayChange(person, session);
    if (session.second_factor !== 1 && (await isOn(this.#parts.database.reader, person.id))) throw unconfirmed();
    const user = await findUser(this.#parts.database.reader, person.id);
    if (user === undefined) throw unauthenticated();
    await this.#parts.passwords.confirm(user, password, { path: 'password', ip: person.origin?.ip ?? '' });
    return user;
  }

  /** A write that changes the second factors of a person. It locks the row of their user. */
  async change<T>(person: Person, work: (open: FactorChange) => Promise<T>): Promise<T> {
    return this.#parts.journal.write(person, async (writer, change) => {
      const user = await lockUser(writer, person.id);
      // Whoever had the lock before may have ended the session, as the first proof of the address does.
      const session = user && (await findSessionInUse(writer, person.sessionId));
      if (user === undefined || session === undefined) throw unauthenticated();
      this.#requireMayChange(person, user);
      return work({ writer, change, user, sessionId: person.sessionId });
    });
  }

  /** Called when an open write added a factor. @returns recovery codes, if the user had none */
  async added(open: FactorChange, factor: 'app' | 'passkey'): Promise<string[] | null> {
    const { writer, user, sessionId } = open;
    await confirmSession(writer, sessionId);
    await this.#mail(open, factor);
    return (await countRecoveryCodes(writer, user.id)) > 0 ? null : this.#newCodes(writer, user.id);
  }

  /** Called when an open write removed a factor. */
  async removed(open: FactorChange): Promise<void> {
    const { writer, user } = open;
    if (await isOn(writer, user.id)) return;
    await turnOff(writer, user.id);
    await this.#mail(open, 'off');
  }

  /** Creates new recovery codes; the old ones stop working. */
  async renewCodes(person: Person, password: string): Promise<string[]> {
    await this.owner(person, password);
    return this.change(person, async (open) => {
      const { writer, change, user } = open;
      if (!(await isOn(writer, user.id))) throw nothingSetUp();
      change.record({ action: 'recovery_codes.create', target: { type: 'user', id: user.id } });
      await this.#mail(open, 'codes');
      return this.#newCodes(writer, user.id);
    });
  }

  #requireMayChange(person: Person, { email_verified_at: verifiedAt }: Pick<UserRow, 'email_verified_at'>): void {
    rejectConfined(person);
    if (this.#parts.verifiesEmail && verifiedAt === null) throw emailUnverified();
  }

  async #mail({ writer, change, user }: FactorChange, event: FactorEvent): Promise<void> {
    await this.#parts.outbox.add(
      writer,
      secondFactorMail(user.email, { event, at: change.at, language: languageFor(user, change) }),
    );
  }

  async #newCodes(writer: Writer, userId: string): Promise<string[]> {
    const codes = this.#parts.recoveryCodes.make();
    const hashes = codes.map((code) => this.#parts.recoveryCodes.hashOf(userId, code) ?? '');
    await replaceRecoveryCodes(writer, userId, hashes);
    return codes;
  }

  async #session(person: Person): Promise<SessionInUse> {
    const session = await findSessionInUse(this.#parts.database.reader, person.sessionId);
    if (session === undefined) throw unauthenticated();
    return session;
  }
}

/** Whether the user has a second factor. */
async function isOn(db: Reader, userId: string): Promise<boolean> {
  return (await findApp(db, userId)) !== undefined || (await listPasskeys(db, userId)).length > 0;
}

/** Turns the second factor off: deletes the recovery codes, and unmarks the sessions that one confirmed. */
async function turnOff(db: Writer, userId: string): Promise<void> {
  await replaceRecoveryCodes(db, userId, []);
  await unconfirmSessionsOf(db, userId);
}

function unconfirmed(): DomainError {
  return new DomainError(
    'second_factor_required',
    'This session was started without your second factor; log in with it to change it.',
  );
}

function nothingSetUp(): DomainError {
  return new DomainError(
    'conflict',
    'You have no second factor; set one up with POST /auth/second-factor/totp or POST /auth/passkeys/options.',
  );
}
