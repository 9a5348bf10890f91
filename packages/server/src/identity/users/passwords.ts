/**
 * Passwords: hashed in turn, replaced and reset. Changing a password always ends all sessions of its user,
 * including the current one. A reset is stored as a hash, works once and for an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { UserRow } from '../../platform/database/tables.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { Actor, RequestOrigin } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { QueueFullError } from '../../platform/kit/fair-turns.ts';
import { networkOf } from '../../platform/kit/network.ts';
import type { Hashing, PasswordHasher } from '../../platform/kit/password-hasher.ts';
import { isToken, newToken, tokenHash } from '../../platform/kit/token.ts';
import type { Mail } from '../../platform/outgoing/mail/mailer.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { Throttle } from '../../platform/throttle/throttle.ts';
import { refuseWhileBlocked, tooManyTries } from '../../platform/throttle/too-many-tries.ts';
import { membershipsOf } from '../accounts/store.ts';
import { personActor } from '../actors.ts';
import { readEmail } from '../email-address.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { RESET_PREFIX } from '../token-kinds.ts';
import { emailTry, passwordChangeTry } from '../tries.ts';
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

/** Counted apart from log-ins, so that nobody who only knows the e-mail address can block it. */
export const CONFIRM_SCOPE = 'password_change';
const RESET_LIFE_MS = 3_600_000;
const RESET_SCOPE = 'password_reset';
/** Every request for a reset takes this long, so that the time does not reveal whether the address is known. */
const RESET_RESPONSE_MS = 100;
const BUSY_WAIT_MS = 1_000;

interface PasswordsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
}

export class Passwords {
  readonly #parts: PasswordsParts;

  constructor(parts: PasswordsParts) {
    this.#parts = parts;
  }

  /**
   * Runs a task that hashes passwords, when it is the turn of the network that the request came from.
   * @throws `api_quota_exceeded` with the scope if too many wait
   */
  async inTurn<T>(scope: string, ip: string, task: (hashing: Hashing) => Promise<T>): Promise<T> {
    try {
      return await this.#parts.hasher.inTurn(networkOf(ip), task);
    } catch (error) {
      if (error instanceof QueueFullError) throw tooManyTries(scope, BUSY_WAIT_MS);
      throw error;
    }
  }

  /**
   * Checks the current password of someone who is signed in.
   * @param path where the request has it
   * @throws `validation_failed`, `api_quota_exceeded`
   */
  async confirm(user: UserRow, current: string, { path, ip }: { path: string; ip: string }): Promise<void> {
    await this.inTurn(CONFIRM_SCOPE, ip, (hashing) => this.confirmIn(hashing, user, current, path));
  }

  /** The same as part of a task that hashes passwords. */
  async confirmIn(hashing: Hashing, user: UserRow, current: string, path: string): Promise<void> {
    const keys = [passwordChangeTry(user.id)];
    refuseWhileBlocked(CONFIRM_SCOPE, await this.#parts.throttle.take(keys));
    if (!(await hashing.verify(current, user.password_hash)))
      throw invalid(path, 'match', 'This is not the current password; send the right one, or reset it.');
    await this.#parts.database.write((writer) => this.#parts.throttle.succeeded(writer, { forget: keys }));
  }

  /** Replaces the password inside an open write. */
  async replace(writer: Writer, user: UserRow, hash: string, at: number): Promise<void> {
    await updateUser(writer, user.id, { password_hash: hash, version: user.version + 1, updated_at: at });
    await deleteResetsOf(writer, user.id);
    await deleteSessionsOf(writer, user.id);
  }

  /** Mails a reset if the address is known; the response does not reveal whether it is. */
  async forgot(email: string, origin: RequestOrigin): Promise<void> {
    const folded = readEmail(email);
    const keys = Object.values(emailTry(RESET_SCOPE, folded, origin.ip));
    refuseWhileBlocked(RESET_SCOPE, await this.#parts.throttle.wait(keys));
    refuseWhileBlocked(RESET_SCOPE, await this.#parts.throttle.take(keys));
    await Promise.all([this.#mailReset(folded, origin), sleep(RESET_RESPONSE_MS)]);
  }

  /** Sets a new password with the token of a reset. @throws `validation_failed` if the token is invalid */
  async reset({ token, password }: ResetPasswordRequest, origin: RequestOrigin): Promise<void> {
    const hash = tokenHash(token);
    const reset = isToken(token, RESET_PREFIX)
      ? await findReset(this.#parts.database.reader, hash, this.#parts.clock())
      : undefined;
    const user = reset && (await findUser(this.#parts.database.reader, reset.user_id));
    if (user === undefined) throw unknownReset();
    const memberships = await membershipsOf(this.#parts.database.reader, user.id);
    checkPassword(password, [user.email, user.name, ...memberships.map(({ name }) => name)]);
    const passwordHash = await this.inTurn(RESET_SCOPE, origin.ip, (hashing) => hashing.hash(password));
    await this.#parts.journal.write(await this.#actorOf(user, origin), async (writer, change) => {
      const locked = await lockUser(writer, user.id);
      if (locked === undefined || !(await deleteReset(writer, hash))) throw unknownReset();
      await this.replace(writer, locked, passwordHash, change.at);
      change.record({
        action: 'user.update',
        target: { type: 'user', id: user.id },
        changes: { after: { password: 'reset' } },
      });
    });
  }

  /** A user who requests or uses a reset, in the account that they have belonged to longest. */
  async #actorOf(user: UserRow, origin: RequestOrigin): Promise<Actor> {
    const [membership] = await membershipsOf(this.#parts.database.reader, user.id);
    const { id: accountId = '', role = '' } = membership ?? {};
    return personActor({ userId: user.id, email: user.email, accountId, role, sessionId: '', origin });
  }

  async #mailReset(folded: string, origin: RequestOrigin): Promise<void> {
    const user = await findUserByEmail(this.#parts.database.reader, folded);
    if (user === undefined) return;
    const token = newToken(RESET_PREFIX);
    await this.#parts.journal.write(await this.#actorOf(user, origin), async (writer, change) => {
      await deleteResetsThatAreOver(writer, user.id, change.at);
      await insertReset(writer, {
        token_hash: tokenHash(token),
        user_id: user.id,
        expires_at: change.at + RESET_LIFE_MS,
      });
      await this.#parts.outbox.add(writer, resetMail(user.email, token));
      change.record({ action: 'password_reset.create', target: { type: 'user', id: user.id } });
    });
  }
}

function resetMail(to: string, token: string): Mail {
  return {
    to,
    subject: 'Your new Lectern password',
    paragraphs: [
      'Someone, hopefully you, asked to reset your password.',
      'To set a new one, send it with this token to POST /auth/reset-password within an hour:',
      token,
      'This ends all your sessions. If it was not you, do nothing: your password stays as it is.',
    ],
  };
}

function unknownReset() {
  return invalid(
    'token',
    'exists',
    'This token is unknown, used or expired; request another with POST /auth/forgot-password.',
  );
}
