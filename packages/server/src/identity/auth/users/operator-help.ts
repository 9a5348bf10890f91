/** What an operator can do for a user who cannot log in: reset the password, and mark the address as verified. */
import { notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { newToken, tokenHash } from '../../../platform/kit/token.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { RESET_PREFIX } from '../../actors/token-kinds.ts';
import { proofRecord, proveAddress } from '../proof/address-proof.ts';
import { deleteResetsOf, insertReset, lockUser } from './store.ts';

const RESET_LIFE_MS = 3_600_000;

/**
 * Creates a token that sets a new password once, within an hour. It replaces all earlier ones. Until it is used, the password and
 * the sessions stay.
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

/**
 * Marks the address of a user as proven. Sessions and second factors from before end; the password stays.
 * @returns whether it was not proven before
 */
export async function verifyAddress(
  { journal, outbox }: { readonly journal: Journal; readonly outbox: Outbox },
  actor: Actor,
  userId: string,
): Promise<boolean> {
  return journal.write(actor, async (writer, change) => {
    if ((await lockUser(writer, userId)) === undefined) throw notFound('user', 'the address');
    const proof = { by: 'the operator', password: 'stays' } as const;
    const ended = await proveAddress({ writer, change, outbox }, userId, proof);
    if (ended !== undefined) change.record(proofRecord(userId, proof.by, ended));
    return ended !== undefined;
  });
}
