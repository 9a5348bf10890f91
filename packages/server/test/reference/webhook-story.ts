/** The requests about webhooks: one is made, called, and given new secrets. */
import { until } from '../harness/until.ts';
import type { Teller } from './teller.ts';

const page = { limit: 1, skip: 0 };

export async function tellWebhooks({ demo, recorder, space }: Teller): Promise<void> {
  const by = demo.owner;
  const webhooks = '/spaces/{space_id}/webhooks';
  const body = { name: 'Search index', url: `${demo.receiverUrl}/hooks`, events: ['entry.publish', 'entry.unpublish'] };
  const made = await recorder.tell(`POST ${webhooks}`, { by, path: space, body });
  const path = { ...space, webhook_id: made.string('id') };
  const one = `${webhooks}/{webhook_id}`;
  await recorder.tell(`GET ${webhooks}`, { by, path: space, query: { limit: 1 }, each: { ...page, order: '-name' } });
  await recorder.tell(`GET ${one}`, { by, path });
  await recorder.tell(`PATCH ${one}`, { by, path, body: { name: 'Search' } });
  const sent = await recorder.tell(`POST ${one}/test`, { by, path, body: {} });
  const delivery = { ...path, delivery_id: sent.string('delivery_id') };
  const log = `/spaces/${space.space_id}/webhooks/${path.webhook_id}/deliveries`;
  await until(() => by.get(log, 200), isDelivered);
  const filters = { status: 'success', event: 'entry.publish', order: '-attempted_at' };
  await recorder.tell(`GET ${one}/deliveries`, { by, path, query: { limit: 1 }, each: { ...page, ...filters } });
  const attempts = { ...page, order: '-attempt' };
  await recorder.tell(`GET ${one}/deliveries/{delivery_id}`, {
    by,
    path: delivery,
    query: { limit: 1 },
    each: attempts,
  });
  await recorder.tell(`POST ${one}/deliveries/{delivery_id}/redeliver`, { by, path: delivery, body: {} });
  await recorder.tell(`POST ${one}/rotate-secret`, { by, path, body: {} });
  await recorder.tell(`POST ${one}/rotate-secret/promote`, { by, path, body: {} });
  await recorder.tell(`DELETE ${one}`, { by, path });
}

function isDelivered(log: { at(path: string): unknown }): boolean {
  return log.at('items.0.status') === 'success';
}
