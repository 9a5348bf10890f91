/** The routes of webhooks and their deliveries. */
import { until } from '../../../testing/src/until.ts';
import { ONE, PAGE, type Teller } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const newWebhook = { name: 'Search', url: 'https://receiver.invalid/hooks' };

const deliveryOf = ({ told }: Teller) => {
  const sent = told('POST /spaces/{space_id}/webhooks/{webhook_id}/test');
  return { delivery_id: sent.string('delivery_id') };
};

export const webhookRoutes = {
  'POST /spaces/{space_id}/webhooks': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'hook', url: 'https://receiver.invalid/' },
    audit: {
      action: 'webhook.create',
      events: [],
      change: async ({ scene }) => owners(`${scene.space}/webhooks`, newWebhook),
    },
    example: ({ tell, demo }) => {
      const events = ['entry.publish', 'entry.unpublish'];
      return tell({ body: { name: 'Search index', url: `${demo.receiverUrl}/hooks`, events } });
    },
  },
  'GET /spaces/{space_id}/webhooks': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /spaces/{space_id}/webhooks/{webhook_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: {},
  },
  'PATCH /spaces/{space_id}/webhooks/{webhook_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'Other' },
    audit: {
      action: 'webhook.update',
      events: [],
      change: async (ground) => owners(await ground.webhook(), { active: false }),
      keep: async (ground) => owners(await ground.webhook(), newWebhook),
    },
    example: { body: { name: 'Search' } },
  },
  'POST /spaces/{space_id}/webhooks/{webhook_id}/test': {
    access: 'developer',
    wholeSpaceOnly: true,
    audit: {
      action: 'webhook.test',
      events: [],
      change: async (ground) => owners(`${await ground.webhook()}/test`),
    },
    example: async ({ tell, told, owner, space }) => {
      await tell({ body: {} });
      const webhook = told('POST /spaces/{space_id}/webhooks').string('id');
      await until(
        () => owner.get(`${space}/webhooks/${webhook}/deliveries`, 200),
        (page) => page.at('items.0.status') === 'success',
      );
    },
  },
  'GET /spaces/{space_id}/webhooks/{webhook_id}/deliveries': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: {
      query: ONE,
      each: {
        ...PAGE,
        status: 'success',
        event: 'entry.publish',
        order: '-attempted_at',
        from: '2026-11-01T00:00:00Z',
        until: '2036-11-01T00:00:00Z',
      },
    },
  },
  'GET /spaces/{space_id}/webhooks/{webhook_id}/deliveries/{delivery_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: (teller) => teller.tell({ path: deliveryOf(teller), query: ONE, each: { ...PAGE, order: '-attempt' } }),
  },
  'POST /spaces/{space_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    access: 'developer',
    wholeSpaceOnly: true,
    audit: {
      action: 'webhook.redeliver',
      events: [],
      change: async (ground) => {
        const path = await ground.webhook();
        const delivery = (await ground.owner.post(`${path}/test`, undefined, 200)).string('delivery_id');
        return owners(`${path}/deliveries/${delivery}/redeliver`);
      },
    },
    example: (teller) => teller.tell({ path: deliveryOf(teller), body: {} }),
  },
  'POST /spaces/{space_id}/webhooks/{webhook_id}/deliveries/redeliver': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { from: '2026-11-21T10:00:00Z' },
    audit: {
      action: 'webhook.redeliver',
      events: [],
      change: async (ground) => {
        const path = await ground.webhook();
        await ground.draft();
        await until(
          () => ground.owner.get(`${path}/deliveries?status=failed`, 200),
          (page) => page.at('total') === 1,
        );
        return owners(`${path}/deliveries/redeliver`, { from: '2020-01-01T00:00:00Z' });
      },
      keep: async (ground) =>
        owners(`${await ground.webhook()}/deliveries/redeliver`, { from: '2020-01-01T00:00:00Z' }),
    },
    example: { body: { from: '2026-11-21T10:00:00Z', status: 'failed' } },
  },
  'POST /spaces/{space_id}/webhooks/{webhook_id}/rotate-secret': {
    access: 'developer',
    wholeSpaceOnly: true,
    audit: {
      action: 'webhook.rotate_secret',
      events: [],
      change: async (ground) => owners(`${await ground.webhook()}/rotate-secret`),
    },
    example: { body: {} },
  },
  'POST /spaces/{space_id}/webhooks/{webhook_id}/rotate-secret/promote': {
    access: 'developer',
    wholeSpaceOnly: true,
    audit: {
      action: 'webhook.promote_secret',
      events: [],
      change: async (ground) => {
        const path = `${await ground.webhook()}/rotate-secret`;
        await ground.owner.post(path, undefined, 200);
        return owners(`${path}/promote`);
      },
    },
    example: { body: {} },
  },
  'DELETE /spaces/{space_id}/webhooks/{webhook_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'webhook.delete',
      events: [],
      change: async (ground) => owners(await ground.webhook()),
    },
    example: {},
  },
} satisfies SomeRoutes;
