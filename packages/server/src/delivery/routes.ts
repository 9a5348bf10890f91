/**
 * The routes of the delivery and preview planes: the same paths, told apart by the token. The guard of the plane has
 * put the token's key on the request before any handler runs; nothing of one token's view reaches another's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answers } from '../http/answers.ts';
import type { Api } from '../http/api.ts';
import { nextPageLink } from '../http/paging.ts';
import { resolveBearer } from '../identity/authentication.ts';
import { preflightRoute } from './cross-origin.ts';
import type { Delivery, ReadAnswer, ReadRequest, Resource } from './delivery.ts';
import { encodingFor } from './encoding.ts';
import { hasAnswer, tagOf } from './entity-tag.ts';
import { searchOf } from './query-string/parameters.ts';
import type { Repeats } from './repeats.ts';
import * as schema from './schema.ts';
import { type TokenInfoParts, tokenInfo } from './token-info.ts';
import type { ReadPlane } from './view.ts';

const BASE = '/spaces/:space_id/environments/:environment/delivery';
const TOKEN_INFO = '/delivery/token-info';
const TAGS = ['Delivery and preview'];
const KEPT_BY_ALL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const KEPT_BY_CLIENT = 'private, no-cache';
const KEPT_BY_NOBODY = 'private, no-store';
const VARY = 'Authorization, Accept-Encoding';
const JSON_TYPE = 'application/json; charset=utf-8';

type ResourceParams = { space_id: string; environment: string; id?: string };

export interface DeliveryRouteParts extends TokenInfoParts {
  readonly delivery: Delivery;
  readonly repeats: Pick<Repeats, 'remember'>;
  /** Whether caches that many readers share may keep what is published. */
  readonly cdn: 'none' | 'shared';
}

/** Registers the routes. Query strings are read whole by the handlers; the schemas are for the documentation. */
export function deliveryRoutes(api: Api, parts: DeliveryRouteParts): void {
  const readByHandler = { validatorCompiler: () => (value: unknown) => ({ value }) };
  const entries = readingHandler('entries', parts);
  const assets = readingHandler('assets', parts);
  api.get(`${BASE}/entries`, { ...readByHandler, schema: entryListSchema }, entries);
  api.get(`${BASE}/entries/:id`, { ...readByHandler, schema: entrySchema }, entries);
  api.get(`${BASE}/assets`, { ...readByHandler, schema: assetListSchema }, assets);
  api.get(`${BASE}/assets/:id`, { ...readByHandler, schema: assetSchema }, assets);
  api.get(TOKEN_INFO, { schema: tokenInfoSchema }, async (request, reply) => sendTokenInfo(request, reply, parts));
  for (const path of [`${BASE}/entries`, `${BASE}/entries/:id`, `${BASE}/assets`, `${BASE}/assets/:id`, TOKEN_INFO]) {
    preflightRoute(api, path);
  }
}

/** Answers at once what is kept: even a promise would cost more than looking that up. */
function readingHandler(kind: Resource['kind'], { delivery, repeats, cdn }: DeliveryRouteParts) {
  const cacheControl: Readonly<Record<ReadPlane, string>> = {
    delivery: cdn === 'shared' ? KEPT_BY_ALL : KEPT_BY_CLIENT,
    preview: KEPT_BY_NOBODY,
  };
  return (request: FastifyRequest<{ Params: ResourceParams }>, reply: FastifyReply): void | Promise<void> => {
    const asked = readRequest(request, kind);
    const send = (answer: ReadAnswer) => sendAnswer(request, reply, answer, cacheControl[asked.key.kind]);
    const answer = delivery.answer(asked);
    if (answer instanceof Promise) return answer.then(send);
    send(answer);
    if (answer.content === null) return;
    const route = request.routeOptions.url ?? '';
    const token = resolveBearer(request.headers.authorization);
    repeats.remember(request.raw, { asked, token, answer, headers: reply.getHeaders(), route });
  };
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

function readRequest(request: FastifyRequest<{ Params: ResourceParams }>, kind: Resource['kind']): ReadRequest {
  const { space_id, environment, id } = request.params;
  return {
    key: request.readingKey,
    mark: request.changeMark,
    spaceId: space_id,
    environment,
    resource: { kind, idOrKey: id ?? null },
    search: searchOf(request.url),
    encoding: encodingFor(request.headers['accept-encoding']),
    ifNoneMatch: request.headers['if-none-match'],
  };
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, revision, content }: ReadAnswer,
  cacheControl: string,
): void {
  reply.headers({ etag: tag, 'cache-control': cacheControl, vary: VARY, 'x-cms-revision': String(revision) });
  if (content === null) {
    reply.code(304).send();
    return;
  }
  const { body, encoding, cursor, cacheTag } = content;
  reply.headers({ 'cache-tag': cacheTag, 'content-type': JSON_TYPE });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (cursor !== null) reply.header('link', nextPageLink(request.url, cursor));
  reply.send(body);
}

async function sendTokenInfo(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: TokenInfoParts,
): Promise<FastifyReply> {
  const { kind } = request.readingKey;
  const text = JSON.stringify(await tokenInfo(request.readingKey, parts));
  const tag = tagOf(text);
  reply.headers({ etag: tag, 'cache-control': kind === 'preview' ? KEPT_BY_NOBODY : KEPT_BY_CLIENT, vary: VARY });
  if (hasAnswer(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.header('content-type', JSON_TYPE).send(text);
}
