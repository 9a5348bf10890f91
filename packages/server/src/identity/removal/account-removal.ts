/**
 * Removes an account: nobody can use it from the first step on, then its spaces go, the personal details of its audit,
 * and at the end the account. Its audit stays without details, so that what is sealed can be verified, until it is too
 * old.
 */
import type { Writer } from '../../platform/database/database.ts';
import { type Actor, systemActor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { deleteAccount, lockAccount } from '../accounts/accounts.ts';
import { listedInvitations } from '../accounts/invitations/invitations.ts';
import { setSuspension } from '../accounts/suspension.ts';
import type { AccountRow } from '../accounts/tables.ts';
import { deleteSessionsIn } from '../auth/sessions/sessions.ts';

/** Who the audit says removes. */
export const REMOVER = 'deletion';

/** The spaces of accounts, which identity knows nothing else of. */
export interface SpaceRemoval {
  list(actor: Actor): Promise<readonly { readonly id: string }[]>;
  delete(actor: Actor, spaceId: string): Promise<void>;
}

/** Erases personal details from the audit, in steps; it stops early when the signal is aborted. */
export interface AuditErasure {
  ofAccount(accountId: string, signal: AbortSignal): Promise<void>;
  ofUser(userId: string, signal: AbortSignal): Promise<void>;
}

/** Ends what an account pays for elsewhere. */
export type EndPayments = (accountId: string) => Promise<void>;

export interface AccountRemovalParts {
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly spaces: SpaceRemoval;
  readonly audit: AuditErasure;
  readonly endPayments: EndPayments;
}

export async function removeAccount(parts: AccountRemovalParts, id: string, signal: AbortSignal): Promise<void> {
  const actor = systemActor(REMOVER, id);
  if (!(await close(parts, actor))) return;
  await parts.endPayments(id);
  for (const space of await parts.spaces.list(actor)) {
    if (signal.aborted) return;
    await parts.spaces.delete(actor, space.id);
  }
  await parts.audit.ofAccount(id, signal);
  if (!signal.aborted) await finish(parts, actor);
}

/** Suspends the account and ends its sessions. @returns false if it is not to be removed after all */
async function close({ journal }: AccountRemovalParts, actor: Actor): Promise<boolean> {
  return journal.write(actor, async (writer, change) => {
    const row = await lockDue(writer, change, actor.accountId);
    if (row === undefined) return false;
    if (!(await setSuspension(writer, change, row, { reason: 'operator', isOn: true }))) return true;
    await deleteSessionsIn(writer, row.id);
    return true;
  });
}

async function finish({ journal, outbox }: AccountRemovalParts, actor: Actor): Promise<void> {
  const work = async (writer: Writer, change: Change) => {
    const row = await lockDue(writer, change, actor.accountId);
    if (row === undefined) return;
    const pace = new Pace();
    for (const invitation of await listedInvitations(writer, row.id)) {
      await outbox.withdraw(writer, invitation.id);
      await pace.restIfDue();
    }
    await outbox.withdraw(writer, row.id);
    await deleteSessionsIn(writer, row.id);
    await deleteAccount(writer, row.id);
    change.record({ action: 'account.remove', target: { type: 'account', id: row.id } });
  };
  // An account may have thousands of invitations.
  await journal.write(actor, work, { long: true });
}

async function lockDue(writer: Writer, { at }: Change, id: string): Promise<AccountRow | undefined> {
  const row = await lockAccount(writer, id);
  return row?.deletion_at != null && row.deletion_at <= at ? row : undefined;
}
