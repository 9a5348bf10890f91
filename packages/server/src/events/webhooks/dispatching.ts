/**
 * What the webhook rules need from dispatch (`dispatch/`). Every method that takes a writer runs inside the write that
 * changes a webhook, so that the change and its effects are committed together.
 */
import type { EventKind } from '../../../../contract/src/event-kinds.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Redelivery } from './schema.ts';

/** An entry as an event about it names it. */
export interface SampledEntry {
  readonly spaceId: string;
  /** Name of its environment, and the code of that name. */
  readonly environment: string;
  readonly code: string;
  readonly key: string;
  /** The `api_id` of its content type. */
  readonly contentType: string;
  readonly slug: string | null;
  readonly status: string;
  /** JSON of its slugs by locale, as the journal has them; null if its content type has no slug field. */
  readonly slugs: string | null;
}

/** What a sample is about. */
export interface Sample {
  /** The first kind that the webhook listens to, if not given. */
  readonly event: EventKind | undefined;
  /** Null for one that does not exist. */
  readonly entry: SampledEntry | null;
}

/** A range of times, in milliseconds since the epoch. */
export interface RedeliveredRange {
  readonly from: number;
  /** Null for everything until now. */
  readonly until: number | null;
  /** Whether to send what was received; null for everything. */
  readonly isReceived: boolean | null;
}

export interface WebhookDispatch {
  /** Creates deliveries of everything committed in the space so far, for its current webhooks. Call it before they change. */
  fanOutSpace(writer: Writer, spaceId: string): Promise<void>;
  /** Adds one attempt with a sample event, without retries. Returns the attempt's id. */
  addTest(writer: Writer, webhookId: string, sample: Sample): Promise<string>;
  /**
   * Adds one attempt of a delivery, with the same id and bytes, without retries.
   * @returns the attempt's id; undefined if the webhook has no such delivery
   */
  addRedelivery(writer: Writer, webhookId: string, deliveryId: string): Promise<string | undefined>;
  /** Sends the deliveries of a range again, with their ids and bytes, in order and with retries. */
  redeliverRange(writer: Writer, webhookId: string, range: RedeliveredRange): Promise<Redelivery>;
  /** Called after the commit of any of the above. */
  changed(): void;
  /** Resolves when the attempt has ended, or after a few seconds at most. */
  ended(webhookId: string, attemptId: string): Promise<void>;
}
