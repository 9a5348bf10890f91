/**
 * Health, readiness and metrics, on the main port and, where one is set, on a port of their own.
 * Guard: none, except for the metrics, which have their own token. Nothing here reveals any content.
 */
import { type Static, Type } from 'typebox';
import { PROGRAM_COMMIT, PROGRAM_VERSION } from '../platform/config/program-version.ts';
import type { Contact } from '../platform/database/contact.ts';
import { DomainError } from '../platform/errors/domain-error.ts';
import type { Api } from '../platform/http/api.ts';
import { responses } from '../platform/http/error-schemas.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import type { RequestFigures } from '../platform/http/request-figures.ts';
import { type DatabaseState, isReady, type Readiness } from './readiness.ts';
import { textResponse } from './text-response.ts';

const RETRY_AFTER_SECONDS = '1';
/** Of each kind. */
const TOP_LIMIT = 100;
const DISK_FULL = 'The disk of the database is full, so no writes are accepted; free space on it.';
const WRITES_FAIL = 'Several writes in a row have failed; the log of the service says why.';
const NO_SUCH_PATH = 'There is nothing at this path; see /docs for the available paths.';

/** Nodes of several versions run side by side while they are upgraded. */
const BUILD = { version: PROGRAM_VERSION, commit: PROGRAM_COMMIT };

const config = { public: true };
const tags = ['Service'];

export interface HealthParts {
  readonly databaseState: () => Promise<DatabaseState>;
  readonly contact: Pick<Contact, 'mayRecallAny'>;
  readonly readiness: Readiness;
  /** Null if nothing is measured. */
  readonly metrics: Metrics | null;
  /** Figures of recent requests; empty where nothing is measured. */
  readonly figures: Pick<RequestFigures, 'report'>;
  /** The number of this process among several on one port; null if it is alone. */
  readonly worker: number | null;
}

export function healthRoutes(api: Api, parts: HealthParts): void {
  const { databaseState, contact, readiness } = parts;
  api.get('/healthz', { schema: healthSchema, config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' as const };
  });
  type ReadyQuery = Static<typeof ReadyQuery>;
  api.get<{ Querystring: ReadyQuery }>('/readyz', { schema: readySchema, config }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { draining } = readiness;
    const state = { ...(await databaseState()), draining, ...BUILD };
    const needsWrites = request.query.writes === 'required';
    if (!draining && isReady(state, { contact, needsWrites }))
      return { status: state.database === 'ok' ? ('ok' as const) : ('stale' as const), ...state };
    reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    const message = draining ? 'This process is shutting down; use another one.' : messageOf(state);
    return { status: 'unavailable' as const, ...state, detail: { code: 'unavailable' as const, message } };
  });
  metricsRoutes(api, parts);
}

const messages: Readonly<Record<DatabaseState['database'], string>> = {
  ok: 'The process is ready.',
  unreachable: 'The database does not respond; try again in a moment.',
  damaged: 'The database is damaged; restore it from a backup, as the log says.',
  replaced: 'The file of the database was removed or replaced; put it back or start again, as the log says.',
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
  database: Type.Enum(['ok', 'unreachable', 'damaged', 'replaced'], {
    description:
      '`damaged` if pages of the embedded database cannot be read, `replaced` while its file is not the one that was opened.',
  }),
  writes: Type.Enum(['ok', 'disk_full', 'failing', 'refused'], {
    description:
      'Whether writes are taken: `failing` if several in a row were tried and failed, whatever the reason. While the disk is full or writes fail, reads go on, and the process is ready for them.',
  }),
  draining: Type.Boolean({ description: 'Whether the process is shutting down.' }),
  version: Type.String({ description: 'Version of the program.' }),
  commit: Type.Union([Type.String(), Type.Null()], {
    description: 'Commit that it was built from, shortened; `null` if it is not known.',
  }),
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
function metricsRoutes(api: Api, { metrics, figures, worker }: HealthParts): void {
  api.get('/metrics', { schema: metricsSchema, config }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (metrics?.mayRead(request) !== true) throw new DomainError('not_found', NO_SUCH_PATH, { resource: 'path' });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  api.get('/metrics/top', { schema: topSchema, config }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (metrics?.mayRead(request) !== true) throw new DomainError('not_found', NO_SUCH_PATH, { resource: 'path' });
    return { worker, ...figures.report(TOP_LIMIT) };
  });
}

const QueryPlan = Type.Object({
  conditions: Type.Array(Type.String()),
  order: Type.Array(Type.String()),
  search: Type.Boolean(),
  streamed: Type.Boolean({ description: 'Whether rows were read one after the other, as memory had no room.' }),
  rows: Type.Integer({ description: 'Rows that were looked at.' }),
});
const Figures = Type.Array(
  Type.Object({
    name: Type.String({ description: 'Id of a space, how a key starts and ends or the id of a person, or a route.' }),
    requests: Type.Integer(),
    failures: Type.Integer({ description: 'Responses with status 500 or higher.' }),
    ms: Type.Integer({ description: 'Milliseconds that all requests took together.' }),
  }),
);
const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const TOP_EXAMPLE = {
  worker: null,
  seconds: 60,
  spaces: [{ name: 'spc_01kbq3v7m2h8c4t9x5y6z1a0de', requests: 1_200, failures: 0, ms: 5_400 }],
  keys: [{ name: 'cms_del_…a1b2', requests: 1_200, failures: 0, ms: 5_400 }],
  routes: [{ name: 'GET /spaces', requests: 3, failures: 0, ms: 12 }],
  slowest: [],
};
const topSchema = {
  summary: 'Read figures of recent requests',
  description:
    'The spaces, keys and routes that took the most time of this process in about the last minute, and the slowest requests, without any value that a client sent. For `lectern top`. Requires `LECTERN_METRICS_TOKEN` as Bearer token; without it, the response is 404.',
  tags,
  response: {
    200: Type.Object(
      {
        worker: Type.Union([Type.Integer(), Type.Null()], { description: 'The process, with several on one port.' }),
        seconds: Type.Integer({ description: 'How many seconds the figures cover.' }),
        spaces: Figures,
        keys: Figures,
        routes: Figures,
        slowest: Type.Array(
          Type.Object({
            request_id: Type.String(),
            at: Type.String({ format: 'date-time' }),
            method: Type.String(),
            route: Type.String(),
            status: Type.Integer(),
            duration_ms: Type.Number(),
            account: Nullable('Id of the account.'),
            space: Nullable('Id of the space.'),
            key: Nullable('How the token of the key starts and ends.'),
            user: Nullable('Id of the person.'),
            parameters: Type.Array(Type.String(), { description: 'Names of parameters in the query.' }),
            plan: Type.Union([QueryPlan, Type.Null()], { description: 'How a list was found.' }),
          }),
        ),
      },
      { title: 'Top', examples: [TOP_EXAMPLE] },
    ),
    ...responses('not_found'),
  },
};

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
