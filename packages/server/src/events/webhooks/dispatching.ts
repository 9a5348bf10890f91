/**
 * What webhooks ask of the way out (`dispatch/`). Whatever takes a writer runs inside the write that changes a webhook,
 * so that the change and what follows from it are one.
 */
import type { Writer } from '../../platform/database/database.ts';

export interface WebhookDispatch {
  /** Makes deliveries of all that was committed in the space so far, by the webhooks as they stand; called before they change. */
  settle(writer: Writer, spaceId: string): Promise<void>;
  /** Removes what waits for the webhook, and its log. */
  remove(writer: Writer, webhookId: string): Promise<void>;
  /** Forgets that the webhook failed: somebody switched it on again, or corrected where it goes. */
  resumed(writer: Writer, webhookId: string): Promise<void>;
  /** Adds one attempt of a sample event, which is not repeated; gives the attempt's id. */
  addTest(writer: Writer, webhook: { readonly id: string; readonly space_id: string }): Promise<string>;
  /**
   * Adds one attempt of a delivery, with the same id and bytes, which is not repeated.
   * @returns the attempt's id; undefined where the webhook has no such delivery
   */
  addRedelivery(writer: Writer, webhookId: string, deliveryId: string): Promise<string | undefined>;
  /** Told after the commit of whatever was done above. */
  changed(): void;
  /** Resolves when the attempt has ended, or after a few seconds where it has not. */
  ended(webhookId: string, attemptId: string): Promise<void>;
}
