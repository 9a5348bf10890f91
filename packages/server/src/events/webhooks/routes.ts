/** The routes of webhooks and their secrets. The routes of deliveries are in `log-routes.ts`. */

import { Type } from 'typebox';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { noContent } from '../../platform/http/no-content.ts';
import { ListQuery, type Page, PageOf, pageInIdOrder, pageOfRows } from '../../platform/http/paging.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { WebhookHealths } from './health.ts';
import { webhookLogRoutes } from './log-routes.ts';
import {
  NewSecret,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookPath,
  WebhookWithHealth,
  WebhookWithSecret,
} from './schema.ts';
import type { SecretRotation } from './secret-rotation.ts';
import type { ListedWebhook } from './store.ts';
import type { WebhookLog } from './webhook-log.ts';
import type { Webhooks } from './webhooks.ts';

const tags = ['Webhooks'];
const ofSpace = Type.Object({ space_id: Type.String() });

export interface WebhookRouteParts {
  readonly webhooks: Webhooks;
  readonly rotation: SecretRotation;
  readonly log: WebhookLog;
  readonly healths: WebhookHealths;
}

export function webhookRoutes(api: Api, { webhooks, rotation, log, healths }: WebhookRouteParts): void {
  collectionRoutes(api, webhooks, healths);
  singleRoutes(api, webhooks, healths);
  secretRoutes(api, rotation);
  webhookLogRoutes(api, log);
}

function collectionRoutes(api: Api, webhooks: Webhooks, healths: WebhookHealths): void {
  const path = '/spaces/:space_id/webhooks';
  api.get(path, { schema: listSchema, config: { permission: 'webhook.read' } }, async (request, reply) => {
    const { space_id: spaceId } = request.params;
    if (request.query.order === undefined) {
      const page = (wanted: RowsWanted) => webhooks.page(request.actor, spaceId, wanted);
      return withHealth(healths, await pageInIdOrder(request, reply, { idOf: ({ id }) => id, read: page }));
    }
    const rows = await webhooks.list(request.actor, spaceId);
    const read = (ids: readonly string[]) => webhooks.read(spaceId, ids);
    const page = await pageOfRows(request, reply, rows, { idOf: ({ id }) => id, order: webhookOrder, read });
    return withHealth(healths, page);
  });
  api.post(
    path,
    { schema: createSchema, config: { permission: 'webhook.manage', location: `${path}/:id` } },
    async (request, reply) => {
      const made = await webhooks.create(request.actor, request.params.space_id, request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
}

function singleRoutes(api: Api, webhooks: Webhooks, healths: WebhookHealths): void {
  const path = '/spaces/:space_id/webhooks/:webhook_id';
  // Its health changes without its version.
  const reading = { permission: 'webhook.read', unversioned: true } as const;
  api.get(path, { schema: getSchema, config: reading }, async (request, reply) => {
    const [webhook] = await healths.with([await webhooks.get(request.actor, addressOf(request.params))]);
    if (webhook === undefined) throw notFound('webhook');
    return sendVersioned(reply, webhook);
  });
  api.patch(path, { schema: changeSchema, config: { permission: 'webhook.manage' } }, async (request, reply) => {
    const expected = expectedVersion(request);
    const changed = await webhooks.update(request.actor, addressOf(request.params), request.body, expected);
    return sendVersioned(reply, changed);
  });
  api.delete(path, { schema: deleteSchema, config: { permission: 'webhook.manage' } }, async (request, reply) => {
    await webhooks.delete(request.actor, addressOf(request.params), expectedVersion(request));
    return reply.code(204).send(null);
  });
}

function secretRoutes(api: Api, rotation: SecretRotation): void {
  const path = '/spaces/:space_id/webhooks/:webhook_id/rotate-secret';
  const config = { permission: 'webhook.manage' } as const;
  api.post(path, { schema: rotateSchema, config }, async (request, reply) => {
    const input = request.body ?? {};
    const expected = expectedVersion(request);
    return sendVersioned(reply, await rotation.prepare(request.actor, addressOf(request.params), input, expected));
  });
  api.post(`${path}/promote`, { schema: promoteSchema, config }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await rotation.promote(request.actor, addressOf(request.params), expected));
  });
}

async function withHealth(healths: WebhookHealths, page: Page<Webhook>): Promise<Page<WebhookWithHealth>> {
  return { ...page, items: await healths.with(page.items) };
}

function addressOf(params: { space_id: string; webhook_id: string }) {
  return { spaceId: params.space_id, id: params.webhook_id };
}

const webhookOrder = {
  name: (webhook: ListedWebhook) => webhook.name,
  url: (webhook: ListedWebhook) => webhook.url,
  created_at: (webhook: ListedWebhook) => webhook.created_at,
  updated_at: (webhook: ListedWebhook) => webhook.updated_at,
};

const listSchema = {
  summary: 'List the webhooks of a space',
  tags,
  params: ofSpace,
  querystring: ListQuery,
  response: { 200: PageOf(WebhookWithHealth), ...responses('not_found') },
};

const createSchema = {
  summary: 'Create a webhook',
  description: 'The response has the secret that signs its deliveries; it is never shown again.',
  tags,
  params: ofSpace,
  body: NewWebhook,
  response: {
    201: WebhookWithSecret,
    ...responses('not_found', 'conflict', 'idempotency_conflict', 'validation_failed', 'plan_limit_reached'),
  },
};

const getSchema = {
  summary: 'Read a webhook',
  tags,
  params: WebhookPath,
  response: { 200: WebhookWithHealth, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Change a webhook',
  description: 'Lists, `headers` and `filters` replace the current ones. `rotate-secret` changes the secret.',
  tags,
  params: WebhookPath,
  body: WebhookChange,
  response: { 200: Webhook, ...responses('not_found', 'version_conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Delete a webhook',
  description: 'Deletes its log too; pending deliveries are not sent.',
  tags,
  params: WebhookPath,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};

const rotateSchema = {
  summary: 'Prepare a new secret for a webhook',
  description:
    'The response has the secret; it is never shown again. Until it is promoted, `X-CMS-Signature` uses the old secret and `webhook-signature` both.',
  tags,
  params: WebhookPath,
  body: NewSecret,
  response: {
    200: WebhookWithSecret,
    ...responses('not_found', 'version_conflict', 'idempotency_conflict', 'validation_failed'),
  },
};

const promoteSchema = {
  summary: 'Promote the new secret of a webhook',
  description: 'From now on it alone signs deliveries; the old secret is deleted.',
  tags,
  params: WebhookPath,
  response: { 200: Webhook, ...responses('not_found', 'conflict', 'version_conflict', 'idempotency_conflict') },
};
