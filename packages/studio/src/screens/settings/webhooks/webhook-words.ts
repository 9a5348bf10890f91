/** What events, outcomes and states of webhooks are called. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { EventKind, EventResource } from '../../../../../contract/src/event-kinds.ts';
import type { Webhook, WebhookAttempt } from '../../../api/types.ts';

/** What an event is about, as a heading. */
export function useEventGroups(): Readonly<Record<EventResource, string>> {
  const { t } = useLingui();
  return {
    entry: t`Entries`,
    content_type: t`Content types`,
    asset: t`Files`,
    environment: t`Environments`,
    change_set: t`Releases`,
  };
}

/** What happens, in words that stand alone. */
export function useEventNames(): Readonly<Record<EventKind, string>> {
  const { t } = useLingui();
  return {
    'entry.create': t`Entry created`,
    'entry.update': t`Entry saved`,
    'entry.publish': t`Entry published`,
    'entry.unpublish': t`Entry unpublished`,
    'entry.archive': t`Entry archived`,
    'entry.delete': t`Entry deleted`,
    'content_type.create': t`Content type created`,
    'content_type.update': t`Content type changed`,
    'content_type.delete': t`Content type deleted`,
    'asset.create': t`File uploaded`,
    'asset.update': t`File changed`,
    'asset.delete': t`File deleted`,
    'environment.create': t`Environment created`,
    'environment.update': t`Languages or aliases changed`,
    'change_set.publish': t`Release published`,
    'change_set.fail': t`Release failed at its time`,
    'change_set.undo': t`Release taken back`,
  };
}

/** How an attempt ended, and what that means for the receiver. */
export function useOutcomeWords(): (attempt: WebhookAttempt) => { readonly result: string; readonly advice?: string } {
  const { t } = useLingui();
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    dns: [t`Unknown host`, t`The name of the host has no address. Check the address of the webhook for typing errors.`],
    blocked_address: [
      t`Private address`,
      t`The host is in a private network, which nothing is sent to. Use an address on the public internet.`,
    ],
    connect: [t`No connection`, t`The receiver refused the connection. Check that it runs and that its port is open.`],
    tls: [t`No secure connection`, t`The certificate of the receiver is missing, expired or not trusted. Renew it.`],
    timeout: [
      t`Too slow`,
      t`No complete response came within 5 seconds. Respond first, with 204, and do longer work afterwards.`,
    ],
    too_large: [t`Response too large`, t`The response is larger than 64 KB. Respond with 204 and an empty body.`],
    reset: [t`Connection broken`, t`The receiver closed the connection before it responded. Look into its log.`],
  };
  const byStatus = (code: number): string => {
    if (code === 401 || code === 403)
      return t`The receiver did not accept the signature or the headers. Compare the secret, and the headers of the webhook.`;
    if (code === 404) return t`The receiver has nothing at this address. Check the path of the webhook's address.`;
    if (code === 410) return t`The receiver said that it is gone for good, so the webhook was switched off.`;
    if (code >= 300 && code < 400) return t`Redirects are not followed. Enter the address that it leads to.`;
    return t`The receiver has to respond with a status from 200 to 299. Its log and the response below say why it did not.`;
  };
  return ({ status, status_code: code, error }) => {
    if (status === 'pending') return { result: t`Waiting` };
    if (status === 'success') return { result: t`Delivered` };
    const [words, advice] = reasons[error ?? ''] ?? [null, byStatus(code ?? 0)];
    return { result: words ?? t`Failed`, advice };
  };
}

/** Whether a webhook works, in a word. */
export type WebhookState = 'on' | 'failing' | 'paused' | 'off';

export function stateOf({ active, health }: Pick<Webhook, 'active' | 'health'>): WebhookState {
  if (!active) return 'off';
  if (health.paused_until !== null) return 'paused';
  return health.failing_since === null ? 'on' : 'failing';
}

export function useStateWords(): Readonly<Record<WebhookState, string>> {
  const { t } = useLingui();
  return {
    on: t({ message: 'On', comment: 'State of a webhook' }),
    failing: t({ message: 'Failing', comment: 'State of a webhook: its receiver fails' }),
    paused: t({ message: 'Paused', comment: 'State of a webhook: nothing is sent for a while as its receiver fails' }),
    off: t({ message: 'Off', comment: 'State of a webhook: it is switched off' }),
  };
}

/** What the receiver did in the last day, in a line. */
export function useHealthWords(): (health: Webhook['health']) => string {
  const { t, i18n } = useLingui();
  const number = new Intl.NumberFormat(i18n.locale);
  return ({ delivered, failed, waiting, p95_ms: slow }) => {
    if (delivered + failed + waiting === 0) return t`Nothing sent`;
    const parts = [
      plural(delivered, { one: '# delivered', other: '# delivered' }),
      failed > 0 ? plural(failed, { one: '# attempt failed', other: '# attempts failed' }) : '',
      waiting > 0 ? plural(waiting, { one: '# waiting', other: '# waiting' }) : '',
      slow === null ? '' : t`mostly within ${number.format(slow)} ms`,
    ];
    return parts.filter((part) => part !== '').join(' · ');
  };
}
