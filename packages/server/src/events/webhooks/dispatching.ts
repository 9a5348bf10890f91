/**
 * What the webhook rules need from dispatch (`dispatch/`). Every method that takes a writer runs inside the write that
 * changes a webhook, so that the change and its effects are committed together.
 */
import type { Writer } from '../../platform/database/database.ts';

export interface WebhookDispatch {
  /** Creates deliveries of everything committed in the space so far, for its current webhooks. Call it before they change. */
  fanOutSpace(writer: Writer, spaceId: string): Promise<void>;
  /** Adds one attempt with a sample event, without retries. Returns the attempt's id. */
  addTest(writer: Writer, webhook: { readonly id: string; readonly space_id: string }): Promise<string>;
  /**
   * Adds one attempt of a delivery, with the same id and bytes, without retries.
   * @returns the attempt's id; undefined if the webhook has no such delivery
   */
  addRedelivery(writer: Writer, webhookId: string, deliveryId: string): Promise<string | undefined>;
  /** Called after the commit of any of the above. */
  changed(): void;
  /** Resolves when the attempt has ended, or after a few seconds at most. */
  ended(webhookId: string, attemptId: string): Promise<void>;
}
