/**
 * The service plane: health, readiness, metrics and the description of the API.
 * Guard: none, except for the metrics, which have their own token. Nothing here reveals any content.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../platform/database/database.ts';
import { DomainError } from '../platform/errors/domain-error.ts';
import type { Api } from '../platform/http/api.ts';
import { responses } from '../platform/http/error-schemas.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import type { OpenApi } from '../platform/http/openapi/register.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { type DatabaseState, databaseCheck, databaseState, isReady, type Readiness } from './readiness.ts';
import { PAGE, PAGE_POLICY, START_SCRIPT, viewerScript } from './reference-page.ts';

const SCRIPT_CACHE = 'public, max-age=86400';
const RETRY_AFTER_SECONDS = '1';
const DISK_FULL = 'The disk of the database is full, so no writes are taken; free space on it.';
const NO_SUCH_PATH = 'There is nothing at this path; see /docs for the available paths.';

const config = { public: true };
const tags = ['Service'];

export interface ServiceParts {
  readonly database: Pick<Database, 'ping' | 'condition' | 'contact'>;
  readonly readiness: Readiness;
  readonly clock: Clock;
  readonly openApi: OpenApi;
  /** Null if nothing is measured. */
  readonly metrics: Metrics | null;
}

export function servicePlane(api: Api, parts: ServiceParts): void {
  healthRoutes(api, parts);
  metricsRoute(api, parts.metrics);
  descriptionRoutes(api, parts.openApi);
}

function healthRoutes(api: Api, { database, readiness, clock }: ServiceParts): void {
  const databaseResponds = databaseCheck(database, clock);
  api.get('/healthz', { schema: healthSchema, config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' as const };
  });
  type ReadyQuery = Static<typeof ReadyQuery>;
  api.get<{ Querystring: ReadyQuery }>('/readyz', { schema: readySchema, config }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { draining } = readiness;
    const state = { ...databaseState(database.condition(), await databaseResponds()), draining };
    const needsWrites = request.query.writes === 'required';
    if (!draining && isReady(state, { contact: database.contact, needsWrites }))
      return { status: state.database === 'ok' ? ('ok' as const) : ('stale' as const), ...state };
    reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    const message = draining ? 'This process is shutting down; use another one.' : messageOf(state);
    return { status: 'unavailable' as const, ...state, detail: { code: 'unavailable' as const, message } };
  });
}

const messages: Readonly<Record<DatabaseState['database'], string>> = {
  ok: 'The process is ready.',
  unreachable: 'The database does not respond; try again in a moment.',
  damaged: 'The database is damaged; restore it from a backup, as the log says.',
};

function messageOf({ database, writes }: DatabaseState): string {
  return database === 'ok' && writes === 'disk_full' ? DISK_FULL : messages[database];
}

const healthSchema = {
  summary: 'Check whether the process is alive',
  tags,
  response: { 200: Type.Object({ status: Type.Enum(['ok']) }, { title: 'Health' }) },
};

const state = {
  database: Type.Enum(['ok', 'unreachable', 'damaged']),
  writes: Type.Enum(['ok', 'disk_full', 'refused'], {
    description: 'Whether writes are taken. While the disk is full, reads go on, and the process is ready for them.',
  }),
  draining: Type.Boolean({ description: 'Whether the process is shutting down.' }),
};
const ReadyQuery = Type.Object({
  writes: Type.Optional(
    Type.Enum(['required'], { description: 'Counts a process as ready only while it takes writes.' }),
  ),
});
const readySchema = {
  summary: 'Check whether the process accepts requests',
  description:
    'For balancers. However often it is called, the database is queried at most once a second. While the database is away and published content goes on from memory, the response is 200 with the status `stale`.',
  tags,
  querystring: ReadyQuery,
  response: {
    200: Type.Object({ status: Type.Enum(['ok', 'stale']), ...state }, { title: 'Ready' }),
    503: Type.Object(
      {
        status: Type.Enum(['unavailable']),
        ...state,
        detail: Type.Object({ code: Type.Enum(['unavailable']), message: Type.String() }),
      },
      { title: 'NotReady' },
    ),
  },
};

/** Without the token nothing is here, so that nobody learns whether metrics are on. */
function metricsRoute(api: Api, metrics: Metrics | null): void {
  api.get('/metrics', { schema: metricsSchema, config }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (metrics?.mayRead(request) !== true) throw new DomainError('not_found', NO_SUCH_PATH, { resource: 'path' });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  if (metrics !== null) {
    api.addHook('onClose', (_instance, done) => {
      metrics.close();
      done();
    });
  }
}

const metricsSchema = {
  summary: 'Read the metrics',
  description:
    'In the text format of Prometheus. Requires `LECTERN_METRICS_TOKEN` as Bearer token; without it, the response is 404.',
  tags,
  response: {
    200: textResponse('text/plain', '# TYPE lectern_http_request_duration_seconds histogram'),
    ...responses('not_found'),
  },
};

function descriptionRoutes(api: Api, openApi: OpenApi): void {
  const viewer = viewerScript();
  // Relative, so that it also works under a path of a proxy.
  api.get('/', { schema: { hide: true }, config }, (_request, reply) => {
    return reply.header('cache-control', 'no-cache').redirect('docs');
  });
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

function textResponse(mediaType: string, example: string) {
  return { description: 'As text.', content: { [mediaType]: { schema: Type.String({ examples: [example] }) } } };
}

function script(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', SCRIPT_CACHE).type('text/javascript; charset=utf-8');
}

function takesGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
}
