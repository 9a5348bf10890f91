/**
 * Deletion of a user. The user, with their password, or the operator requests it, and it takes place two weeks later. Until then
 * it can be cancelled. An account always keeps an owner who stays, so its last owner cannot be deleted before the account. A
 * background job does the removal itself (`../../removal/`).
 */
import type { AuditAction } from '../../../../../contract/src/audit-actions.ts';
import type { Writer } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { allMembershipsOf, lockAccount } from '../../accounts/accounts.ts';
import { DELETION_GRACE_MS, requireRestorable } from '../../accounts/deletion-grace.ts';
import { hasOtherOwner } from '../../accounts/members/membership.ts';
import type { AccountRow } from '../../accounts/tables.ts';
import { languageFor } from '../mail-language.ts';
import type { UserRow } from '../tables.ts';
import { userDeletionMail } from './mails.ts';
import { lockUser, updateUser } from './store.ts';

interface UserDeletionParts {
  readonly journal: Journal;
  readonly outbox: Outbox;
}

export class UserDeletion {
  readonly #parts: UserDeletionParts;

  constructor(parts: UserDeletionParts) {
    this.#parts = parts;
  }

  /**
   * Sets the time at which a user is deleted, and mails them. A time that is already set does not change.
   * @throws `not_found`, `version_conflict`, `conflict` with the `accounts` that would be left without an owner
   */
  async request(actor: Actor, userId: string, expected?: number): Promise<UserRow> {
    return this.#change(actor, userId, expected, async (writer, user, change) => {
      if (user.deletion_at !== null) return undefined;
      const deletionAt = change.at + DELETION_GRACE_MS;
      const mail = userDeletionMail(user.email, deletionAt, languageFor(user, change));
      await this.#parts.outbox.add(writer, mail, user.id);
      return { action: 'user.delete', deletionAt };
    });
  }

  /** Cancels the deletion. */
  async restore(actor: Actor, userId: string, expected?: number): Promise<UserRow> {
    return this.#change(actor, userId, expected, async (writer, user, { at }) => {
      if (user.deletion_at === null) return undefined;
      requireRestorable('user', user, at);
      await this.#parts.outbox.withdraw(writer, user.id);
      return { action: 'user.restore', deletionAt: null };
    });
  }

  async #change(
    actor: Actor,
    userId: string,
    expected: number | undefined,
    decide: (
      writer: Writer,
      user: UserRow,
      change: Change,
    ) => Promise<{ action: AuditAction; deletionAt: number | null } | undefined>,
  ): Promise<UserRow> {
    return this.#parts.journal.write(actor, async (writer, change) => {
      const alone = await ownedAlone(writer, userId);
      const user = await lockUser(writer, userId);
      if (user === undefined) throw notFound('user', 'the address');
      checkVersion(expected, user.version);
      const decision = await decide(writer, user, change);
      if (decision === undefined) return user;
      const { action, deletionAt } = decision;
      if (deletionAt !== null) requireNoneDeserted(alone);
      const values = { deletion_at: deletionAt, version: user.version + 1, updated_at: change.at };
      await updateUser(writer, userId, values);
      change.record({
        action,
        target: { type: 'user', id: userId },
        changes: { before: { deletion_at: isoTime(user.deletion_at) }, after: { deletion_at: isoTime(deletionAt) } },
      });
      return { ...user, ...values };
    });
  }
}

/** The accounts whose only remaining owner is this user; locked, like all others that the user owns. */
export async function ownedAlone(writer: Writer, userId: string): Promise<AccountRow[]> {
  const owned = (await allMembershipsOf(writer, userId)).filter(({ role }) => role === 'owner');
  const alone: AccountRow[] = [];
  for (const { id } of owned.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const account = await lockAccount(writer, id);
    if (account !== undefined && !(await hasOtherOwner(writer, id, userId))) alone.push(account);
  }
  return alone;
}

/** @throws `conflict` for accounts that are not about to be deleted themselves */
function requireNoneDeserted(alone: readonly AccountRow[]): void {
  const accounts = alone.filter(({ deletion_at }) => deletion_at === null);
  if (accounts.length === 0) return;
  const named = accounts.map(({ name, id }) => `"${name}" (${id})`).join(', ');
  const message = `You are the last owner of ${named}; make somebody else an owner there, or delete it, first.`;
  throw new DomainError('conflict', message, { accounts: accounts.map(({ id }) => id) });
}
