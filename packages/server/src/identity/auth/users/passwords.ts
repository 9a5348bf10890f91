/**
 * Passwords: hashed in turn, replaced and reset. Changing a password always ends all sessions of its user, including the current
 * one. A reset token is stored as a hash and works once, within an hour. Its use proves the address and ends what was set up
 * before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Clock, isWithin } from '../../../platform/kit/clock.ts';
import { QueueFullError } from '../../../platform/kit/fair-turns.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { networkOf } from '../../../platform/kit/network.ts';
import type { Hashing, PasswordHasher } from '../../../platform/kit/password-hasher.ts';
import { isToken, newToken, tokenHash } from '../../../platform/kit/token.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { emailAttempt, passwordChangeAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked, tooManyAttempts } from '../../../platform/request-limits/too-many-attempts.ts';
import { membershipsOf } from '../../accounts/accounts.ts';
import { readEmail } from '../../actors/email-address.ts';
import { RESET_PREFIX } from '../../actors/token-kinds.ts';
import { languageFor } from '../mail-language.ts';
import { NO_PASSWORD } from '../no-password.ts';
import { deleteFactors, proveAddress } from '../proof/address-proof.ts';
import type { Ended } from '../proof/ended.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import type { UserRow } from '../tables.ts';
import { actorOfUser } from './actor-of-user.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import { createOwnAccount } from './own-account.ts';
import { checkPassword } from './password-policy.ts';
import type { ResetPasswordRequest } from './schema.ts';
import {
  deleteReset,
  deleteResetsOf,
  deleteResetsThatAreOver,
  findReset,
  findUser,
  findUserByEmail,
  insertReset,
  lockUser,
  updateUser,
} from './store.ts';

/** Counted separately from log-ins, so that nobody who only knows the e-mail address can block it. */
export const CONFIRM_SCOPE = 'password_change';
const RESET_LIFE_MS = 3_600_000;
const RESET_SCOPE = 'password_reset';
/** Every request for a reset takes this long, so that the time does not reveal whether the address is known. */
const RESET_RESPONSE_MS = 200;
const BUSY_WAIT_MS = 1_000;

interface PasswordsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** Whether anybody may sign up, and so anybody may have an account of their own. */
  readonly createsAccounts: boolean;
}

export class Passwords {
  readonly #parts: PasswordsParts;

  constructor(parts: PasswordsParts) {
    this.#parts = parts;
  }

  /**
   * Runs a task that hashes passwords, when it is the turn of the network that sent the request.
   * @throws `api_quota_exceeded` with the scope if too many are waiting
   */
  async inTurn<T>(scope: string, ip: string, task: (hashing: Hashing) => Promise<T>): Promise<T> {
    try {
      return await this.#parts.hasher.inTurn(networkOf(ip), task);
    } catch (error) {
      if (error instanceof QueueFullError) throw tooManyAttempts(scope, BUSY_WAIT_MS);
      throw error;
    }
  }

  /**
   * Checks the current password of someone who is logged in.
   * @param path the property of the request that has it, for the error
   * @throws `validation_failed`, `api_quota_exceeded`
   */
  async confirm(user: UserRow, current: string, { path, ip }: { path: string; ip: string }): Promise<void> {
    await this.inTurn(CONFIRM_SCOPE, ip, (hashing) => this.confirmIn(hashing, user, current, path));
  }

