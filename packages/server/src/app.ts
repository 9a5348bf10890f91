/**
 * The composition root: opens the database and the storage, builds all parts (`composition/`), registers the planes on
 * a server and starts the background work. Everything opened here is closed here, in reverse order.
 */

import type { AddressInfo } from 'node:net';
import type { PartSizes } from './branches/merging/parts.ts';
import { readOnlyFolders } from './composition/folder-check.ts';
import { openFoundation } from './composition/foundation.ts';
import { noticesIn } from './composition/notices.ts';
import { observe } from './composition/observation.ts';
import { composeParts, type ServiceParts } from './composition/parts.ts';
import { composeStudio } from './composition/studio.ts';
import { SCIM_PATH } from './identity/scim/protocol/resource-url.ts';
import { richTextSchemas } from './model/fields/rich-text/description.ts';
import { filePlane } from './planes/files.ts';
import type { HealthParts } from './planes/health.ts';
import { type HealthListener, healthListener } from './planes/health-listener.ts';
import { managementPlane } from './planes/management.ts';
import { pagePlane } from './planes/pages.ts';
import { databaseStates, type Readiness } from './planes/readiness.ts';
import { ReadingPlane } from './planes/reading.ts';
import { scimPlane } from './planes/scim.ts';
import { servicePlane } from './planes/service.ts';
import { type StudioParts, studioPlane } from './planes/studio.ts';
import type { Config } from './platform/config/config.ts';
import type { Database, StatementObserver } from './platform/database/database.ts';
import type { Api } from './platform/http/api.ts';
import { admitBeside } from './platform/http/connection-limit.ts';
import { requireOneHost } from './platform/http/host-header.ts';
import { listenOn } from './platform/http/listening.ts';
import { createLogger } from './platform/http/logger.ts';
import { OpenConnections } from './platform/http/open-connections.ts';
import type { ExampleIds } from './platform/http/openapi/example-ids.ts';
import { registerOpenApi } from './platform/http/openapi/register.ts';
import { ownAddress } from './platform/http/own-address.ts';
import { respondFirst } from './platform/http/respond-first.ts';
import { CONNECTIONS_MAX, createServer } from './platform/http/server.ts';
import { boundUnread } from './platform/http/unread-responses.ts';
import { JOB_TIMES, type JobTimes } from './platform/jobs/job-times.ts';
import { type Clock, steadyClock, systemClock } from './platform/kit/clock.ts';
import { type Deadline, usualDeadline } from './platform/kit/deadline.ts';
import type { PasswordCost } from './platform/kit/password-hasher.ts';

const IDLE_CLOSED_EVERY_MS = 50;

export interface ServiceOptions {
  /** Checks every response against its route's schema; used by tests. */
  readonly checkResponses?: boolean;
  /** Called for every SQL statement; tests count with it. */
  readonly onStatement?: StatementObserver;
  /** Leaves all reads to the routes; a test compares them with direct reads. */
  readonly readsByRoutes?: boolean;
  /** Of the hashes of passwords; tests, which hash many, ask for less. */
  readonly passwordCost?: PasswordCost;
  /** How long what waits for others may take: the database, mail servers, identity providers, requests that arrive. */
  readonly deadline?: Deadline;
  /** By which background jobs run; tests wait less for them. */
  readonly jobTimes?: JobTimes;
  /** How many resources the writes of a merge change; tests divide small merges. */
  readonly mergeSizes?: PartSizes;
  /** Ids that replace those of the examples in `openapi.json`; null while they are unknown. */
  readonly exampleIds?: () => ExampleIds | null;
  /** The time of day, for what is stored and shown; tests set it. */
  readonly clock?: Clock;
  /** Whether an empty database may take the place of one that is gone from the data folder. */
  readonly mayBeNew?: boolean | undefined;
  /** Folder of the build of Studio that is served; its own if not given. */
  readonly studioFolder?: string;
  /** The number of this process among several on one port; shown in log lines and metrics. */
  readonly worker?: number;
}

export interface Service {
  readonly app: Api;
  /** Starts listening; returns the URL, without a trailing `/`. */
  listen(): Promise<string>;
  /** Stops accepting requests, ends those in progress, and closes everything. */
  close(): Promise<void>;
  /** While set, `/readyz` tells balancers to send no more requests. */
  readonly readiness: Readiness;
  /** For ending them before `close` without breaking a request. */
  readonly connections: OpenConnections;
}

