/**
 * The routes of the delivery and preview planes: the same paths, told apart by the token. The guard of the plane has
 * put the token's key on the request before any handler runs; nothing of one token's view reaches another's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answers } from '../http/answers.ts';
import type { Api } from '../http/api.ts';
import { nextPageLink } from '../http/paging.ts';
import { preflightRoute } from './cross-origin.ts';
import type { Delivery, ReadAnswer, ReadRequest } from './delivery.ts';
import { encode, encodingFor } from './encoding.ts';
import { hasAnswer, tagOf } from './entity-tag.ts';
import { searchOf } from './query-string/parameters.ts';
import * as schema from './schema.ts';
import { type TokenInfoParts, tokenInfo } from './token-info.ts';
import type { ReadPlane } from './view.ts';

const BASE = '/spaces/:space_id/environments/:environment/delivery';
const TOKEN_INFO = '/delivery/token-info';
const TAGS = ['Delivery and preview'];
const CACHE_CONTROL: Readonly<Record<ReadPlane, string>> = {
  delivery: 'private, no-cache',
  preview: 'private, no-store',
};

type EnvironmentParams = { space_id: string; environment: string };

export interface DeliveryRouteParts extends TokenInfoParts {
  readonly delivery: Delivery;
}

/** Registers the routes. Query strings are read whole by the handlers; the schemas are for the documentation. */
export function deliveryRoutes(api: Api, parts: DeliveryRouteParts): void {
  const { delivery } = parts;
  const readByHandler = { validatorCompiler: () => (value: unknown) => ({ value }) };
  api.get(`${BASE}/entries`, { ...readByHandler, schema: entryListSchema }, async (request, reply) =>
    sendAnswer(request, reply, await delivery.entries(readRequest(request, request.params))),
  );
  api.get(`${BASE}/entries/:id`, { ...readByHandler, schema: entrySchema }, async (request, reply) =>
    sendAnswer(request, reply, await delivery.entry(readRequest(request, request.params), request.params.id)),
  );
  api.get(`${BASE}/assets`, { ...readByHandler, schema: assetListSchema }, async (request, reply) =>
    sendAnswer(request, reply, await delivery.assets(readRequest(request, request.params))),
  );
  api.get(`${BASE}/assets/:id`, { ...readByHandler, schema: assetSchema }, async (request, reply) =>
    sendAnswer(request, reply, await delivery.asset(readRequest(request, request.params), request.params.id)),
  );
  api.get(TOKEN_INFO, { schema: tokenInfoSchema }, async (request, reply) => sendTokenInfo(request, reply, parts));
  for (const path of [`${BASE}/entries`, `${BASE}/entries/:id`, `${BASE}/assets`, `${BASE}/assets/:id`, TOKEN_INFO]) {
    preflightRoute(api, path);
  }
}

const common = { tags: TAGS };
const refusals = answers('not_found', 'environment_not_ready', 'validation_failed');

const entryListSchema = {
  ...common,
  summary: 'List entries',
  description: 'Published entries; on the preview plane the newest drafts of all entries that are not archived.',
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
  summary: 'Tell what the token can see',
  response: { 200: schema.TokenInfo, ...answers('not_found') },
};

function readRequest(request: FastifyRequest, params: EnvironmentParams): ReadRequest {
  return {
    key: request.readingKey,
    spaceId: params.space_id,
    environment: params.environment,
    search: searchOf(request.url),
    encoding: encodingFor(request.headers['accept-encoding']),
    ifNoneMatch: request.headers['if-none-match'],
  };
}

async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: ReadAnswer): Promise<FastifyReply> {
  if (answer.cursor !== null) reply.header('link', nextPageLink(request.url, answer.cursor));
  return sendBody(request, reply, answer);
}

async function sendTokenInfo(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: TokenInfoParts,
): Promise<FastifyReply> {
  const text = JSON.stringify(await tokenInfo(request.readingKey, parts));
  const tag = tagOf(`${encodingFor(request.headers['accept-encoding'])} ${text}`);
  const body = hasAnswer(request.headers['if-none-match'], tag) ? null : Buffer.from(text);
  return sendBody(request, reply, { tag, body });
}

async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, body }: Pick<ReadAnswer, 'tag' | 'body'>,
): Promise<FastifyReply> {
  reply.headers({
    etag: tag,
    'cache-control': CACHE_CONTROL[request.readingKey.kind],
    vary: 'Authorization, Accept-Encoding',
  });
  if (body === null) return reply.code(304).send();
  const encoded = await encode(body, encodingFor(request.headers['accept-encoding']));
  if (encoded.encoding !== 'identity') reply.header('content-encoding', encoded.encoding);
  return reply.header('content-type', 'application/json; charset=utf-8').send(encoded.body);
}
