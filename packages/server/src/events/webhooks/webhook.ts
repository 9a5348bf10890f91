/** A webhook in the three forms that other modules need: as stored, as matched, and as the target of deliveries. */

/** The content types and environments that a webhook listens to; an empty list means all. */
export interface WebhookFilters {
  /** Each an `api_id` or a public id. */
  readonly contentTypes: readonly string[];
  /** Names. */
  readonly environments: readonly string[];
}

/** An active webhook, and what decides which events it receives. */
export interface ActiveWebhook {
  readonly id: string;
  readonly spaceId: string;
  /** Kinds of events; empty for all. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  /** A burst of events within this time becomes one delivery of the last event; 0 for no debounce. */
  readonly debounceSeconds: number;
}

/** What a delivery needs to know about its webhook. Never log it: it contains decrypted secrets. */
export interface SendableWebhook {
  readonly id: string;
  readonly spaceId: string;
  readonly url: string;
  /** Custom headers, name → value. */
  readonly headers: Readonly<Record<string, string>>;
  /** The current secret, then the prepared one if there is any. */
  readonly secrets: readonly [string, ...string[]];
  readonly active: boolean;
  readonly version: number;
}
