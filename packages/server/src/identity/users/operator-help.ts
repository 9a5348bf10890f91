/** What an operator does for a user who cannot get in: a reset of the password, and a verified address. */
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newToken, tokenHash } from '../../platform/kit/token.ts';
import { RESET_PREFIX } from '../token-kinds.ts';
import { deleteResetsOf, insertReset, lockUser, updateUser } from './store.ts';

const RESET_LIFE_MS = 3_600_000;

/**
 * Makes a token that sets a new password once, within an hour, in place of all that were made before. Until it is used,
 * the password and the sessions stay.
 */
export async function makePasswordReset(
  { journal }: { readonly journal: Journal },
  actor: Actor,
  userId: string,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = newToken(RESET_PREFIX);
  return journal.write(actor, async (writer, change) => {
    if ((await lockUser(writer, userId)) === undefined) throw notFound('user', 'the address');
    await deleteResetsOf(writer, userId);
    const expiresAt = change.at + RESET_LIFE_MS;
    await insertReset(writer, { token_hash: tokenHash(token), user_id: userId, expires_at: expiresAt });
    change.record({
      action: 'password_reset.create',
      target: { type: 'user', id: userId },
      changes: { reason: 'made by the operator' },
    });
    return { token, expiresAt };
  });
}

/** Takes the address of a user for verified. @returns whether it was not before */
export async function verifyAddress(
  { journal }: { readonly journal: Journal },
  actor: Actor,
  userId: string,
): Promise<boolean> {
  return journal.write(actor, async (writer, change) => {
    const user = await lockUser(writer, userId);
    if (user === undefined) throw notFound('user', 'the address');
    if (user.email_verified_at !== null) return false;
    const { at } = change;
    await updateUser(writer, userId, { email_verified_at: at, version: user.version + 1, updated_at: at });
    change.record({
      action: 'user.verify',
      target: { type: 'user', id: userId },
      changes: { reason: 'verified by the operator' },
    });
    return true;
  });
}
