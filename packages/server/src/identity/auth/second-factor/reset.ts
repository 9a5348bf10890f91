/** Removes all second factors of a user, for an operator who is convinced that the user lost them. */
import { notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { languageFor } from '../mail-language.ts';
import { deleteFactors } from '../proof/address-proof.ts';
import { lockUser } from '../users/store.ts';
import { secondFactorMail } from './mails.ts';

/**
 * Deletes authenticator app, passkeys and recovery codes, and mails the user. Their sessions stay, but no longer count as
 * confirmed.
 * @returns whether there was anything to delete
 */
export async function resetSecondFactor(
  { journal, outbox }: { readonly journal: Journal; readonly outbox: Outbox },
  actor: Actor,
  userId: string,
): Promise<boolean> {
  return journal.write(actor, async (writer, change) => {
    const user = await lockUser(writer, userId);
    if (user === undefined) throw notFound('user', 'the address');
    const dropped = await deleteFactors(writer, userId);
    if (Object.keys(dropped).length === 0) return false;
    await outbox.add(
      writer,
      secondFactorMail(user.email, { event: 'off', at: change.at, language: languageFor(user, change) }),
    );
    change.record({
      action: 'second_factor.delete',
      target: { type: 'user', id: userId },
      changes: { reason: 'reset by the operator' },
    });
    return true;
  });
}
