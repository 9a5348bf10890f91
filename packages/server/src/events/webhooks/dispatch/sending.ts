/**
 * Makes one attempt: signs the stored bytes, sends them, and returns the outcome. The webhook is read again every second, so
 * that a new address or secret takes effect at once, wherever it was changed.
 */
import type { Reader } from '../../../platform/database/database.ts';
import { type Clock, steadyClock } from '../../../platform/kit/clock.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { MASK } from '../schema.ts';
import { deliveryHeaders } from '../signature.ts';
import { webhookById } from '../store.ts';
import type { WebhookRow } from '../tables.ts';
import type { SendableWebhook } from '../webhook.ts';
import type { Attempt, AttemptResult } from './delivery.ts';

const WEBHOOK_KEPT_FOR_MS = 1_000;
const WEBHOOKS_KEPT = 1_000;

interface KnownWebhook {
  readonly webhook: SendableWebhook | undefined;
  readonly readAt: number;
}

export class Sending {
  readonly #reader: Reader;
  readonly #outgoing: Pick<Outgoing, 'post'>;
  readonly #open: (row: WebhookRow) => SendableWebhook;
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownWebhook>();

  /** @param parts.open decrypts the parts of a webhook that a delivery needs */
  constructor(parts: {
    reader: Reader;
    outgoing: Pick<Outgoing, 'post'>;
    open: (row: WebhookRow) => SendableWebhook;
    clock: Clock;
  }) {
    this.#reader = parts.reader;
    this.#outgoing = parts.outgoing;
    this.#open = parts.open;
    this.#clock = parts.clock;
  }

  /** The current webhook, at most a second old; undefined if it is gone. */
  async webhook(id: string): Promise<SendableWebhook | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined && steadyClock() - known.readAt < WEBHOOK_KEPT_FOR_MS) return known.webhook;
    const row = await webhookById(this.#reader, id);
    const webhook = row === undefined ? undefined : this.#open(row);
    if (this.#known.size >= WEBHOOKS_KEPT) this.#known.clear();
    this.#known.set(id, { webhook, readAt: steadyClock() });
    return webhook;
  }

  /** Drops cached webhooks, because this process changed one of them. */
  forget(): void {
    this.#known.clear();
  }

  async attempt({ delivery, attempt }: Attempt, webhook: SendableWebhook): Promise<AttemptResult> {
    const at = this.#clock();
    const { id: deliveryId, event, revision, body, tags, slugs } = delivery;
    const { id, spaceId, secrets, headers: custom, url } = webhook;
    const headers = deliveryHeaders({
      event,
      deliveryId,
      revision,
      attempt,
      at,
      body,
      tags,
      slugs,
      secrets,
      custom,
    });
    const traced = { 'lectern.webhook_id': id, 'lectern.space_id': spaceId };
    const { failure: error, ...response } = await this.#outgoing.post({ url, headers, body, traced });
    return { ...response, error, attemptedAt: at, url, headers: masked(headers, custom) };
  }
}

function masked(headers: Record<string, string>, custom: SendableWebhook['headers']): Record<string, string> {
  return { ...headers, ...Object.fromEntries(Object.keys(custom).map((name) => [name, MASK])) };
}
