/** A webhook in the three forms that its users need: as it is kept, as it is matched, and as it is sent to. */

/** Which content types and environments a webhook listens to; an empty list stands for all. */
export interface WebhookFilters {
  /** Each an `api_id` or a public id. */
  readonly contentTypes: readonly string[];
  /** Names. */
  readonly environments: readonly string[];
}

/** A webhook that is active, with what decides which events it is told of. */
export interface StandingWebhook {
  readonly id: string;
  readonly spaceId: string;
  /** Kinds of events; empty for all. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  /** A burst within this time becomes one delivery of its last event; 0 for none. */
  readonly debounceSeconds: number;
}

/** What a delivery needs of its webhook. Never log it: it holds what is secret in clear. */
export interface SendableWebhook {
  readonly id: string;
  readonly spaceId: string;
  readonly url: string;
  /** Custom headers, name → value. */
  readonly headers: Readonly<Record<string, string>>;
  /** The secret, and behind it the one that is to take its place. */
  readonly secrets: readonly [string, ...string[]];
  readonly active: boolean;
  readonly version: number;
}
