/**
 * Health, readiness and metrics, on the main port and, where one is set, on a port of their own.
 * Guard: none, except for the metrics, which have their own token. Nothing here reveals any content.
 */
import { type Static, Type } from 'typebox';
import type { Contact } from '../platform/database/contact.ts';
import { DomainError } from '../platform/errors/domain-error.ts';
import type { Api } from '../platform/http/api.ts';
import { responses } from '../platform/http/error-schemas.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import { type DatabaseState, isReady, type Readiness } from './readiness.ts';
import { textResponse } from './text-response.ts';

const RETRY_AFTER_SECONDS = '1';
const DISK_FULL = 'The disk of the database is full, so no writes are taken; free space on it.';
const WRITES_FAIL = 'Writes fail one after the other; the log of the service says why.';
const NO_SUCH_PATH = 'There is nothing at this path; see /docs for the available paths.';

const config = { public: true };
const tags = ['Service'];

export interface HealthParts {
  readonly databaseState: () => Promise<DatabaseState>;
  readonly contact: Pick<Contact, 'mayRecallAny'>;
  readonly readiness: Readiness;
  /** Null if nothing is measured. */
  readonly metrics: Metrics | null;
}

export function healthRoutes(api: Api, { databaseState, contact, readiness, metrics }: HealthParts): void {
  api.get('/healthz', { schema: healthSchema, config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' as const };
  });
  type ReadyQuery = Static<typeof ReadyQuery>;
  api.get<{ Querystring: ReadyQuery }>('/readyz', { schema: readySchema, config }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { draining } = readiness;
    const state = { ...(await databaseState()), draining };
    const needsWrites = request.query.writes === 'required';
    if (!draining && isReady(state, { contact, needsWrites }))
      return { status: state.database === 'ok' ? ('ok' as const) : ('stale' as const), ...state };
    reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    const message = draining ? 'This process is shutting down; use another one.' : messageOf(state);
    return { status: 'unavailable' as const, ...state, detail: { code: 'unavailable' as const, message } };
  });
  metricsRoute(api, metrics);
}

const messages: Readonly<Record<DatabaseState['database'], string>> = {
  ok: 'The process is ready.',
  unreachable: 'The database does not respond; try again in a moment.',
  damaged: 'The database is damaged; restore it from a backup, as the log says.',
};

function messageOf({ database, writes }: DatabaseState): string {
  if (database !== 'ok') return messages[database];
  return { ok: messages.ok, refused: messages.ok, disk_full: DISK_FULL, failing: WRITES_FAIL }[writes];
}

const healthSchema = {
  summary: 'Check whether the process is alive',
  tags,
  response: { 200: Type.Object({ status: Type.Enum(['ok']) }, { title: 'Health' }) },
};

const state = {
  database: Type.Enum(['ok', 'unreachable', 'damaged']),
  writes: Type.Enum(['ok', 'disk_full', 'failing', 'refused'], {
    description:
      'Whether writes are taken: `failing` if several in a row were tried and failed, whatever the reason. While the disk is full or writes fail, reads go on, and the process is ready for them.',
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
