/**
 * Which webhooks receive an event. An empty list matches everything, but events of change sets; every other list has to match.
 */
import { namedOnlyKinds } from '../../../../contract/src/event-kinds.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { WebhookEvent } from './event.ts';
import type { WebhookFilters } from './webhook.ts';

/**
 * Whether the webhook receives the event. If the filter names content types, events of assets, environments and change
 * sets, which have none, do not match.
 */
export function matches(
  webhook: { readonly events: readonly string[]; readonly filters: WebhookFilters },
  event: WebhookEvent,
): boolean {
  const { contentTypes, environments } = webhook.filters;
  return (
    namesKind(webhook.events, event) &&
    (environments.length === 0 || namesEnvironment(environments, event)) &&
    (contentTypes.length === 0 || namesType(contentTypes, event))
  );
}

function namesKind(kinds: readonly string[], { kind }: WebhookEvent): boolean {
  return kinds.length === 0 ? !namedOnlyKinds.includes(kind) : kinds.includes(kind);
}

/** A filter may name an environment directly, or by an alias that pointed to it at the time of the event. */
function namesEnvironment(environments: readonly string[], { environment, aliases }: WebhookEvent): boolean {
  return environments.includes(environment) || aliases.some(({ name }) => environments.includes(name));
}

/** A filter may name a content type by `api_id` (in every environment) or by public id (in one, also with an alias's code). */
function namesType(contentTypes: readonly string[], { resource, aliases }: WebhookEvent): boolean {
  const { contentType, contentTypeId } = resource;
  if (contentType === null) return false;
  if (contentTypes.includes(contentType)) return true;
  if (contentTypeId !== null && contentTypes.includes(contentTypeId)) return true;
  return aliases.some(({ code }) => contentTypes.includes(resourceId('content_type', code, contentType)));
}
