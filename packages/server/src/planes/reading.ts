/**
 * The delivery and preview planes: sites and apps read here. They share their paths; the token decides which one it is.
 * Guard: a `cms_del_` or `cms_pre_` key, or a preview token, checked before anything else. Every request takes the same steps: plain ones straight
 * from the server, as the framework costs more than such a response, and all others once the framework has found their route.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type Authentication, bearerIn, resolveBearer } from '../identity/auth/authentication.ts';
import type { Database } from '../platform/database/database.ts';
import { EVENTS_TYPE, requireEventsAccepted, requireJsonAccepted } from '../platform/http/accept.ts';
import type { Api } from '../platform/http/api.ts';
import { drainRequest } from '../platform/http/drain-request.ts';
import { bodyOfError, ERROR_TYPE, errorHead, reported } from '../platform/http/error-responses.ts';
import { logRequests } from '../platform/http/logger.ts';
import type { OpenConnections } from '../platform/http/open-connections.ts';
import { type NotedRequest, refusalIn } from '../platform/http/recent-requests.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import type { RequestsInFlight } from '../platform/http/requests-in-flight.ts';
import { enforceRouteRules } from '../platform/http/route-rules.ts';
import { noPlan, type ServedRequest } from '../platform/http/served-request.ts';
import { readByHandler } from '../platform/http/validation.ts';
import { systemClock } from '../platform/kit/clock.ts';
import { after, inSteps, type MaybePromise, type Steps, settled } from '../platform/kit/steps.ts';
import { type Admission, people } from '../platform/request-limits/accounts/callers.ts';
import { uncount } from '../platform/request-limits/accounts/counted-requests.ts';
import type { Payer, Quotas } from '../platform/request-limits/accounts/quotas.ts';
import { NO_LIMIT, type RateLimit } from '../platform/request-limits/accounts/rate-limit.ts';
import { preflightRoute } from '../reading/delivery/cross-origin.ts';
import type { Address } from '../reading/delivery/places.ts';
import type { ReadResponse } from '../reading/delivery/read.ts';
import type { Patience, ReadRoute } from '../reading/delivery/read-route.ts';
import type { ReadingKey } from '../reading/delivery/reading-key.ts';
import {
  cacheControlOf,
  countSent,
  type SentResponses,
  type SharedCaching,
} from '../reading/delivery/response-head.ts';
import { type ReadRouteParts, readRoutes } from '../reading/delivery/routes.ts';
import { searchOf } from '../reading/query-string/parameters.ts';
import type { Live } from '../reading/sync/live.ts';
import type { NewsWaits } from '../reading/sync/news-waits.ts';
import { liveRoute, type SyncRouteParts, syncRoute } from '../reading/sync/routes.ts';
import { type ParsedRequest, PlainRequests, parseRequest } from './reading/parsed-request.ts';
import { commonHead, rewroteHead, writeReadHead } from './reading/sent-head.ts';

/** Of streams: nobody keeps them, and proxies pass on what is written at once, as it is. */
const EVENT_HEADERS = [
  ...['content-type', `${EVENTS_TYPE}; charset=utf-8`],
  ...['cache-control', 'private, no-store, no-transform'],
  ...['vary', 'Authorization'],
  ...['x-accel-buffering', 'no'],
];

/** Who is told of responses to plain requests; of the others the framework tells. */
export interface ReadObserver {
  /** Keeps a response among the latest of its space. */
  noted(space: string, request: NotedRequest): void;
  /** Whether anybody wants to know of one that took so long: telling costs more than many responses. */
  wants(durationMs: number): boolean;
  responded(served: ServedRequest, request: IncomingMessage): void;
}

