/**
 * The routes of the delivery and preview planes: the same paths, told apart by the token. The guard of the plane has
 * put the token's key on the request before any handler runs; nothing of one token's view reaches another's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../platform/http/api.ts';
import { hasResponse } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { searchOf } from '../query-string/parameters.ts';
import { preflightRoute } from './cross-origin.ts';
import type { Delivery, ReadRequest, Resource } from './delivery.ts';
import { acceptedEncodings } from './encoding.ts';
import { tagOf } from './entity-tag.ts';
import { type ModelRouteParts, modelRoutes } from './model-routes.ts';
import { cacheControlOf, JSON_TYPE, type SentResponses, type SharedCaching, sendRead, VARY } from './response-head.ts';
import * as schema from './schema.ts';
import { type TokenInfoParts, tokenInfo } from './token-info.ts';

const TOKEN_INFO = '/delivery/token-info';
const TAGS = ['Delivery and preview'];

type ResourceParams = { space_id: string; environment: string; id?: string };

export interface DeliveryRouteParts extends TokenInfoParts, ModelRouteParts {
  readonly delivery: Delivery;
  readonly cdn: SharedCaching;
  readonly large: SentResponses;
}

/** Registers the routes. Query strings are read whole by the handlers; the schemas are for the documentation. */
export function deliveryRoutes(api: Api, parts: DeliveryRouteParts): void {
  const readByHandler = { validatorCompiler: () => (value: unknown) => ({ value }) };
  const entries = readingHandler('entries', parts);
  const assets = readingHandler('assets', parts);
  api.get(`${schema.DELIVERY}/entries`, { ...readByHandler, schema: entryListSchema }, entries);
  api.get(`${schema.DELIVERY}/entries/:id`, { ...readByHandler, schema: entrySchema }, entries);
  api.get(`${schema.DELIVERY}/assets`, { ...readByHandler, schema: assetListSchema }, assets);
  api.get(`${schema.DELIVERY}/assets/:id`, { ...readByHandler, schema: assetSchema }, assets);
  api.get(TOKEN_INFO, { schema: tokenInfoSchema }, async (request, reply) => sendTokenInfo(request, reply, parts));
  modelRoutes(api, parts);
  const contentPaths = [
    `${schema.DELIVERY}/entries`,
    `${schema.DELIVERY}/entries/:id`,
    `${schema.DELIVERY}/assets`,
    `${schema.DELIVERY}/assets/:id`,
  ];
  for (const path of [...contentPaths, TOKEN_INFO]) preflightRoute(api, path);
}

function readingHandler(kind: Resource['kind'], { delivery, cdn, large }: DeliveryRouteParts) {
  return async (request: FastifyRequest<{ Params: ResourceParams }>, reply: FastifyReply): Promise<void> => {
    const read = readRequest(request, kind);
    request.queryPlan = () => delivery.planOf(read.parameters);
    const response = await delivery.read(read);
    // What was kept was found for another request.
    if (response.isKept) request.queryPlan = undefined;
    sendRead(request, reply, { response, cdn, large });
  };
}

const common = { tags: TAGS };
const refusals = responses('not_found', 'environment_not_ready', 'validation_failed');

const entryListSchema = {
  ...common,
  summary: 'List entries',
  description:
    'Published entries; on the preview plane the newest drafts of all entries that are not archived. While the database is away, reads of the delivery plane go on from memory for a while: `X-CMS-Stale` then is how many seconds ago the database confirmed the response.',
  params: schema.EnvironmentPath,
  querystring: schema.EntryListQuery,
  response: { 200: schema.EntryList, ...refusals },
};
const entrySchema = {
  ...common,
  summary: 'Read an entry',
  params: schema.ResourcePath,
  querystring: schema.EntryQueryParameters,
  response: { 200: schema.EntryWithIncludes, ...refusals },
};
const assetListSchema = {
  ...common,
  summary: 'List assets',
  params: schema.EnvironmentPath,
  querystring: schema.AssetListQuery,
  response: { 200: schema.AssetList, ...refusals },
};
const assetSchema = {
  ...common,
  summary: 'Read an asset',
  params: schema.ResourcePath,
  querystring: schema.AssetQueryParameters,
  response: { 200: schema.DeliveredAsset, ...refusals },
};
const tokenInfoSchema = {
  ...common,
  summary: 'Show what the token can see',
  response: { 200: schema.TokenInfo, ...responses('not_found') },
};

function readRequest(request: FastifyRequest<{ Params: ResourceParams }>, kind: Resource['kind']): ReadRequest {
  const { space_id, environment, id } = request.params;
  return {
    key: request.readingKey,
    mark: request.changeMark,
    parameters: {
      spaceId: space_id,
      environment,
      resource: { kind, idOrKey: id ?? null },
      search: searchOf(request.url),
      encodings: acceptedEncodings(request.headers['accept-encoding']),
      ifNoneMatch: request.headers['if-none-match'],
    },
  };
}

async function sendTokenInfo(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: TokenInfoParts,
): Promise<FastifyReply> {
  const { kind } = request.readingKey;
  const text = JSON.stringify(await tokenInfo(request.readingKey, parts));
  const tag = tagOf(text);
  reply.headers({ etag: tag, 'cache-control': cacheControlOf(kind, 'none'), vary: VARY });
  if (hasResponse(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.headers({ 'cache-tag': request.readingKey.spaceId, 'content-type': JSON_TYPE }).send(text);
}
