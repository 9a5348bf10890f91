/**
 * The current user: the logged-in person with their accounts and permissions, or the management key; and changes to it.
 */
import type { Database } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { invalid } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { membershipsOf, membershipsShownTo } from '../../accounts/accounts.ts';
import { asPerson, type Person, rejectConfined } from '../../actors/actors.ts';
import { permissions } from '../../actors/permissions.ts';
import { unauthenticated } from '../../actors/refusals.ts';
import type { ApiKeys } from '../../keys/api-keys.ts';
import type { SpaceDirectory } from '../../keys/space-directory.ts';
import type { UserRow } from '../tables.ts';
import { checkPassword } from './password-policy.ts';
import { CONFIRM_SCOPE, type Passwords } from './passwords.ts';
import type { Me, MeAsKey, ProfileChange } from './schema.ts';
import { findUser, lockUser, updateUser } from './store.ts';
import type { UserDeletion } from './user-deletion.ts';

interface ProfileParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly keys: ApiKeys;
  readonly spaces: SpaceDirectory;
  readonly passwords: Passwords;
  readonly deletion: UserDeletion;
}

export class Profile {
  readonly #parts: ProfileParts;

  constructor(parts: ProfileParts) {
    this.#parts = parts;
  }

  async get(actor: Actor): Promise<Me | MeAsKey> {
    return actor.type === 'key' ? this.#ofKey(actor) : this.#ofPerson(asPerson(actor, 'account.read'));
  }

  /** Changes name or password. A new password ends all sessions of the person, including the current one. */
  async update(actor: Actor, requested: ProfileChange, expected?: number): Promise<Me> {
    const person = asPerson(actor, 'account.read');
    if (requested.password !== undefined || (await this.#belongsElsewhere(person))) rejectConfined(person);
    const user = await this.#user(person);
    const passwordHash =
      requested.password === undefined
        ? undefined
        : await this.#newPassword(person, user, { ...requested, password: requested.password });
    const me = await this.#ofPerson(person);
    const saved = await this.#parts.journal.write(person, async (writer, change) => {
      const locked = await lockUser(writer, user.id);
      if (locked === undefined) throw unauthenticated();
      // A concurrent change of the password has ended the session.
      if (passwordHash !== undefined && locked.password_hash !== user.password_hash) throw unauthenticated();
      checkVersion(expected, locked.version);
      const name = requested.name ?? locked.name;
      if (name === locked.name && passwordHash === undefined) return locked;
      const next = { ...locked, name, version: locked.version + 1 };
      await updateUser(writer, user.id, { name, version: next.version, updated_at: change.at });
      if (passwordHash !== undefined) await this.#parts.passwords.replace(writer, locked, passwordHash, change);
      change.record({
        action: 'user.update',
        target: { type: 'user', id: user.id },
        changes: difference(locked, next, passwordHash !== undefined),
      });
      return next;
    });
    return { ...me, user: { ...me.user, name: saved.name }, version: saved.version };
  }

  /** Requests the deletion of the person's user. @throws as `UserDeletion.request`; `validation_failed` */
  async delete(actor: Actor, password: string, expected?: number): Promise<Me> {
    const person = asPerson(actor, 'account.read');
    rejectConfined(person);
    const user = await this.#user(person);
    await this.#parts.passwords.confirm(user, password, { path: 'password', ip: person.origin?.ip ?? '' });
    await this.#parts.deletion.request(person, person.id, expected);
    return this.#ofPerson(person);
  }

  /** Cancels the deletion. */
  async restore(actor: Actor, expected?: number): Promise<Me> {
    const person = asPerson(actor, 'account.read');
    rejectConfined(person);
    await this.#parts.deletion.restore(person, person.id, expected);
    return this.#ofPerson(person);
  }

  /** Whether anybody outside the session's account sees the person's name. */
  async #belongsElsewhere({ id, accountId }: Person): Promise<boolean> {
    const memberships = await membershipsOf(this.#parts.database.reader, id);
    return memberships.some((membership) => membership.id !== accountId);
  }

  async #newPassword(person: Person, user: UserRow, requested: ProfileChange & { password: string }): Promise<string> {
    if (requested.current_password === undefined) {
      throw invalid(
        'current_password',
        'required',
        'Send the current password too, so that nobody else can change it.',
      );
    }
    const memberships = await membershipsOf(this.#parts.database.reader, person.id);
    const names = [requested.name ?? user.name, ...memberships.map(({ name }) => name)];
    await checkPassword(requested.password, [user.email, ...names]);
    const { password, current_password: current } = requested;
    return this.#parts.passwords.inTurn(CONFIRM_SCOPE, person.origin?.ip ?? '', async (hashing) => {
      await this.#parts.passwords.confirmIn(hashing, user, current, 'current_password');
      return hashing.hash(password);
    });
  }

  async #ofPerson(person: Person): Promise<Me> {
    const user = await this.#user(person);
    const memberships = await membershipsShownTo(this.#parts.database.reader, person);
    const accounts = memberships.map(({ id, name, role, suspended_at }) => ({
      id,
      name,
      role,
      suspended: suspended_at !== null,
    }));
    const account = accounts.find(({ id }) => id === person.accountId);
    if (account === undefined) throw unauthenticated();
    return {
      user: { id: user.id, email: user.email, name: user.name, email_verified: user.email_verified_at !== null },
      account,
      accounts,
      permissions: permissions.filter(person.permits),
      deletion_at: isoTime(user.deletion_at),
      version: user.version,
    };
  }

  async #ofKey(actor: Actor): Promise<MeAsKey> {
    const spaceId = actor.spaceId ?? '';
    const [key, space] = await Promise.all([
      this.#parts.keys.get(actor, spaceId, actor.id),
      this.#parts.spaces.find(actor, spaceId),
    ]);
    return { key, space: { id: space.id, name: space.name }, permissions: permissions.filter(actor.permits) };
  }

  async #user(person: Person): Promise<UserRow> {
    const user = await findUser(this.#parts.database.reader, person.id);
    if (user === undefined) throw unauthenticated();
    return user;
  }
}

/** The difference as the audit shows it: never the password. */
function difference(before: UserRow, after: UserRow, isPasswordNew: boolean): object {
  return {
    before: { name: before.name },
    after: { name: after.name, ...(isPasswordNew ? { password: 'changed' } : {}) },
  };
}