/** Builds the service for a configuration; it does not listen yet. */
export async function createService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const { worker, onStatement, mayBeNew, passwordCost, mergeSizes, clock = systemClock } = options;
  const { checkResponses = false, deadline = usualDeadline, jobTimes = JOB_TIMES } = options;
  const app = createServer({
    logger: createLogger(config.log, { worker }),
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
    checkResponses,
    deadline,
  });
  const connections = connectionsOf(app);
  // With port 0, the port is known once the service listens.
  const address = { url: ownAddress(config, config.port) };
  const begins = mayBeNew === true ? 'anew' : 'once';
  const given = { config, address, clock, passwordCost, jobTimes, mergeSizes, deadline, onStatement };
  const foundation = await openFoundation({ ...given, begins, ...noticesIn(app.log, config) }, opened);
  const parts = composeParts(foundation);
  admitBeside(app.server, CONNECTIONS_MAX, parts.openForNews);
  for (const resource of parts.resources) opened.defer(() => resource.close());
  opened.defer(() => parts.jobs.close());

  const readiness: Readiness = { draining: false };
  const { database } = foundation;
  const databaseState = databaseStates(database, steadyClock, deadline);
  const state = { databaseState, contact: database.contact, readiness };
  const requests = foundation.instruments?.requests ?? null;
  const { gauges, recent } = parts;
  const observed = { config, worker, state, gauges, recent, requests };
  const { metrics, figures, directObserver } = await observe(app, observed, opened);
  const health = { ...state, metrics, figures, worker: worker ?? null };
  const ownListener = healthListenerOf(config, { ...health, logger: app.log, checkResponses });
  if (ownListener !== null) opened.defer(() => ownListener.close());
  opened.defer(() => endRequests(app, connections));
  const reading = new ReadingPlane(parts.reading, {
    log: app.log,
    connections,
    observer: directObserver,
  });
  const studio = config.studio ? composeStudio(foundation, parts.management.identity, options.studioFolder) : null;
  registerPlanes(app, parts, { config, reading, health, studio, exampleIds: options.exampleIds });
  await app.ready();
  await warnOfMissingPlans(app, parts, database);
  warnOfReadOnlyFolders(app, config);
  // Only the routes log every request.
  const logsReads = app.log.level === 'debug' || app.log.level === 'trace';
  if (!logsReads && options.readsByRoutes !== true) respondFirst(app.server, (...of) => reading.respondFirst(...of));
  boundUnread(app.server);
  requireOneHost(app.server);
  parts.jobs.start();

  opened.defer(() => {
    readiness.draining = true;
    reading.close();
  });
  const closing = opened.move();
  return {
    app,
    readiness,
    connections,
    listen: async () => {
      // With a shorter backlog, the system would make those of a burst wait for seconds until they try again.
      await listenOn(app, { ...config, variable: 'PORT', backlog: CONNECTIONS_MAX });
      address.url = ownAddress(config, (app.server.address() as AddressInfo).port);
      await ownListener?.listen();
      return address.url;
    },
    close: () => closing.disposeAsync(),
  };
}

/** The connections of the server, each of which ends with its next response once their end is announced. */
function connectionsOf(app: Api): OpenConnections {
  const connections = new OpenConnections(app.server);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    connections.endIfEnding(reply.raw);
    done();
  });
  return connections;
}

interface PlaneOptions {
  readonly config: Config;
  readonly reading: ReadingPlane;
  readonly health: HealthParts;
  /** Null if it is left out. */
  readonly studio: StudioParts | null;
  readonly exampleIds: ServiceOptions['exampleIds'];
}

/** Registers every route on the server. */
function registerPlanes(
  app: Api,
  parts: ServiceParts,
  { config, reading, health, studio, exampleIds }: PlaneOptions,
): void {
  const openApi = registerOpenApi(app, {
    serverUrl: config.publicUrl,
    idsOf: exampleIds,
    valueSchemas: richTextSchemas(),
  });
  app.register(async (scope) => managementPlane(scope as unknown as Api, parts.management));
  app.register(async (scope) => scimPlane(scope as unknown as Api, parts.scim), { prefix: SCIM_PATH });
  app.register(async (scope) => reading.register(scope as unknown as Api));
  app.register(async (scope) => pagePlane(scope as unknown as Api, parts.pages));
  app.register(async (scope) => filePlane(scope as unknown as Api, parts.files));
  if (studio !== null) app.register(async (scope) => studioPlane(scope as unknown as Api, studio));
  const service = { ...health, openApi, studio: studio !== null };
  app.register(async (scope) => servicePlane(scope as unknown as Api, service));
}

/** The second listener; null if the configuration has none. */
function healthListenerOf(config: Config, parts: Parameters<typeof healthListener>[2]): HealthListener | null {
  return config.healthPort === null ? null : healthListener(config.healthPort, config, parts);
}

/** Accounts can have a plan that the operator has taken out of the file. */
async function warnOfMissingPlans(app: Api, { subscriptions }: ServiceParts, { reader }: Database): Promise<void> {
  for (const missing of await subscriptions.missingPlans(reader))
    app.log.warn(missing, 'Accounts have a plan that is not in LECTERN_PLANS_FILE, and the limits of the default plan');
}

function warnOfReadOnlyFolders(app: Api, config: Config): void {
  for (const { folder, setting, error } of readOnlyFolders(config))
    app.log.error(
      { folder, setting, err: error },
      `${folder} cannot be written: make it writable, or change ${setting}`,
    );
}

/** Stops accepting requests and ends those in progress. */
async function endRequests(app: Api, connections: OpenConnections): Promise<void> {
  // A connection whose response is sent after shutdown began is kept open by its client, and idle only then.
  const sweep = setInterval(() => void connections.closeIdle(), IDLE_CLOSED_EVERY_MS);
  await app.close().finally(() => clearInterval(sweep));
}