export interface ReadingPlaneParts {
  readonly database: Pick<Database, 'changeMark'>;
  readonly authentication: Pick<Authentication, 'knownReading' | 'reading'>;
  /** Requests in flight by their key; one that is responded to at once is none. */
  readonly inFlight: Pick<RequestsInFlight, 'hold' | 'refusalOf'>;
  readonly quotas: Pick<Quotas, 'takeNow' | 'admit' | 'rateLimitOf'>;
  readonly routes: ReadRouteParts & SyncRouteParts;
  readonly live: Pick<Live, 'listen' | 'close'>;
  readonly waits: Pick<NewsWaits, 'close'>;
  readonly cdn: SharedCaching;
  readonly large: SentResponses;
}

/** What the plane knows of the server that it is on. */
export interface ReadingServer {
  readonly log: Pick<FastifyBaseLogger, 'child'>;
  readonly observer: ReadObserver;
  /** They make a response the last of its connection, if the process is about to end, and say when it is. */
  readonly connections: Pick<OpenConnections, 'endIfEnding' | 'onEnding'>;
}

/** What logs and figures are told of a request. */
type Told = Pick<FastifyRequest, 'caller' | 'queryPlan' | 'refusal' | 'servedInMs'>;

/** A request on its way. */
interface Exchange<Parsed = Pick<ParsedRequest, 'authorization' | 'token'>> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly parsed: Parsed;
  readonly told: Told;
  readonly startedAt: number;
  /** What the database had committed when the request came. */
  mark: number | undefined;
  /** Who asks, once that is known. */
  key: ReadingKey | undefined;
  /** Whether it counts as in flight. */
  isHeld: boolean;
}

/** One that is read and sent. */
type ReadExchange = Exchange<ParsedRequest>;

export class ReadingPlane {
  readonly #parts: ReadingPlaneParts;
  readonly #server: ReadingServer;
  readonly #routes: readonly ReadRoute[];
  readonly #plain: PlainRequests;
  #isClosed = false;

  constructor(parts: ReadingPlaneParts, server: ReadingServer) {
    this.#parts = parts;
    this.#server = server;
    this.#routes = [...readRoutes(parts.routes), syncRoute(parts.routes)];
    this.#plain = new PlainRequests(this.#routes);
    server.connections.onEnding(() => this.#endStreams());
  }

  /** Registers the routes, with what the documentation says of them. */
  register(api: Api): void {
    enforceRouteRules(api);
    if (api.log.level === 'debug' || api.log.level === 'trace') logRequests(api, 'debug');
    for (const route of this.#routes) {
      const { url, schema } = route;
      api.get(url, { ...readByHandler, schema }, (request, reply) => {
        reply.hijack();
        const parsed = parseRequest(request.raw, route, request.params as Readonly<Record<string, string>>);
        void this.#respond(exchangeOf(parsed, { request: request.raw, response: reply.raw }, request));
      });
      preflightRoute(api, url);
    }
    this.#registerLive(api);
  }

  /** Streams are none of the requests in flight, and what the framework costs is little beside them. */
  #registerLive(api: Api): void {
    const { url, schema } = liveRoute;
    api.get(url, { ...readByHandler, schema, exposeHeadRoute: false }, (request, reply) => {
      reply.hijack();
      const { authorization } = request.headers;
      const parsed = { authorization, token: bearerIn(authorization) };
      const exchange = exchangeOf(parsed, { request: request.raw, response: reply.raw }, request);
      const { space_id: spaceId = '', environment = '' } = request.params as Readonly<Record<string, string>>;
      const address = { spaceId, environment, search: searchOf(request.raw.url ?? '') };
      void this.#listen(exchange, address).catch((error) => this.#refuse(exchange, error as Error));
    });
    preflightRoute(api, url);
  }

