/**
 * The composition root: opens what the service stands on, builds its parts (`composition/`), puts the planes on a
 * server and starts what works beside them. Whatever is opened here is closed here, in the opposite order.
 */
import type { AddressInfo } from 'node:net';
import { layFoundation } from './composition/foundation.ts';
import { composeParts, type ServiceParts } from './composition/parts.ts';
import type { Relay } from './composition/relay.ts';
import { filePlane } from './planes/files.ts';
import { managementPlane } from './planes/management.ts';
import type { Readiness } from './planes/readiness.ts';
import { readingPlane } from './planes/reading.ts';
import { servicePlane } from './planes/service.ts';
import type { Config } from './platform/config/config.ts';
import type { Database, StatementObserver } from './platform/database/database.ts';
import type { Api } from './platform/http/api.ts';
import { createLogger } from './platform/http/logger.ts';
import { type Metrics, measureRequests, observeRequests } from './platform/http/metrics.ts';
import { registerOpenApi } from './platform/http/openapi/register.ts';
import { respondFirst } from './platform/http/respond-first.ts';
import { createServer } from './platform/http/server.ts';
import { systemClock } from './platform/kit/clock.ts';
import { DirectReads } from './reading/delivery/direct-reads.ts';

const IDLE_CLOSED_EVERY_MS = 50;

export interface ServiceOptions {
  /** Checks every response against its route's schema; tests do. */
  readonly checkResponses?: boolean;
  /** Told of every SQL statement; tests count with it. */
  readonly onStatement?: StatementObserver;
  /** Which of several processes on one port this is; said in its log lines and metrics. */
  readonly worker?: number;
  /** What this process is for, where it is not all of the service; said in its log lines. */
  readonly process?: string;
  /** The process that does the background work and measures, where that is another one. */
  readonly relay?: Relay;
}

export interface Service {
  readonly app: Api;
  /** Starts to listen; gives the address, without `/` at its end. */
  listen(): Promise<string>;
  /** Takes no new requests, ends those under way, and closes everything. */
  close(): Promise<void>;
  /** Set to have `/readyz` tell balancers to send no more requests. */
  readonly readiness: Readiness;
  /** Has `close` wait for requests that another process answers, before what follows from them is ended. */
  endWith(requestsElsewhere: () => Promise<void>): void;
  /** What processes that leave the background work to this one tell it. */
  readonly relay: Relay;
}

/** Builds the service that a configuration describes; it does not listen yet. */
export async function createService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const { worker, process, relay, onStatement } = options;
  const app = createServer({
    logger: createLogger(config.log, { worker, process }),
    trustedProxies: config.trustedProxies,
    checkResponses: options.checkResponses ?? false,
  });
  // Where any free port is taken, it is known once the service listens.
  const address = { url: addressOf(config, config) };
  const onProblem = (error: unknown) => app.log.error({ err: error }, 'Background work failed');
  const foundation = await layFoundation({ config, address, onProblem, onStatement, relay }, opened);
  const parts = composeParts(foundation);
  for (const work of parts.background) opened.defer(() => work.close());

  const readiness: Readiness = { draining: false };
  const endings = [() => endRequests(app)];
  opened.defer(async () => void (await Promise.all(endings.map((end) => end()))));
  const metrics = await registerPlanes(app, parts, { config, worker, relay, readiness, database: foundation.database });
  await app.ready();
  const directReads = serveReadsFirst(app, parts, metrics);
  if (relay === undefined) for (const work of parts.background) work.start?.();

  opened.defer(() => {
    readiness.draining = true;
    directReads.close();
  });
  const closing = opened.move();
  return {
    app,
    readiness,
    endWith: (requestsElsewhere) => void endings.push(requestsElsewhere),
    relay: { moved: parts.movedElsewhere, answered: (response) => metrics?.answered(response) },
    listen: async () => {
      await app.listen({ host: config.host, port: config.port });
      address.url = addressOf(config, app.server.address() as AddressInfo);
      return address.url;
    },
    close: () => closing.disposeAsync(),
  };
}

interface PlaneOptions {
  readonly config: Config;
  readonly worker: number | undefined;
  readonly relay: Relay | undefined;
  readonly readiness: Readiness;
  readonly database: Database;
}

/** Puts every route on the server; gives what measures their requests. */
async function registerPlanes(
  app: Api,
  parts: ServiceParts,
  { config, worker, relay, readiness, database }: PlaneOptions,
): Promise<Metrics | null> {
  const openApi = registerOpenApi(app, config.publicUrl);
  const labels = worker === undefined ? {} : { worker: String(worker) };
  const token = relay === undefined ? config.secrets.metricsToken : null;
  const metrics = await measureRequests(app, token, { gauges: parts.gauges, labels });
  if (relay !== undefined) observeRequests(app, relay.answered);
  const service = { database, readiness, clock: systemClock, openApi, metrics };
  app.register(async (scope) => managementPlane(scope as unknown as Api, parts.management));
  app.register(async (scope) => readingPlane(scope as unknown as Api, parts.reading));
  app.register(async (scope) => filePlane(scope as unknown as Api, parts.files));
  app.register(async (scope) => servicePlane(scope as unknown as Api, service));
  return metrics;
}

/** Has plain reads answered before the routes see them, but where every request is logged, which its route does. */
function serveReadsFirst(app: Api, parts: ServiceParts, metrics: Metrics | null): DirectReads {
  const directReads = new DirectReads({ ...parts.directReads, onResponse: metrics?.answered ?? null });
  const logsReads = app.log.level === 'debug' || app.log.level === 'trace';
  if (!logsReads) respondFirst(app.server, (...of) => directReads.respond(...of));
  return directReads;
}

/** Takes no new requests and ends those under way. */
async function endRequests(app: Api): Promise<void> {
  // A connection whose answer goes out after the end began is kept open by its client and idle only then.
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_CLOSED_EVERY_MS);
  await app.close().finally(() => clearInterval(sweep));
}

function addressOf(config: Config, { port }: Pick<AddressInfo, 'port'>): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}
