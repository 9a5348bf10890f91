/**
 * Passwords: checked, hashed and compared, changed and reset. Changing a password always ends all sessions of its user,
 * including the current one. A reset is stored as a hash, works once and for an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { UserRow } from '../../platform/database/tables.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { Actor, RequestOrigin } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { type PasswordHasher, PasswordQueueFullError } from '../../platform/kit/password-hasher.ts';
import { isToken, newToken, tokenHash } from '../../platform/kit/token.ts';
import type { Mailer } from '../../platform/outgoing/mail/mailer.ts';
import { membershipsOf } from '../accounts/store.ts';
import { personActor } from '../actors.ts';
import { foldEmail } from '../email-address.ts';
import { tooManyAttempts } from '../refusals.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { perAddress, perEmail, type Throttle } from '../throttle/throttle.ts';
import { RESET_PREFIX } from '../token-kinds.ts';
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
  readonly mailer: Mailer;
}

export class Passwords {
  readonly #parts: PasswordsParts;

  constructor(parts: PasswordsParts) {
    this.#parts = parts;
  }

  /** The hash to store for a new password. @param context names and addresses it must not be made of */
  async hashNew(password: string, context: readonly string[]): Promise<string> {
    checkPassword(password, context);
    return refusedWhenBusy(() => this.#parts.hasher.hash(password));
  }

  /** Whether the password matches the hash. Without a hash it takes as long and is false. */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    return refusedWhenBusy(() => this.#parts.hasher.verify(password, hash));
  }

  /** Replaces the password inside an open write. */
  async replace(writer: Writer, user: UserRow, hash: string, at: number): Promise<void> {
    await updateUser(writer, user.id, { password_hash: hash, version: user.version + 1, updated_at: at });
    await deleteResetsOf(writer, user.id);
    await deleteSessionsOf(writer, user.id);
  }

  /** Mails a reset if the address is known; the response does not reveal whether it is. */
  async forgot(email: string, origin: RequestOrigin): Promise<void> {
    const keys = [perEmail(RESET_SCOPE, foldEmail(email)), perAddress(RESET_SCOPE, origin.ip)];
    for (const key of keys) {
      const wait = await this.#parts.throttle.wait(this.#parts.database.reader, key);
      if (wait > 0) throw tooManyAttempts(RESET_SCOPE, wait);
    }
    await Promise.all([this.#mailReset(email, keys, origin), sleep(RESET_RESPONSE_MS)]);
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
    const passwordHash = await this.hashNew(password, [user.email, user.name, ...memberships.map(({ name }) => name)]);
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

  async #mailReset(email: string, keys: Parameters<Throttle['fail']>[1], origin: RequestOrigin): Promise<void> {
    const user = await findUserByEmail(this.#parts.database.reader, foldEmail(email));
    const token = newToken(RESET_PREFIX);
    if (user === undefined) {
      await this.#parts.database.write((writer) => this.#parts.throttle.fail(writer, keys));
      return;
    }
    await this.#parts.journal.write(await this.#actorOf(user, origin), async (writer, change) => {
      await this.#parts.throttle.fail(writer, keys);
      await deleteResetsThatAreOver(writer, user.id, change.at);
      await insertReset(writer, {
        token_hash: tokenHash(token),
        user_id: user.id,
        expires_at: change.at + RESET_LIFE_MS,
      });
      change.record({ action: 'password_reset.create', target: { type: 'user', id: user.id } });
    });
    await this.#parts.mailer.send({ to: user.email, subject: 'Your new Lectern password', text: resetText(token) });
  }
}

function resetText(token: string): string {
  return [
    'Someone, hopefully you, asked to reset your password.',
    '',
    'To set a new one, send it with this token to POST /auth/reset-password within an hour:',
    '',
    token,
    '',
    'This ends all your sessions. If it was not you, do nothing: your password stays as it is.',
  ].join('\n');
}

function unknownReset() {
  return invalid(
    'token',
    'exists',
    'This token is unknown, used or expired; request another with POST /auth/forgot-password.',
  );
}

async function refusedWhenBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordQueueFullError) throw tooManyAttempts('login', BUSY_WAIT_MS);
    throw error;
  }
}
