/**
 * Suspension of accounts. An account is suspended by the operator, for a late payment, or for both, and can be used again when no
 * reason is left: a payment does not lift a suspension by the operator, and the operator cannot lift one for a late payment.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import { updateAccount } from './store.ts';
import type { AccountRow } from './tables.ts';

/** Why an account is suspended. A deletion counts as `operator`. */
export type SuspensionReason = 'operator' | 'billing';

type Suspension = Pick<AccountRow, 'suspended_at' | 'suspended_for'>;

/** Whether a late payment is the sole reason: then members still have sessions in the account, to pay or to learn who can. */
export function isForPayment({ suspended_at, suspended_for }: Suspension): boolean {
  return suspended_at !== null && suspended_for === 'billing';
}

/** Whether members can have a session in an account; `session-rules.ts` says what they can do in one that is suspended. */
export function isOpen(account: Suspension): boolean {
  return account.suspended_at === null || isForPayment(account);
}

/** Whether an account is suspended for that reason. */
export function isSuspendedFor(row: Suspension, reason: SuspensionReason): boolean {
  return reasonsOf(row).has(reason);
}

/**
 * Adds or removes a reason to suspend a locked account, and records the outcome in the same write.
 * @returns whether that changed anything
 */
export async function setSuspension(
  writer: Writer,
  change: Change,
  row: AccountRow,
  { reason, isOn }: { readonly reason: SuspensionReason; readonly isOn: boolean },
): Promise<boolean> {
  const reasons = reasonsOf(row);
  if (reasons.has(reason) === isOn) return false;
  if (isOn) reasons.add(reason);
  else reasons.delete(reason);
  const suspended = reasons.size > 0;
  await updateAccount(writer, row.id, {
    suspended_at: suspended ? (row.suspended_at ?? change.at) : null,
    suspended_for: suspended ? [...reasons].sort().join(' ') : null,
    version: row.version + 1,
    updated_at: change.at,
  });
  change.record({
    action: isOn ? 'account.suspend' : 'account.resume',
    target: { type: 'account', id: row.id },
    changes: {
      before: { suspended: row.suspended_at !== null },
      after: { suspended },
      ...(reason === 'billing' ? { reason: isOn ? 'a payment is late' : 'no payment is late any more' } : {}),
    },
  });
  return true;
}

function reasonsOf({ suspended_at, suspended_for }: Suspension): Set<string> {
  return new Set(suspended_at === null ? [] : (suspended_for ?? 'operator').split(' '));
}
