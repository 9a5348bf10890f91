/** Which webhooks receive an event. An empty list matches everything; all lists that are not empty have to match. */
import { resourceId } from '../../model/spaces/resource-id.ts';
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
    (environments.length === 0 || namesEnvironment(environments, event)) &&
    (contentTypes.length === 0 || namesType(contentTypes, event))
  );
}

/** An environment may be named by its own name, or by an alias, for what that stood for. */
function namesEnvironment(environments: readonly string[], { environment, aliases }: WebhookEvent): boolean {
  return environments.includes(environment) || aliases.some(({ name }) => environments.includes(name));
}

/** A type may be named by its `api_id`, for every environment, or by its id, for one: with the code of an alias too. */
function namesType(contentTypes: readonly string[], { resource, aliases }: WebhookEvent): boolean {
  const { contentType, contentTypeId } = resource;
  if (contentType === null) return false;
  if (contentTypes.includes(contentType)) return true;
  if (contentTypeId !== null && contentTypes.includes(contentTypeId)) return true;
  return aliases.some(({ code }) => contentTypes.includes(resourceId('content_type', code, contentType)));
}
