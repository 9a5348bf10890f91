/** The own account of a person who signs up, or who takes over a user that an identity provider created for them. */
import type { Writer } from '../../../platform/database/database.ts';
import type { Change } from '../../../platform/journal/change.ts';
import { insertAccount } from '../../accounts/accounts.ts';
import { addMember } from '../../accounts/members/membership.ts';

export interface OwnAccount {
  readonly accountId: string;
  readonly accountName: string;
  /** Its owner. */
  readonly userId: string;
}

/** Creates an account inside an open write, and records it. */
export async function createOwnAccount(
  writer: Writer,
  change: Change,
  { accountId, accountName, userId }: OwnAccount,
): Promise<void> {
  const { at } = change;
  await insertAccount(writer, {
    id: accountId,
    name: accountName,
    version: 1,
    suspended_at: null,
    suspended_for: null,
    second_factor: 'optional',
    ai: 'on',
    deletion_at: null,
    created_at: at,
    updated_at: at,
  });
  await addMember(writer, change, { accountId, userId, role: 'owner', joinedBy: 'sign_up' });
  change.record({
    action: 'account.create',
    target: { type: 'account', id: accountId },
    accountId,
    changes: { after: { name: accountName, owner: userId } },
  });
}
