/** Ends the credentials that a user created and that act on their own: API keys, and tokens of identity providers. */
import type { Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import { deleteKeys, deleteScimTokensBy, lockKeysMadeBy } from './credentials-made-by-store.ts';

/**
 * Deletes the keys and SCIM tokens that a user created. Each account that loses keys gets a record of it.
 * @returns how many there were
 */
export async function endCredentialsMadeBy(
  writer: Writer,
  change: Change,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<{ api_keys: number; scim_tokens: number }> {
  const made = await lockKeysMadeBy(writer, userId);
  await deleteKeys(writer, made);
  for (const [accountId, keys] of Map.groupBy(made, ({ account_id }) => account_id)) {
    change.count(accountId, 'api_keys', -keys.length);
    change.record({
      action: 'api_key.delete',
      target: { type: 'user', id: userId },
      accountId,
      changes: { before: { api_keys: keys.length }, reason },
    });
    change.endPart();
  }
  return { api_keys: made.length, scim_tokens: await deleteScimTokensBy(writer, userId) };
}
