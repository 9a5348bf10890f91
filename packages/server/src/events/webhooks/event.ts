/**
 * The event that a webhook receives, and its JSON body. The body has exactly the five keys of the API, and `resource` has
 * exactly four; anything else that a receiver needs is in headers.
 */
import type { EventKind } from '../../../../contract/src/event-kinds.ts';
import { isoTime } from '../../platform/kit/clock.ts';

/** One event, as its receivers see it. */
export interface WebhookEvent {
  readonly kind: EventKind;
  readonly spaceId: string;
  /** Name of the environment. */
  readonly environment: string;
  /** The aliases that pointed to the environment; filters may name them. */
  readonly aliases: readonly EventAlias[];
  readonly resource: EventResource;
  /** When the change was made, in milliseconds since the epoch. */
  readonly at: number;
}

/** An alias of the event's environment, and the code that stands for it in ids. */
export interface EventAlias {
  readonly name: string;
  readonly code: string;
}

export interface EventResource {
  /** Public id of the entry, asset, content type, environment or change set. */
  readonly id: string;
  /** The `api_id` of the entry's type, or of the content type itself; null for other resources. */
  readonly contentType: string | null;
  /** Public id of that content type; filters may name it. */
  readonly contentTypeId: string | null;
  /** The slug in the default locale. */
  readonly slug: string | null;
  readonly status: string | null;
}

/** The JSON of an event, without white space. Exactly these bytes are signed, stored and sent. */
export function bodyOf({ kind, spaceId, environment, resource, at }: Omit<WebhookEvent, 'aliases'>): string {
  return JSON.stringify({
    event: kind,
    space_id: spaceId,
    environment,
    resource: { id: resource.id, content_type: resource.contentType, slug: resource.slug, status: resource.status },
    timestamp: isoTime(at),
  });
}
