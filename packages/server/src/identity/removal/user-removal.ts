/**
 * Removes a user: they can do nothing from the first step on, then their personal details in the audit of every account
 * go, and at the end their memberships and the user. What they made stays and keeps their id, which then names nobody.
 */
import type { Writer } from '../../platform/database/database.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { allMembershipsOf } from '../accounts/accounts.ts';
import { deleteInvitationsTo } from '../accounts/invitations/invitations.ts';
import { endMembership, lockMember } from '../accounts/members/membership.ts';
import { deleteSessionsIn, deleteSessionsOf } from '../auth/sessions/sessions.ts';
import type { UserRow } from '../auth/tables.ts';
import { ownedAlone } from '../auth/users/user-deletion.ts';
import { deleteUser, lockUser, updateUser } from '../auth/users/users.ts';
import { type AuditErasure, REMOVER } from './account-removal.ts';

export interface UserRemovalParts {
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly audit: AuditErasure;
}

/** A record of what happens to a user belongs to no account. */
const actor = systemActor(REMOVER, '');

export async function removeUser(parts: UserRemovalParts, id: string, signal: AbortSignal): Promise<void> {
  if (!(await close(parts, id))) return;
  await parts.audit.ofUser(id, signal);
  if (!signal.aborted) await finish(parts, id);
}

/** Suspends the user and ends their sessions. @returns false if they cannot be removed now */
async function close({ journal }: UserRemovalParts, id: string): Promise<boolean> {
  return journal.write(actor, async (writer, change) => {
    const user = await lockDue(writer, change, id);
    if (user === undefined) return false;
    if (user.suspended_at !== null) return true;
    await updateUser(writer, id, { suspended_at: change.at });
    await deleteSessionsOf(writer, id);
    change.record({ action: 'user.suspend', target: { type: 'user', id }, accountId: null });
    return true;
  });
}

async function finish({ journal, outbox }: UserRemovalParts, id: string): Promise<void> {
  await journal.write(actor, async (writer, change) => {
    const user = await lockDue(writer, change, id);
    if (user === undefined) return;
    for (const { id: accountId } of await allMembershipsOf(writer, id)) {
      const member = await lockMember(writer, { accountId, userId: id });
      await endMembership(writer, change, { member, endSessions: deleteSessionsIn });
      change.endPart();
    }
    await deleteInvitationsTo(writer, user.email_folded);
    await outbox.withdraw(writer, id);
    await deleteUser(writer, id);
    change.record({ action: 'user.remove', target: { type: 'user', id }, accountId: null });
  });
}

/** Locks the accounts that the user owns, then the user; undefined if they are not to be removed, or own one alone. */
async function lockDue(writer: Writer, { at }: Change, id: string): Promise<UserRow | undefined> {
  const isNeeded = (await ownedAlone(writer, id)).length > 0;
  const user = await lockUser(writer, id);
  const isDue = user?.deletion_at != null && user.deletion_at <= at;
  return isDue && !isNeeded ? user : undefined;
}
