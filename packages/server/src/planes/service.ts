/**
 * The service plane: health, readiness, metrics and the description of the API.
 * Guard: none, except for the metrics, which have their own token. Nothing here reveals any content.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Api } from '../platform/http/api.ts';
import type { OpenApi } from '../platform/http/openapi/register.ts';
import { type HealthParts, healthRoutes } from './health.ts';
import { PAGE, PAGE_POLICY, START_SCRIPT, viewerScript } from './reference-page.ts';
import { textResponse } from './text-response.ts';

const SCRIPT_CACHE = 'public, max-age=86400';

const config = { public: true };
const tags = ['Service'];

export interface ServiceParts extends HealthParts {
  readonly openApi: OpenApi;
  /** Whether there is Studio to send people to. */
  readonly studio: boolean;
}

export function servicePlane(api: Api, parts: ServiceParts): void {
  healthRoutes(api, parts);
  entranceRoute(api, parts.studio);
  descriptionRoutes(api, parts.openApi);
}

/** Sends people to Studio and programs to the reference. Relative, so that it also works under a path of a proxy. */
function entranceRoute(api: Api, studio: boolean): void {
  api.get('/', { schema: { hide: true }, config }, ({ headers }, reply) => {
    const isBrowser = headers.accept?.includes('text/html') === true;
    if (studio) reply.header('vary', 'Accept');
    return reply.header('cache-control', 'no-cache').redirect(studio && isBrowser ? 'studio' : 'docs');
  });
}

function descriptionRoutes(api: Api, openApi: OpenApi): void {
  const viewer = viewerScript();
  api.get('/openapi.json', { schema: openApiSchema, config }, async (_request, reply) => {
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await openApi.text());
  });
  api.get('/docs', { schema: pageSchema, config }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').header('content-security-policy', PAGE_POLICY);
    return reply.header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8').send(PAGE);
  });
  api.get('/docs/start.js', { schema: { hide: true }, config }, (_request, reply) => {
    return script(reply).send(START_SCRIPT);
  });
  api.get('/docs/viewer.js', { schema: { hide: true }, config }, async (request, reply) => {
    const { plain, gzipped, tag } = await viewer();
    script(reply).header('etag', tag).header('vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    if (!takesGzip(request)) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(gzipped);
  });
}

const openApiSchema = {
  summary: 'Read the OpenAPI document',
  description: 'OpenAPI 3.1, generated from the schemas that validate requests.',
  tags,
  response: {
    200: {
      description: 'The document.',
      content: {
        'application/json': { schema: Type.Unsafe<string>(Type.Object({}, { examples: [{ openapi: '3.1.0' }] })) },
      },
    },
  },
};

const pageSchema = {
  summary: 'Show the API reference',
  description: 'An interactive page that loads nothing from other hosts.',
  tags,
  response: { 200: textResponse('text/html', '<!doctype html>') },
};

function script(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', SCRIPT_CACHE).type('text/javascript; charset=utf-8');
}

function takesGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
}
