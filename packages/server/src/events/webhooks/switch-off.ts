/**
 * Switches off a webhook that nobody receives any more, and tells the owners of its account. As with every change of a
 * webhook, committed events are fanned out first. The mail is part of the change.
 */
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Mail } from '../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../platform/outgoing/mail/name-in-mail.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { SwitchOffReason } from './dispatch/queues.ts';
import type { WebhookDispatch } from './dispatching.ts';
import { accountOfSpace, lockWebhook, updateWebhook, webhookById } from './store.ts';
import type { WebhookRow } from './tables.ts';

const reasons: Readonly<Record<SwitchOffReason, string>> = {
  failing: 'its receiver has failed for five days without a success',
  gone: 'its receiver responded with 410 Gone',
};

export interface SwitchOffParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly dispatch: WebhookDispatch;
  /** E-mail addresses of an account's owners. */
  readonly owners: (db: Reader, accountId: string) => Promise<readonly string[]>;
  readonly outbox: Outbox;
}

/** Idempotent: a webhook that is already off stays as it is, and no second mail is sent. */
export async function switchOff(parts: SwitchOffParts, webhookId: string, reason: SwitchOffReason): Promise<void> {
  const known = await webhookById(parts.database.reader, webhookId);
  const accountId = known === undefined ? undefined : await accountOfSpace(parts.database.reader, known.space_id);
  if (accountId === undefined) return;
  const webhook = await turnOff(parts, { webhookId, accountId, reason });
  if (webhook === undefined) return;
  parts.dispatch.changed();
}

/** Returns the webhook as it was before; undefined if it was already off or gone. */
async function turnOff(
  { journal, dispatch, owners, outbox }: SwitchOffParts,
  { webhookId, accountId, reason }: { webhookId: string; accountId: string; reason: SwitchOffReason },
): Promise<WebhookRow | undefined> {
  return journal.write(systemActor('webhooks', accountId), async (writer, change) => {
    const row = await lockWebhook(writer, webhookId);
    if (row === undefined || row.active === 0) return undefined;
    await dispatch.fanOutSpace(writer, row.space_id);
    const off = { active: 0, disabled_reason: reason, disabled_at: change.at };
    await updateWebhook(writer, row.id, { ...off, version: row.version + 1, updated_at: change.at });
    change.record({
      action: 'webhook.disable',
      target: { type: 'webhook', id: row.id },
      spaceId: row.space_id,
      changes: { before: { active: true }, after: { active: false }, reason },
    });
    const mail = mailAbout(row, reason);
    for (const to of await owners(writer, accountId)) await outbox.add(writer, { to, ...mail });
    return row;
  });
}

function mailAbout({ id, name, space_id: spaceId }: WebhookRow, reason: SwitchOffReason): Omit<Mail, 'to'> {
  const paragraphs = [
    `Lectern has switched off the webhook ${quotedName(name, 'with the id')} (${id} of the space ${spaceId}): ${reasons[reason]}.`,
    'It receives no events until somebody switches it on again: change it with {"active": true} when the receiver works. Deliveries that failed are in its log, from where they can be sent again.',
  ];
  return { subject: `The webhook ${quotedName(name, id)} was switched off`, paragraphs };
}
