/**
 * Observes requests while the service runs: metrics, counts, traces and the log of slow requests. Hooks observe requests to
 * routes; reads that bypass the routes report to `directObserver`.
 */

import type { FastifyRequest } from 'fastify';
import type { HealthParts } from '../planes/health.ts';
import { readinessGauges } from '../planes/readiness.ts';
import type { ReadObserver } from '../planes/reading.ts';
import type { Config } from '../platform/config/config.ts';
import type { Api } from '../platform/http/api.ts';
import { connectionGauges } from '../platform/http/connection-gauges.ts';
import { type Gauge, type Metrics, openMetrics } from '../platform/http/metrics.ts';
import { type KeptRequests, refusalIn } from '../platform/http/recent-requests.ts';
import { RequestFigures } from '../platform/http/request-figures.ts';
import { callerOf, observeRequests, type ServedRequest, spaceOf } from '../platform/http/served-request.ts';
import { SlowRequests } from '../platform/http/slow-requests.ts';
import { systemClock } from '../platform/kit/clock.ts';
import type { TracedRequests } from '../platform/tracing/traced-requests.ts';

interface ObservationParts {
  readonly config: Config;
  /** The number of this process among several on one port. */
  readonly worker: number | undefined;
  readonly state: Pick<HealthParts, 'databaseState' | 'contact' | 'readiness'>;
  /** The gauges of all parts of the service. */
  readonly gauges: readonly Gauge[];
  readonly recent: KeptRequests;
  /** Null if tracing is off. */
  readonly requests: TracedRequests | null;
}

export interface Observation {
  /** Null if metrics are off. */
  readonly metrics: Metrics | null;
  readonly figures: RequestFigures;
  readonly directObserver: ReadObserver;
}

/** Observes all requests to routes registered on `app` after this call, until `opened` is disposed of. */
export async function observe(
  app: Api,
  { config, worker, state, gauges, recent, requests }: ObservationParts,
  opened: AsyncDisposableStack,
): Promise<Observation> {
  if (requests !== null) traceRequests(app, requests);
  const slow = new SlowRequests(config.slowMs, app.log);
  const metrics = await openMetrics(config.secrets.metricsToken, {
    gauges: [...readinessGauges(state), ...connectionGauges(app.server), ...slowGauges(slow), ...gauges],
    labels: worker === undefined ? {} : { worker: String(worker) },
  });
  if (metrics !== null) opened.defer(() => metrics.close());
  const figures = new RequestFigures(systemClock);
  const answered = (served: ServedRequest) => {
    slow.answered(served);
    metrics?.answered(served);
    if (metrics !== null) figures.answered(served);
  };
  observeRequests(app, (served, request) => {
    answered(served);
    requests?.answered(request, served);
    note(recent, served, request);
  });
  const directObserver: ReadObserver = {
    noted: (space, request) => recent.note(space, request),
    wants: (durationMs) => metrics !== null || requests !== null || slow.isSlow(durationMs),
    responded: (served, request) => {
      answered(served);
      requests?.served(served, request);
    },
  };
  return { metrics, figures, directObserver };
}

/** Keeps a request among the latest of the space that it is about, if its caller is known. */
function note(recent: KeptRequests, served: ServedRequest, request: FastifyRequest): void {
  const { method, status, durationMs, requestId, url } = served;
  const caller = callerOf(request);
  if (caller === undefined) return;
  const { actor, params } = request;
  const space = caller.space ?? actor?.origin?.environment?.spaceId ?? spaceOf({ caller, params });
  if (space === null) return;
  recent.note(space, {
    at: systemClock(),
    method,
    url,
    status,
    durationMs,
    requestId,
    caller,
    refusal: refusalIn(request.refusal),
  });
}

function traceRequests(app: Api, requests: TracedRequests): void {
  app.addHook('onRequest', (request, _reply, done) => requests.begun(request, done));
  app.addHook('preValidation', (request, _reply, done) => requests.read(request, done));
}

function slowGauges(slow: SlowRequests): Gauge[] {
  const help = 'Requests that took at least LECTERN_SLOW_MS, each of which is in the log.';
  return [{ name: 'lectern_slow_requests_total', help, isCounter: true, read: () => slow.count }];
}