  /** As `confirm`, inside a task that hashes passwords. */
  async confirmIn(hashing: Hashing, user: UserRow, current: string, path: string): Promise<void> {
    const keys = [passwordChangeAttempt(user.id)];
    rejectWhileBlocked(CONFIRM_SCOPE, await this.#parts.throttle.take(keys));
    if (!(await hashing.verify(current, user.password_hash)))
      throw invalid(path, 'match', 'This is not the current password; send the right one, or reset it.');
    await this.#parts.database.write((writer) => this.#parts.throttle.succeeded(writer, { forget: keys }));
  }

  /** Replaces the password inside an open write, and mails the user. */
  async replace(writer: Writer, user: UserRow, hash: string, change: Change): Promise<void> {
    await updateUser(writer, user.id, { password_hash: hash, version: user.version + 1, updated_at: change.at });
    await deleteResetsOf(writer, user.id);
    await deleteSessionsOf(writer, user.id);
    await this.#parts.outbox.add(writer, passwordChangedMail(user.email, change.at, languageFor(user, change)));
  }

  /** Mails a reset if the address is known; the response does not reveal whether it is. */
  async forgot(email: string, origin: RequestOrigin): Promise<void> {
    const folded = readEmail(email);
    const keys = Object.values(emailAttempt(RESET_SCOPE, folded, origin.ip));
    rejectWhileBlocked(RESET_SCOPE, await this.#parts.throttle.wait(keys));
    rejectWhileBlocked(RESET_SCOPE, await this.#parts.throttle.take(keys));
    await Promise.all([this.#mailReset(folded, origin), sleep(RESET_RESPONSE_MS)]);
  }

  /** The address of the user whose password a token resets, without using it up; undefined if it is invalid. */
  async lookReset(token: string): Promise<string | undefined> {
    return (await this.#userOfReset(token))?.email;
  }

  /**
   * Sets a new password with the token of a reset, which also proves the address that it was mailed to. A user who was created by
   * an identity provider, with an address never proven, gets an account of their own, as if they had signed up.
   * @throws `validation_failed` if the token is invalid
   */
  async reset({ token, password }: ResetPasswordRequest, origin: RequestOrigin): Promise<void> {
    const user = await this.#userOfReset(token);
    if (user === undefined) throw unknownReset();
    const memberships = await membershipsOf(this.#parts.database.reader, user.id);
    await checkPassword(password, [user.email, user.name, ...memberships.map(({ name }) => name)]);
    const passwordHash = await this.inTurn(RESET_SCOPE, origin.ip, (hashing) => hashing.hash(password));
    const actor = await actorOfUser(this.#parts.database.reader, user, origin);
    await this.#parts.journal.write(actor, async (writer, change) => {
      const locked = await lockUser(writer, user.id);
      if (locked === undefined || !(await deleteReset(writer, tokenHash(token)))) throw unknownReset();
      const ended = await this.#endOlder(writer, change, locked, passwordHash);
      await this.replace(writer, locked, passwordHash, change);
      if (this.#parts.createsAccounts && isOfProvider(locked)) {
        await createOwnAccount(writer, change, {
          accountId: newId('acc', change.at),
          accountName: user.name,
          userId: user.id,
        });
        change.endPart();
      }
      const before = Object.keys(ended).length === 0 ? {} : { before: ended };
      change.record({
        action: 'user.update',
        target: { type: 'user', id: user.id },
        changes: { ...before, after: { password: 'reset' } },
      });
    });
  }

  /** Ends what was set up before the address was proven. If it was not proven yet, the reset proves it. */
  async #endOlder(writer: Writer, change: Change, user: UserRow, hash: string): Promise<Ended> {
    if (user.email_verified_at !== null) return deleteFactors(writer, user.id, user.email_verified_at);
    const open = { writer, change, outbox: this.#parts.outbox };
    return (await proveAddress(open, user.id, { by: 'a reset of the password', password: { hash } })) ?? {};
  }

  async #userOfReset(token: string): Promise<UserRow | undefined> {
    if (!isToken(token, RESET_PREFIX)) return undefined;
    const { database, clock } = this.#parts;
    const reset = await findReset(database.reader, tokenHash(token));
    if (reset === undefined || !isWithin(reset.expires_at, RESET_LIFE_MS, clock())) return undefined;
    return findUser(database.reader, reset.user_id);
  }

  async #mailReset(folded: string, origin: RequestOrigin): Promise<void> {
    const user = await findUserByEmail(this.#parts.database.reader, folded);
    if (user === undefined) return;
    const token = newToken(RESET_PREFIX);
    const actor = await actorOfUser(this.#parts.database.reader, user, origin);
    await this.#parts.journal.write(actor, async (writer, change) => {
      await deleteResetsThatAreOver(writer, user.id, change.at);
      await insertReset(writer, {
        token_hash: tokenHash(token),
        user_id: user.id,
        expires_at: change.at + RESET_LIFE_MS,
      });
      const mail = { to: user.email, serviceUrl: this.#parts.address.url, token, language: languageFor(user, change) };
      await this.#parts.outbox.add(writer, resetMail(mail));
      change.record({ action: 'password_reset.create', target: { type: 'user', id: user.id } });
    });
  }
}

/** Whether an identity provider created the user, and nothing has proven the address since. */
function isOfProvider({ password_hash, email_verified_at }: UserRow): boolean {
  return password_hash === NO_PASSWORD && email_verified_at === null;
}

function unknownReset() {
  return invalid(
    'token',
    'exists',
    'This token is unknown, used or expired; request another with POST /auth/forgot-password.',
  );
}
