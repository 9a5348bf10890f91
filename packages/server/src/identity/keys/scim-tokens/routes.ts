/** Routes of SCIM tokens, on the management plane. */
import { Type } from 'typebox';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { ListQuery, PageOf, pageOf } from '../../../platform/http/paging.ts';
import { NewScimToken, ScimToken, ScimTokenWithToken } from './schema.ts';
import type { ScimTokens } from './scim-tokens.ts';

const tags = ['Single sign-on'];
const ofAccount = Type.Object({ account_id: Type.String() });
const ofToken = Type.Object({ account_id: Type.String(), token_id: Type.String() });
const config = { permission: 'sso.manage' };

export function scimTokenRoutes(api: Api, tokens: ScimTokens): void {
  const collection = '/accounts/:account_id/scim-tokens';
  const one = `${collection}/:token_id`;
  api.get(collection, { schema: listSchema, config }, async (request, reply) => {
    const items = await tokens.list(request.actor, request.params.account_id);
    return pageOf(request, reply, items, { idOf: ({ id }) => id, order: tokenOrder });
  });
  api.post(
    collection,
    { schema: createSchema, config: { ...config, location: `${collection}/:id` } },
    async (request, reply) => {
      const made = await tokens.create(request.actor, request.params.account_id, request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
  api.get(one, { schema: getSchema, config }, async (request, reply) => {
    const { account_id: accountId, token_id: id } = request.params;
    return sendVersioned(reply, await tokens.get(request.actor, accountId, id));
  });
  api.delete(one, { schema: deleteSchema, config }, async (request, reply) => {
    const { account_id: accountId, token_id: id } = request.params;
    await tokens.delete(request.actor, { accountId, id }, expectedVersion(request));
    return reply.code(204).send(null);
  });
}

const tokenOrder = {
  name: (token: ScimToken) => token.name,
  created_at: (token: ScimToken) => token.created_at,
  last_used_at: (token: ScimToken) => token.last_used_at,
};

const listSchema = {
  summary: 'List the SCIM tokens of the account',
  tags,
  params: ofAccount,
  querystring: ListQuery,
  response: { 200: PageOf(ScimToken), ...responses('not_found') },
};

const createSchema = {
  summary: 'Create a SCIM token',
  description:
    'An identity provider uses it under `/scim/v2` to add, change and remove members. The token is shown only in this response. An account has at most 10 (409).',
  tags,
  params: ofAccount,
  body: NewScimToken,
  response: {
    201: ScimTokenWithToken,
    ...responses('not_found', 'conflict', 'idempotency_conflict', 'validation_failed'),
  },
};

const getSchema = {
  summary: 'Read a SCIM token',
  tags,
  params: ofToken,
  response: { 200: ScimToken, ...responses('not_found') },
};

const deleteSchema = {
  summary: 'Delete a SCIM token',
  description: 'It stops working at once. Members and groups stay as they are.',
  tags,
  params: ofToken,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};
