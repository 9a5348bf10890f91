/** Which webhooks receive an event. An empty list matches everything; all lists that are not empty have to match. */
import type { WebhookEvent } from './event.ts';
import type { WebhookFilters } from './webhook.ts';

/**
 * Whether the webhook receives the event. With content types in the filter, events of assets and environments, which
 * have none, do not match.
 */
export function matches(
  webhook: { readonly events: readonly string[]; readonly filters: WebhookFilters },
  event: WebhookEvent,
): boolean {
  const { contentTypes, environments } = webhook.filters;
  return (
    (webhook.events.length === 0 || webhook.events.includes(event.kind)) &&
    (environments.length === 0 || environments.includes(event.environment)) &&
    (contentTypes.length === 0 || namesType(contentTypes, event))
  );
}

/** A type may be named by its `api_id`, for every environment, or by its id, for one. */
function namesType(contentTypes: readonly string[], { resource }: WebhookEvent): boolean {
  const { contentType, contentTypeId } = resource;
  if (contentType === null) return false;
  return contentTypes.includes(contentType) || (contentTypeId !== null && contentTypes.includes(contentTypeId));
}
