/** The webhooks of the space as the settings read them. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import type { WebhookAttempt } from '../../../api/types.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';

/** What all queries about webhooks of a space begin with. */
export function webhooksKey(space: string): readonly [string, string] {
  return [space, 'webhooks'];
}

/** One webhook, with the health of its last day. */
export function webhookQuery(space: string, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey(space), id],
    queryFn: () =>
      bodyOf(
        api.GET('/spaces/{space_id}/webhooks/{webhook_id}', { params: { path: { space_id: space, webhook_id: id } } }),
      ),
  });
}

/** The name of an attempt in addresses: its delivery, which the API finds, and its own id. */
export function nameOfAttempt({ delivery_id: delivery, id }: Pick<WebhookAttempt, 'delivery_id' | 'id'>): string {
  return `${delivery}.${id}`;
}

/** One attempt, by its name; null where the log does not have it any more. */
export function attemptQuery(space: string, webhook: string, name: string) {
  const [delivery = ''] = name.split('.');
  return queryOptions({
    queryKey: [...webhooksKey(space), webhook, 'attempt', name],
    queryFn: async () => {
      const path = { space_id: space, webhook_id: webhook, delivery_id: delivery };
      const call = api.GET('/spaces/{space_id}/webhooks/{webhook_id}/deliveries/{delivery_id}', { params: { path } });
      return (await bodyOf(call)).items.find((attempt) => nameOfAttempt(attempt) === name) ?? null;
    },
  });
}

/** Where requests about one webhook go: the parameters of their paths. */
export function useWebhookPath(id: string): { readonly space_id: string; readonly webhook_id: string } {
  return { space_id: usePlace().space, webhook_id: id };
}

/** Reads everything about webhooks anew. */
export function useRefreshWebhooks(): () => Promise<void> {
  return useRefresh(webhooksKey(usePlace().space));
}
