/**
 * Changes a webhook's secret in two steps, so that its receiver is ready before the old one ends. Once prepared, the
 * new secret signs alongside the old one in the header of Standard Webhooks; once promoted, it signs alone.
 */
import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import type { Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { WebhookDispatch } from './dispatching.ts';
import { checkSecret } from './input-checks.ts';
import { representation } from './representation.ts';
import type { SecretInput, Webhook, WebhookWithSecret } from './schema.ts';
import type { WebhookRow } from './tables.ts';
import { lockedWebhook, recordWebhook, saveWebhook, type WebhookAddress } from './webhook-change.ts';
import { newSecret, type WebhookSecrets } from './webhook-secrets.ts';
import type { Webhooks } from './webhooks.ts';

interface SecretRotationParts {
  readonly journal: Journal;
  readonly webhooks: Webhooks;
  readonly secrets: WebhookSecrets;
  readonly dispatch: WebhookDispatch;
}

export class SecretRotation {
  readonly #parts: SecretRotationParts;

  constructor(parts: SecretRotationParts) {
    this.#parts = parts;
  }

  /**
   * Prepares a secret, replacing one that was prepared but not promoted. The secret appears only in this response.
   */
  async prepare(actor: Actor, at: WebhookAddress, input: SecretInput, expected?: number): Promise<WebhookWithSecret> {
    await this.#parts.webhooks.find(actor, at);
    const secret = input.secret ?? newSecret();
    checkSecret(secret);
    return this.#write(actor, async (writer, change) => {
      const row = await lockedWebhook(writer, at, expected);
      const values = { next_secret: this.#parts.secrets.seal(secret), next_secret_at: change.at };
      const shown = await this.#save(writer, change, { action: 'webhook.rotate_secret', row, values });
      return { ...shown, secret };
    });
  }

  /**
   * Replaces the old secret with the prepared one.
   * @throws `conflict` if none was prepared
   */
  async promote(actor: Actor, at: WebhookAddress, expected?: number): Promise<Webhook> {
    await this.#parts.webhooks.find(actor, at);
    return this.#write(actor, async (writer, change) => {
      const row = await lockedWebhook(writer, at, expected);
      if (row.next_secret === null)
        throw new DomainError('conflict', 'Call rotate-secret first; no new secret is prepared.');
      const values = { secret: row.next_secret, next_secret: null, next_secret_at: null };
      return this.#save(writer, change, { action: 'webhook.promote_secret', row, values });
    });
  }

  async #save(
    writer: Writer,
    change: Change,
    { action, row, values }: { action: AuditAction; row: WebhookRow; values: Partial<WebhookRow> },
  ): Promise<Webhook> {
    const next = await saveWebhook(writer, change, { row, values });
    recordWebhook(change, action, row, {
      before: { rotation_started_at: isoTime(row.next_secret_at) },
      after: { rotation_started_at: isoTime(next.next_secret_at) },
    });
    return representation(next, this.#parts.secrets.headersOf(next));
  }

  /** Writes a change, and makes dispatch read the webhook again. */
  async #write<T>(actor: Actor, work: (writer: Writer, change: Change) => Promise<T>): Promise<T> {
    const result = await this.#parts.journal.write(actor, work);
    this.#parts.dispatch.changed();
    return result;
  }
}
