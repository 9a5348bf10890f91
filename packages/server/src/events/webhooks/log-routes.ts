/** The routes for what was sent to a webhook: its log, sending a sample, and repeating a delivery. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { eventKinds } from '../../../../contract/src/event-kinds.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, type Page, PageOf, PageQuery, pageInIdOrder, pageOf } from '../../platform/http/paging.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import {
  AttemptRecord,
  attemptStatuses,
  LogPeriod,
  NewSample,
  Redelivery,
  RedeliveryRange,
  WebhookPath,
} from './schema.ts';
import { timeIn, type WebhookLog } from './webhook-log.ts';

const tags = ['Webhooks'];
/** The sort orders of the log, and whether each is newest first. */
const ORDERS: Readonly<Record<string, boolean>> = { attempted_at: false, '-attempted_at': true };

const DeliveryPath = Type.Object({ ...WebhookPath.properties, delivery_id: Type.String() });
const LogQuery = Type.Object(
  {
    ...PageQuery,
    order: Type.Optional(
      Type.Enum(Object.keys(ORDERS), { description: 'By time; `-attempted_at`, newest first, by default.' }),
    ),
    status: Type.Optional(Type.Enum([...attemptStatuses], { description: 'Status of the attempt.' })),
    event: Type.Optional(Type.Enum([...eventKinds])),
    ...LogPeriod,
  },
  { additionalProperties: false },
);

export function webhookLogRoutes(api: Api, log: WebhookLog): void {
  readingRoutes(api, log);
  sendingRoutes(api, log);
}

function readingRoutes(api: Api, log: WebhookLog): void {
  const path = '/spaces/:space_id/webhooks/:webhook_id/deliveries';
  const config = { permission: 'webhook.read' } as const;
  api.get(path, { schema: listSchema, config }, async (request, reply) => pageOfLog(log, request, reply));
  api.get(`${path}/:delivery_id`, { schema: deliverySchema, config }, async (request, reply) => {
    const { delivery_id: deliveryId } = request.params;
    const attempts = await log.attempts(request.actor, addressOf(request.params), deliveryId);
    return pageOf(request, reply, attempts, { idOf: ({ id }) => id, order: { attempt: ({ attempt }) => attempt } });
  });
}

function sendingRoutes(api: Api, log: WebhookLog): void {
  const path = '/spaces/:space_id/webhooks/:webhook_id';
  const config = { permission: 'webhook.manage' } as const;
  api.post(`${path}/test`, { schema: testSchema, config }, async (request) =>
    log.test(request.actor, addressOf(request.params), request.body ?? {}, expectedVersion(request)),
  );
  api.post(`${path}/deliveries/redeliver`, { schema: rangeSchema, config }, async (request) =>
    log.redeliverRange(request.actor, addressOf(request.params), request.body, expectedVersion(request)),
  );
  api.post(`${path}/deliveries/:delivery_id/redeliver`, { schema: redeliverSchema, config }, async (request) => {
    const address = { ...addressOf(request.params), deliveryId: request.params.delivery_id };
    return log.redeliver(request.actor, address, expectedVersion(request));
  });
}

async function pageOfLog(log: WebhookLog, request: FastifyRequest, reply: FastifyReply): Promise<Page<AttemptRecord>> {
  const { order, status, event, from, until } = request.query as Static<typeof LogQuery>;
  const address = addressOf(request.params as Static<typeof WebhookPath>);
  const query = {
    newestFirst: ORDERS[order ?? ''] ?? true,
    status,
    event,
    from: timeOf(from, 'from'),
    until: timeOf(until, 'until'),
  };
  const read = (wanted: RowsWanted) => log.page(request.actor, address, { ...query, ...wanted });
  return pageInIdOrder(request, reply, { idOf: ({ id }) => id, read });
}

function timeOf(text: string | undefined, name: string): number | undefined {
  return text === undefined ? undefined : timeIn(text, `query.${name}`);
}

function addressOf(params: { space_id: string; webhook_id: string }) {
  return { spaceId: params.space_id, id: params.webhook_id };
}

const listSchema = {
  summary: 'Read the delivery log of a webhook',
  description: 'One record per attempt, including pending ones. Kept for 30 days.',
  tags,
  params: WebhookPath,
  querystring: LogQuery,
  response: { 200: PageOf(AttemptRecord), ...responses('not_found', 'validation_failed') },
};

const deliverySchema = {
  summary: 'Read the attempts of a delivery',
  description: 'In order, the first one first.',
  tags,
  params: DeliveryPath,
  querystring: ListQuery,
  response: { 200: PageOf(AttemptRecord), ...responses('not_found') },
};

const testSchema = {
  summary: 'Send a sample to a webhook',
  description:
    'Sends an event once, even if the webhook is not active and whatever it listens to: about an entry of the space, or about one that does not exist. The response is the record of the attempt, as soon as it has ended.',
  tags,
  params: WebhookPath,
  body: NewSample,
  response: {
    200: AttemptRecord,
    ...responses('not_found', 'version_conflict', 'idempotency_conflict', 'validation_failed'),
  },
};

const redeliverSchema = {
  summary: 'Repeat a delivery',
  description:
    'Sends the same id and the same bytes once, whatever the earlier outcome. The response is the record of the attempt, as soon as it has ended.',
  tags,
  params: DeliveryPath,
  response: { 200: AttemptRecord, ...responses('not_found', 'version_conflict', 'idempotency_conflict') },
};

const rangeSchema = {
  summary: 'Repeat the deliveries of a time range',
  description:
    'Sends up to 1,000 deliveries again, with their ids and bytes, oldest first: those for one entry in the order of its changes, each with the usual retries. Samples are left out. Refused while the webhook is switched off.',
  tags,
  params: WebhookPath,
  body: RedeliveryRange,
  response: {
    200: Redelivery,
    ...responses('not_found', 'conflict', 'version_conflict', 'idempotency_conflict', 'validation_failed'),
  },
};
