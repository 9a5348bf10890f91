/** A webhook in the three forms that others need: as stored, as matched, and as a target of deliveries. */

/** The content types and environments that a webhook listens to; an empty list means all. */
export interface WebhookFilters {
  /** Each an `api_id` or a public id. */
  readonly contentTypes: readonly string[];
  /** Names. */
  readonly environments: readonly string[];
}

/** An active webhook, with what decides which events it receives. */
export interface StandingWebhook {
  readonly id: string;
  readonly spaceId: string;
  /** Kinds of events; empty for all. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  /** A burst within this time becomes one delivery of its last event; 0 for none. */
  readonly debounceSeconds: number;
}

/** What a delivery needs of its webhook. Never log it: it holds decrypted secrets. */
export interface SendableWebhook {
  readonly id: string;
  readonly spaceId: string;
  readonly url: string;
  /** Custom headers, name → value. */
  readonly headers: Readonly<Record<string, string>>;
  /** The secret, followed by the one that is to replace it. */
  readonly secrets: readonly [string, ...string[]];
  readonly active: boolean;
  readonly version: number;
}
