/** What webhooks ask of the way out (`dispatch/`). All but `test` and `redeliver` run inside the write that changes the webhook. */
import type { Writer } from '../database/database.ts';
import type { AttemptRecord } from './schema.ts';

export interface WebhookDispatch {
  /** Makes deliveries of all that was committed in the space so far, by the webhooks as they stand; call it before they change. */
  settle(writer: Writer, spaceId: string): Promise<void>;
  /** Removes what waits for the webhook, and its log. */
  remove(writer: Writer, webhookId: string): Promise<void>;
  /** Forgets that the webhook failed: somebody switched it on. */
  resumed(writer: Writer, webhookId: string): Promise<void>;
  /** Told after the commit that a webhook was made, changed or deleted. */
  changed(spaceId: string): void;
  /**
   * Sends a sample event once.
   * @returns the record of the attempt when it has ended, or while it still runs after a few seconds
   */
  test(webhookId: string): Promise<AttemptRecord>;
  /** Sends a delivery once more, with the same id and bytes. Undefined where the webhook has no such delivery. */
  redeliver(webhookId: string, deliveryId: string): Promise<AttemptRecord | undefined>;
}
