/** Which webhooks an event goes to. An empty list matches everything; every list that is not empty has to match. */
import type { WebhookEvent } from './event.ts';
import type { WebhookFilters } from './webhook.ts';

/**
 * Whether the webhook is to be told of the event. Where content types are named, events of assets and environments,
 * which have none, do not match.
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

/** A type may be named by its `api_id`, for every environment, or by its id, which belongs to one. */
function namesType(contentTypes: readonly string[], { resource }: WebhookEvent): boolean {
  const { contentType, contentTypeId } = resource;
  if (contentType === null) return false;
  return contentTypes.includes(contentType) || (contentTypeId !== null && contentTypes.includes(contentTypeId));
}