  /** Responds to a request, at once where there is nothing to wait for, or leaves it to the routes. */
  respondFirst(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
    const startedAt = performance.now();
    const parsed = this.#isClosed ? undefined : this.#plain.read(request);
    const exchange = parsed && exchangeOf(parsed, { request, response, startedAt });
    if (exchange === undefined || !this.#hasKnownKey(exchange)) {
      leave();
      return;
    }
    const { last } = exchange.parsed;
    after(this.#respond(exchange), () => {
      if (exchange.parsed.last !== last) this.#plain.remember(request.url ?? '', exchange.parsed);
      this.#report(exchange);
    });
  }

  /** Leaves everything to the routes, which tell clients that the process is ending. */
  close(): void {
    this.#isClosed = true;
    this.#endStreams();
  }

  /** Ends what stays open for news, as the process is about to end: clients go on elsewhere. */
  #endStreams(): void {
    this.#parts.live.close();
    this.#parts.waits.close();
  }

  /** Whether its key is known; a database that fails is reported by the route. */
  #hasKnownKey(exchange: Exchange): boolean {
    try {
      return this.#knownKey(exchange) !== undefined;
    } catch {
      return false;
    }
  }

  #knownKey(exchange: Exchange): ReadingKey | undefined {
    const { token } = exchange.parsed;
    if (token === undefined) return undefined;
    exchange.mark = this.#parts.database.changeMark();
    exchange.key = this.#parts.authentication.knownReading(token, exchange.mark);
    return exchange.key;
  }

  /** Takes the steps; whatever happens becomes a response. */
  #respond(exchange: ReadExchange): MaybePromise<void> {
    try {
      const responded = inSteps(this.#steps(exchange));
      return responded instanceof Promise ? responded.catch((error) => this.#refuse(exchange, error)) : undefined;
    } catch (error) {
      return this.#refuse(exchange, error as Error);
    }
  }

  /** Who asks, whether they may, what they get. */
  *#steps(exchange: ReadExchange): Steps<void> {
    const { request, parsed, told } = exchange;
    requireJsonAccepted(request);
    const { key, admission } = yield* this.#admitted(exchange);
    const { prepared } = parsed;
    told.queryPlan = prepared.plan;
    const patience = prepared.waitsForNews === true ? this.#patienceOf(exchange) : undefined;
    const reading = prepared.read({ key, mark: exchange.mark, ...(patience && { patience }) });
    const isWaiting = reading instanceof Promise;
    const result = isWaiting ? yield* patience ? settled(reading) : this.#waiting(exchange, key, reading) : reading;
    // What was kept was found for another request.
    if (result.isKept) told.queryPlan = undefined;
    if (result.waitedMs) told.servedInMs = performance.now() - exchange.startedAt - result.waitedMs;
    uncount(admission, result.content === null ? 304 : 200);
    this.#send(exchange, key, { result, limits: admission.rateLimit() });
  }

  /** Lets a request in, which counts from here on. */
  *#admitted(exchange: Exchange): Steps<{ key: ReadingKey; admission: Admission }> {
    const { inFlight, quotas } = this.#parts;
    const key = exchange.key ?? this.#knownKey(exchange) ?? (yield* this.#unknownKey(exchange));
    exchange.told.caller = key.caller;
    const refusal = inFlight.refusalOf(key.id);
    if (refusal !== undefined) throw refusal;
    const payer = payerOf(key);
    const admission = quotas.takeNow(payer) ?? (yield* this.#waiting(exchange, key, quotas.admit(payer)));
    return { key, admission };
  }

  /** Opens a stream: it counts as one request, however much it is sent. */
  async #listen(exchange: Exchange, address: Address): Promise<void> {
    const { request, response, requestId, parsed, told } = exchange;
    requireEventsAccepted(request);
    const { key, admission } = await inSteps(this.#admitted(exchange));
    const { 'last-event-id': lastEventId } = request.headers;
    const asked = { key, token: parsed.token ?? '', address, lastEventId: lastEventId?.toString() };
    await this.#parts.live.listen(asked, response, ({ environment, head }) => {
      told.servedInMs = performance.now() - exchange.startedAt;
      const shown = ['x-cms-environment', environment.name, 'x-cms-revision', String(head.revision)];
      response.writeHead(200, [...commonHead(requestId, admission.rateLimit()), ...EVENT_HEADERS, ...shown]);
    });
  }

  #patienceOf({ parsed, response }: Exchange): Patience {
    return {
      keyNow: () => this.#parts.authentication.reading(resolveBearer(parsed.authorization), 'either'),
      onGone: (gone) => void response.once('close', gone),
    };
  }

  *#unknownKey(exchange: Exchange): Steps<ReadingKey> {
    const token = resolveBearer(exchange.parsed.authorization);
    exchange.key = yield* settled(this.#parts.authentication.reading(token, 'either'));
    return exchange.key;
  }

  /** Counts the request as in flight while something is waited for. */
  *#waiting<T>(exchange: Exchange, key: ReadingKey, work: Promise<T>): Steps<T> {
    if (!exchange.isHeld) this.#parts.inFlight.hold(key.id, exchange.response);
    exchange.isHeld = true;
    return yield* settled(work);
  }

  #send(
    { request, response, requestId, parsed }: ReadExchange,
    { kind, spaceId }: ReadingKey,
    { result, limits }: { readonly result: ReadResponse; readonly limits: RateLimit },
  ): void {
    const { cdn, large } = this.#parts;
    this.#server.connections.endIfEnding(response);
    if (parsed.last === undefined || !rewroteHead(response, parsed.last, { result, requestId, limits })) {
      const cacheControl = cacheControlOf(kind, cdn, result);
      const head = writeReadHead(response, result, { url: request.url ?? '', requestId, limits, cacheControl });
      if (head !== undefined) parsed.last = head;
    }
    countSent(large, spaceId, { response: result, raw: response });
    response.end(result.content?.body);
  }

  async #refuse({ request, response, requestId, key, told }: Exchange, thrown: Error): Promise<void> {
    const { log, connections } = this.#server;
    const error = reported(thrown, { id: requestId, log: log.child({ request_id: requestId }) });
    told.refusal = error;
    // A head that is out cannot be taken back.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    await drainRequest(request);
    connections.endIfEnding(response);
    const { status, headers } = errorHead(error);
    const limits = key === undefined ? NO_LIMIT : this.#parts.quotas.rateLimitOf(key);
    const body = Buffer.from(JSON.stringify(bodyOfError(error)));
    const rest = [...headers, ['content-type', ERROR_TYPE], ['content-length', String(body.length)]].flat();
    response.writeHead(status, [...commonHead(requestId, limits), ...rest]).end(body);
  }

  #report({ request, response, requestId, parsed, told, startedAt }: ReadExchange): void {
    const { observer } = this.#server;
    const { caller, queryPlan: plan = noPlan, refusal } = told;
    const durationMs = told.servedInMs ?? performance.now() - startedAt;
    const { statusCode: status } = response;
    const { url = '' } = request;
    if (caller?.space)
      observer.noted(caller.space, {
        at: systemClock(),
        method: 'GET',
        url,
        status,
        durationMs,
        requestId,
        caller,
        refusal: refusalIn(refusal),
      });
    if (!observer.wants(durationMs)) return;
    const about = { method: 'GET', route: parsed.route, status, durationMs, requestId };
    observer.responded({ ...about, caller, space: caller?.space ?? null, url, plan }, request);
  }
}

/** Who a request is counted for: people are counted together, by whatever they read, and whoever they have sent a link. */
function payerOf(key: ReadingKey): Payer {
  return key.caller.user === null && key.isVisitor !== true ? key : { ...key, ...people };
}

/** A request with its response, and when it came; unless that is said, now. */
type Sent = Pick<Exchange, 'request' | 'response'> & Partial<Pick<Exchange, 'startedAt'>>;

/** @param routed the request as the framework handles it, if it does */
function exchangeOf<Parsed>(
  parsed: Parsed,
  { request, response, startedAt = performance.now() }: Sent,
  routed?: Pick<FastifyRequest, 'id' | keyof Told>,
): Exchange<Parsed> {
  const requestId = routed?.id ?? requestIdOf(request);
  const told = routed ?? { caller: undefined, queryPlan: undefined, refusal: undefined, servedInMs: undefined };
  return { request, response, requestId, parsed, told, startedAt, mark: undefined, key: undefined, isHeld: false };
}
