/**
 * Switches off a webhook that nobody receives any more, and tells the owners of its account. As with every change of a
 * webhook, committed events are fanned out first. The mail is part of the change.
 */
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Language } from '../../platform/kit/language.ts';
import { type AccountOwners, type MailWords, mailTo } from '../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../platform/outgoing/mail/name-in-mail.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { SwitchOffReason } from './dispatch/queues.ts';
import type { WebhookDispatch } from './dispatching.ts';
import { findSpace, lockWebhook, updateWebhook, webhookById } from './store.ts';
import type { WebhookRow } from './tables.ts';

const REASONS: Readonly<Record<SwitchOffReason, Readonly<Record<Language, string>>>> = {
  failing: {
    en: 'its receiver has failed for five days without a success',
    de: 'sein Empfänger hat seit fünf Tagen nichts angenommen',
  },
  gone: { en: 'its receiver responded with 410 Gone', de: 'sein Empfänger hat mit 410 Gone geantwortet' },
};

type SpaceOfWebhook = NonNullable<Awaited<ReturnType<typeof findSpace>>>;

export interface SwitchOffParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly dispatch: WebhookDispatch;
  readonly owners: (db: Reader, accountId: string) => Promise<AccountOwners>;
  readonly outbox: Outbox;
}

/** Idempotent: a webhook that is already off stays as it is, and no second mail is sent. */
export async function switchOff(parts: SwitchOffParts, webhookId: string, reason: SwitchOffReason): Promise<void> {
  const known = await webhookById(parts.database.reader, webhookId);
  const space = known === undefined ? undefined : await findSpace(parts.database.reader, known.space_id);
  if (space === undefined) return;
  const webhook = await turnOff(parts, { webhookId, space, reason });
  if (webhook === undefined) return;
  parts.dispatch.changed();
}

/** Returns the webhook as it was before; undefined if it was already off or gone. */
async function turnOff(
  { journal, dispatch, owners, outbox }: SwitchOffParts,
  { webhookId, space, reason }: { webhookId: string; space: SpaceOfWebhook; reason: SwitchOffReason },
): Promise<WebhookRow | undefined> {
  const { account_id: accountId } = space;
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
    const { recipients } = await owners(writer, accountId);
    const words = mailAbout(row, space.name, reason);
    for (const recipient of recipients) await outbox.add(writer, mailTo(recipient, words));
    return row;
  });
}

function mailAbout({ id, name, space_id: spaceId }: WebhookRow, spaceName: string, reason: SwitchOffReason): MailWords {
  return {
    en: {
      subject: `The webhook ${quotedName(name, id)} was switched off`,
      paragraphs: [
        `We switched off the webhook ${quotedName(name, 'with the id')} (${id}) of the space ${quotedName(spaceName, spaceId)}, because ${REASONS[reason].en}.`,
        'It no longer receives any events. Once its receiver works again, switch the webhook on: in Studio under Settings → Webhooks, or over the API with {"active": true}. Failed deliveries are in its log, and you can send them again from there.',
      ],
    },
    de: {
      subject: `Der Webhook ${quotedName(name, id, 'de')} wurde abgeschaltet`,
      paragraphs: [
        `Wir haben den Webhook ${quotedName(name, 'mit der ID', 'de')} (${id}) des Space ${quotedName(spaceName, spaceId, 'de')} abgeschaltet: ${REASONS[reason].de}.`,
        'Er erhält keine Ereignisse mehr. Sobald der Empfänger wieder funktioniert, schalten Sie den Webhook wieder ein: in Studio unter Einstellungen → Webhooks oder über die API mit {"active": true}. Fehlgeschlagene Zustellungen stehen in seinem Protokoll und lassen sich von dort erneut senden.',
      ],
    },
  };
}
