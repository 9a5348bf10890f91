/**
 * The log of what was sent to a webhook, and sending by hand: a sample, or a delivery again. The write that adds the attempt
 * also journals the request, so that a repeated request sends nothing twice.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { webhookSendAttempt } from '../../platform/request-limits/limits.ts';
import type { Throttle } from '../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../platform/request-limits/too-many-attempts.ts';
import { attemptRecord } from './dispatch/log.ts';
import { attemptsOf, countAttempts, findAttempt, type LogPlace, listAttempts } from './dispatch/log-store.ts';
import type { WebhookDispatch } from './dispatching.ts';
import type { AttemptRecord } from './schema.ts';
import type { WebhookRow } from './tables.ts';
import type { WebhookAddress } from './webhook-change.ts';
import type { Webhooks } from './webhooks.ts';

const SCOPE = 'webhook_sends';

/** Which attempts to list. */
export interface AttemptQuery extends LogPlace {
  readonly status?: string | undefined;
  readonly event?: string | undefined;
}

interface WebhookLogParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly webhooks: Webhooks;
  readonly dispatch: WebhookDispatch;
  readonly throttle: Throttle;
}

export class WebhookLog {
  readonly #parts: WebhookLogParts;

  constructor(parts: WebhookLogParts) {
    this.#parts = parts;
  }

  /** The attempts that a page needs, and how many there are. */
  async page(actor: Actor, at: WebhookAddress, query: AttemptQuery): Promise<{ rows: AttemptRecord[]; total: number }> {
    const { url } = await this.#parts.webhooks.find(actor, at);
    const filter = { webhook: at.id, status: query.status, event: query.event };
    const total = await countAttempts(this.#parts.database.reader, filter);
    const rows = await listAttempts(this.#parts.database.reader, { ...query, ...filter });
    return { rows: rows.map((row) => attemptRecord(row, url)), total };
  }

  /** All attempts of one delivery, in order. @throws `not_found` */
  async attempts(actor: Actor, at: WebhookAddress, deliveryId: string): Promise<AttemptRecord[]> {
    const { url } = await this.#parts.webhooks.find(actor, at);
    const rows = await attemptsOf(this.#parts.database.reader, at.id, deliveryId);
    if (rows.length === 0) throw notFound('delivery');
    return rows.map((row) => attemptRecord(row, url));
  }

  /** Sends a sample event, whichever events the webhook listens to, and returns its outcome. */
  async test(actor: Actor, at: WebhookAddress, expected?: number): Promise<AttemptRecord> {
    const webhook = await this.#parts.webhooks.find(actor, at);
    checkVersion(expected, webhook.version);
    const attemptId = await this.#parts.journal.write(actor, async (writer, change) => {
      await this.#count(writer, webhook);
      const target = { type: 'webhook', id: webhook.id };
      change.record({ action: 'webhook.test', target, spaceId: webhook.space_id });
      return this.#parts.dispatch.addTest(writer, webhook);
    });
    return this.#outcome(webhook, attemptId);
  }

  /** Sends a delivery again, with the same id and bytes, and returns its outcome. @throws `not_found` */
  async redeliver(
    actor: Actor,
    at: WebhookAddress & { readonly deliveryId: string },
    expected?: number,
  ): Promise<AttemptRecord> {
    const { deliveryId } = at;
    const webhook = await this.#parts.webhooks.find(actor, at);
    checkVersion(expected, webhook.version);
    const attemptId = await this.#parts.journal.write(actor, async (writer, change) => {
      await this.#count(writer, webhook);
      const attempt = await this.#parts.dispatch.addRedelivery(writer, webhook.id, deliveryId);
      if (attempt === undefined) throw notFound('delivery');
      const changes = { after: { delivery_id: deliveryId } };
      const target = { type: 'webhook', id: webhook.id };
      change.record({ action: 'webhook.redeliver', target, spaceId: webhook.space_id, changes });
      return attempt;
    });
    return this.#outcome(webhook, attemptId);
  }

  /** Counts in the same write as the attempt, so that an attempt that is not stored does not count. */
  async #count(writer: Writer, { space_id: spaceId }: WebhookRow): Promise<void> {
    rejectWhileBlocked(SCOPE, await this.#parts.throttle.takeIn(writer, [webhookSendAttempt(spaceId)]));
  }

  async #outcome({ id, url }: WebhookRow, attemptId: string): Promise<AttemptRecord> {
    this.#parts.dispatch.changed();
    await this.#parts.dispatch.ended(id, attemptId);
    const attempt = await findAttempt(this.#parts.database.reader, id, attemptId);
    if (attempt === undefined) throw notFound('webhook');
    return attemptRecord(attempt, url);
  }
}
