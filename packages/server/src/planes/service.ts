/**
 * The service plane: health, readiness, metrics and the description of the API.
 * Guard: none, except for the metrics, which have their own token. Nothing here reveals any content.
 */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../platform/errors/domain-error.ts';
import type { Api } from '../platform/http/api.ts';
import type { OpenApi } from '../platform/http/openapi/register.ts';
import { type DocumentPart, documentParts } from '../platform/http/openapi/sections.ts';
import { DOCUMENT_HEADERS } from './documentation/document-style.ts';
import { documentationHome, documentationPage, documentationPicture } from './documentation/documentation.ts';
import { type HealthParts, healthRoutes } from './health.ts';
import { PreparedBody } from './prepared-body.ts';
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
  documentationRoutes(api);
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
  const prepared = preparedDocuments(openApi);
  api.get('/openapi.json', { schema: openApiSchema, config }, async (request, reply) => {
    const document = await prepared(request.query.part ?? null);
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
    return document.send(request, reply);
  });
  api.get('/docs', { schema: pageSchema, config }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').header('content-security-policy', PAGE_POLICY);
    return reply.header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8').send(PAGE);
  });
  api.get('/docs/start.js', { schema: { hide: true }, config }, (_request, reply) => {
    return script(reply).send(START_SCRIPT);
  });
  api.get('/docs/viewer.js', { schema: { hide: true }, config }, async (request, reply) => {
    return (await viewer()).send(request, script(reply));
  });
}

/** What stands in `docs/`, for people: the screens of Studio lead here. */
function documentationRoutes(api: Api): void {
  const route = { schema: { hide: true }, config };
  const send = (reply: FastifyReply, page: string | null) => {
    if (page === null) throw notFound('page');
    return reply.headers(DOCUMENT_HEADERS).send(page);
  };
  api.get('/docs/guide', route, async (_request, reply) => send(reply, await documentationHome()));
  api.get<{ Params: { name: string } }>('/docs/guide/studio/:name', route, async ({ params }, reply) => {
    const picture = await documentationPicture(params.name);
    if (picture === null) throw notFound('file');
    return reply.header('cache-control', SCRIPT_CACHE).type('image/jpeg').send(picture);
  });
  api.get<{ Params: { section: string; name: string } }>('/docs/:section/:name', route, async ({ params }, reply) => {
    return send(reply, await documentationPage(params.section, params.name));
  });
}

/** Each part of the document, prepared again only where its text has changed. */
function preparedDocuments(openApi: OpenApi): (part: DocumentPart | null) => Promise<PreparedBody> {
  const documents = new Map<DocumentPart | null, { readonly text: string; readonly body: PreparedBody }>();
  return async (part) => {
    const text = await openApi.text(part);
    const known = documents.get(part);
    if (known?.text === text) return known.body;
    const body = new PreparedBody(Buffer.from(text));
    documents.set(part, { text, body });
    return body;
  };
}

const openApiSchema = {
  summary: 'Read the OpenAPI document',
  description: 'OpenAPI 3.1, generated from the schemas that validate requests.',
  tags,
  querystring: Type.Object(
    {
      part: Type.Optional(
        Type.Enum(documentParts, {
          description: '`content` for what sites read alone: delivery, preview and files.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
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
