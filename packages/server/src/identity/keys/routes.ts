/** Routes of API keys. */

import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { noContent } from '../../platform/http/no-content.ts';
import { ListQuery, PageOf, pageInIdOrder, pageOfRows } from '../../platform/http/paging.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { ApiKeys } from './api-keys.ts';
import { ApiKey, ApiKeyChange, ApiKeyWithToken, NewApiKey } from './schema.ts';
import type { ListedKey } from './store.ts';

const tags = ['API keys'];
const ofSpace = Type.Object({ space_id: Type.String() });
const ofKey = Type.Object({ space_id: Type.String(), key_id: Type.String() });

export function apiKeyRoutes(api: Api, apiKeys: ApiKeys): void {
  const collection = '/spaces/:space_id/api-keys';
  const one = `${collection}/:key_id`;
  api.get(collection, { schema: listSchema, config: { permission: 'api_key.read' } }, async (request, reply) => {
    const { actor, params } = request;
    if (request.query.order === undefined) {
      const page = (wanted: RowsWanted) => apiKeys.page(actor, params.space_id, wanted);
      return pageInIdOrder(request, reply, { idOf: ({ id }) => id, read: page });
    }
    const rows = await apiKeys.list(actor, params.space_id);
    const read = (ids: readonly string[]) => apiKeys.read(actor, params.space_id, ids);
    return pageOfRows(request, reply, rows, { idOf: ({ id }) => id, order: keyOrder, read });
  });
  api.post(
    collection,
    { schema: createSchema, config: { permission: 'api_key.manage', location: `${collection}/:id` } },
    async (request, reply) => {
      const made = await apiKeys.create(request.actor, request.params.space_id, request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
  api.get(one, { schema: getSchema, config: { permission: 'api_key.read' } }, async (request, reply) => {
    return sendVersioned(reply, await apiKeys.get(request.actor, request.params.space_id, request.params.key_id));
  });
  api.patch(one, { schema: changeSchema, config: { permission: 'api_key.manage' } }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await apiKeys.update(request.actor, addressOf(request.params), request.body, expected));
  });
  api.delete(one, { schema: deleteSchema, config: { permission: 'api_key.manage' } }, async (request, reply) => {
    await apiKeys.delete(request.actor, addressOf(request.params), expectedVersion(request));
    return reply.code(204).send(null);
  });
  api.post(
    `${one}/rotate`,
    { schema: rotateSchema, config: { permission: 'api_key.manage' } },
    async (request, reply) => {
      return sendVersioned(
        reply,
        await apiKeys.rotate(request.actor, addressOf(request.params), expectedVersion(request)),
      );
    },
  );
}

function addressOf(params: { space_id: string; key_id: string }) {
  return { spaceId: params.space_id, id: params.key_id };
}

const keyOrder = {
  name: (key: ListedKey) => key.name,
  kind: (key: ListedKey) => key.kind,
  created_at: (key: ListedKey) => key.created_at,
  updated_at: (key: ListedKey) => key.updated_at,
  last_used_at: (key: ListedKey) => key.last_used_at,
  expires_at: (key: ListedKey) => key.expires_at,
};

const listSchema = {
  summary: 'List the API keys of a space',
  tags,
  params: ofSpace,
  querystring: ListQuery,
  response: { 200: PageOf(ApiKey), ...responses('not_found') },
};

const createSchema = {
  summary: 'Create an API key',
  description:
    'The token is shown only in this response. A key can never do or see more than its creator; one that is created by a key cannot expire later.',
  tags,
  params: ofSpace,
  body: NewApiKey,
  response: {
    201: ApiKeyWithToken,
    ...responses('plan_limit_reached', 'not_found', 'idempotency_conflict', 'validation_failed'),
  },
};

const getSchema = {
  summary: 'Read an API key',
  tags,
  params: ofKey,
  response: { 200: ApiKey, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Change an API key',
  description:
    'Name, environments, role or expiry. The token stays the same. A key that has more rights than you, or that expires later than your own key, is 403; so for `rotate` and DELETE.',
  tags,
  params: ofKey,
  body: ApiKeyChange,
  response: { 200: ApiKey, ...responses('not_found', 'version_conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Delete an API key',
  description: 'Its token stops working at once.',
  tags,
  params: ofKey,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};

const rotateSchema = {
  summary: 'Rotate an API key',
  description: 'Gives the key a new token, shown only in this response; the old one stops working at once.',
  tags,
  params: ofKey,
  response: { 200: ApiKeyWithToken, ...responses('not_found', 'version_conflict', 'idempotency_conflict') },
};
