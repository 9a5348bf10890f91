/**
 * Responds to plain reads without the framework, which costs more than such a response. Invariant: a request
 * gets here what its route would give it; whatever is unusual about it, and whatever is refused, is left to the route.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Authentication } from '../../identity/auth/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { requestIdOf } from '../../platform/http/request-id.ts';
import type { RequestsInFlight } from '../../platform/http/requests-in-flight.ts';
import type { ServedRequest } from '../../platform/http/served-request.ts';
import { REQUEST_ID, standardHeaders } from '../../platform/http/standard-headers.ts';
import { type WrittenHead, writeAgain, writtenHead } from '../../platform/http/written-head.ts';
import { SteadyMap } from '../../platform/kit/steady-map.ts';
import type { Admission } from '../../platform/request-limits/accounts/account-requests.ts';
import type { Quotas } from '../../platform/request-limits/accounts/quotas.ts';
import { minRevisionOf } from '../query-string/min-revision.ts';
import { searchOf } from '../query-string/parameters.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import type { Delivery, ReadContent, ReadParameters, ReadRequest, ReadResponse, Resource } from './delivery.ts';
import { acceptedEncodings } from './encoding.ts';
import { cacheControlOf, countSent, putResponseHead, type SentResponses, type SharedCaching } from './response-head.ts';
import type { ReadPlane } from './view.ts';

/** Longer URLs are left to the routes. */
const URL_LENGTH_MAX = 4_000;
const PATH_SHAPE =
  /^\/spaces\/([\w.~-]{1,200})\/environments\/([\w.~-]{1,200})\/delivery\/(entries|assets)(?:\/([\w.~-]{1,200}))?$/;
const BEARER = 'Bearer ';
/** Requests remembered as they were read. */
const REQUESTS_KEPT = 1_000;
const ESCAPED_NUL = '%00';
/** Values of `Accept` for which the response is the same. */
const JSON_ACCEPTED: readonly (string | undefined)[] = [undefined, '*/*', 'application/json'];
const ROUTE_OF_ALL = '/spaces/:space_id/environments/:environment/delivery';

/** A request as it was read, without what may have changed since: the key of its token. */
interface ParsedRequest {
  readonly authorization: string;
  readonly acceptEncoding: string | undefined;
  readonly token: string;
  readonly parameters: ReadParameters;
  /** The pattern of its route. */
  readonly route: string;
  /** The head of the last response to it that came from the cache. */
  last?: KnownHead;
}

/** A head, and everything that decides it; not the response itself, whose memory is counted where it is kept. */
interface KnownHead {
  readonly tag: string;
  readonly revision: number;
  readonly content: Omit<ReadContent, 'body'> | null;
  readonly bodyLength: number | undefined;
  readonly head: WrittenHead;
}

/** What a response is made of. */
interface Sent {
  readonly parsed: ParsedRequest;
  readonly result: ReadResponse;
  readonly plane: ReadPlane;
  readonly admission: Admission;
}

/** Who is told of responses. */
export interface ReadObserver {
  /** Whether anybody wants to know of one that took so long: telling costs more than many responses. */
  wants(durationMs: number): boolean;
  responded(served: ServedRequest, request: IncomingMessage): void;
}

export interface DirectReadParts {
  readonly database: Pick<Database, 'changeMark'>;
  readonly authentication: Pick<Authentication, 'knownReading'>;
  /** Lets requests in; what would have to wait is left to the route. */
  readonly quotas: Pick<Quotas, 'takeNow'>;
  readonly delivery: Pick<Delivery, 'read' | 'planOf'>;
  /** Requests in flight by their key; one that is responded to at once is none. */
  readonly inFlight: Pick<RequestsInFlight, 'hold' | 'isFull'>;
  readonly cdn: SharedCaching;
  readonly large: SentResponses;
  readonly observer: ReadObserver;
}

export class DirectReads {
  readonly #parts: DirectReadParts;
  readonly #commonHead: readonly string[];
  /** Requests by their URL whose responses came from the cache: most of those come again. */
  readonly #known = new SteadyMap<string, ParsedRequest>(REQUESTS_KEPT);
  #isClosed = false;

  constructor(parts: DirectReadParts) {
    this.#parts = parts;
    this.#commonHead = [...standardHeaders, ...crossOriginHeaders].flat();
  }

  /** Responds to a request, at once where there is nothing to wait for, or leaves it to the routes. */
  respond(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
    const startedAt = performance.now();
    const parsed = this.#isClosed || !isPlain(request) ? undefined : this.#parse(request);
    if (parsed === undefined) {
      leave();
      return;
    }
    const read = this.#readRequest(parsed);
    const { inFlight } = this.#parts;
    if (read === undefined || inFlight.isFull(read.key.id)) {
      leave();
      return;
    }
    const admission = this.#parts.quotas.takeNow(read.key);
    if (admission === null) {
      leave();
      return;
    }
    let isCounted = true;
    const send = (result: ReadResponse): void => {
      if (result.content === null) {
        admission.takeBack();
        isCounted = false;
      }
      const requestId = this.#send(request, response, { parsed, result, plane: read.key.kind, admission });
      const durationMs = performance.now() - startedAt;
      if (!this.#parts.observer.wants(durationMs)) return;
      const { statusCode: status } = response;
      this.#report(request, { read, parsed, result }, { requestId, durationMs, status });
    };
    // The route says why it is refused; a head that is out cannot be taken back.
    const fail = () => {
      if (response.headersSent) return response.destroy();
      if (isCounted) admission.takeBack();
      leave();
    };
    try {
      const result = this.#parts.delivery.read(read);
      if (result instanceof Promise) {
        inFlight.hold(read.key.id, response);
        result.then(send).catch(fail);
      } else {
        send(result);
      }
    } catch {
      fail();
    }
  }

  /** Leaves everything to the routes, which tell clients that the process is ending. */
  close(): void {
    this.#isClosed = true;
    this.#known.clear();
  }

  #parse({ url = '', headers }: IncomingMessage): ParsedRequest | undefined {
    const known = this.#known.get(url);
    return known !== undefined && isSame(known, headers) ? known : parse(url, headers);
  }

  #readRequest({ token, parameters }: ParsedRequest): ReadRequest | undefined {
    const { database, authentication } = this.#parts;
    try {
      const mark = database.changeMark();
      const key = authentication.knownReading(token, mark);
      return key === undefined ? undefined : { key, mark, parameters };
    } catch {
      // The route reports a database that fails.
      return undefined;
    }
  }

  #report(
    request: IncomingMessage,
    { read, parsed: { route }, result }: Pick<Sent, 'parsed' | 'result'> & { readonly read: ReadRequest },
    about: Pick<ServedRequest, 'requestId' | 'durationMs' | 'status'>,
  ): void {
    const { delivery, observer } = this.#parts;
    const { caller } = read.key;
    const { url = '' } = request;
    const plan = () => (result.isKept ? undefined : delivery.planOf(read.parameters));
    observer.responded({ ...about, method: 'GET', route, caller, space: caller.space, url, plan }, request);
  }

  /** @returns the id of the request */
  #send(request: IncomingMessage, response: ServerResponse, { parsed, result, plane, admission }: Sent): string {
    const { url = '' } = request;
    const id = requestIdOf(request);
    const { last } = parsed;
    const isStale = result.staleSeconds !== null;
    const isKnown = last !== undefined && !isStale && isHeadOf(last, result);
    const { headers: limits, lines } = admission.rateLimit();
    if (!isKnown || !writeAgain(response, last.head, id, lines)) {
      const head = [REQUEST_ID, id, ...limits, ...this.#head(url, result, plane)];
      response.writeHead(result.content === null ? 304 : 200, head);
      if (result.isKept && !isStale) this.#remember(url, parsed, knownHead(result, response, lines));
    }
    if (!result.isKept) countSent(this.#parts.large, parsed.parameters.spaceId, { response: result, raw: response });
    response.end(result.content?.body);
    return id;
  }

  #remember(url: string, parsed: ParsedRequest, last: KnownHead | null): void {
    if (last === null) return;
    parsed.last = last;
    this.#known.set(url, parsed);
  }

  #head(url: string, result: ReadResponse, plane: ReadPlane): string[] {
    const head = [...this.#commonHead];
    putResponseHead(head, result, { url, cacheControl: cacheControlOf(plane, this.#parts.cdn) });
    if (result.content !== null) head.push('content-length', String(result.content.body.length));
    return head;
  }
}

function parse(url: string, headers: IncomingHttpHeaders): ParsedRequest | undefined {
  const { authorization } = headers;
  const acceptEncoding = headers['accept-encoding'];
  if (authorization?.startsWith(BEARER) !== true) return undefined;
  const pathEnd = url.indexOf('?');
  const path = PATH_SHAPE.exec(pathEnd === -1 ? url : url.slice(0, pathEnd));
  const search = searchOf(url);
  // A read that fails is repeated by the route, and no client should wait twice.
  if (path === null || minRevisionOf(search) > 0) return undefined;
  const [, spaceId = '', environment = '', kind, idOrKey = null] = path;
  const resource: Resource = { kind: kind === 'assets' ? 'assets' : 'entries', idOrKey };
  const encodings = acceptedEncodings(acceptEncoding);
  const ifNoneMatch = headers['if-none-match'];
  return {
    authorization,
    acceptEncoding,
    token: authorization.slice(BEARER.length),
    parameters: { spaceId, environment, resource, search, encodings, ifNoneMatch },
    route: routeOf(resource),
  };
}

function isSame({ authorization, acceptEncoding, parameters }: ParsedRequest, headers: IncomingHttpHeaders): boolean {
  return (
    authorization === headers.authorization &&
    acceptEncoding === headers['accept-encoding'] &&
    parameters.ifNoneMatch === headers['if-none-match']
  );
}

/** What was just written for an result; null where nobody else can be sent it. @param lines that change each time */
function knownHead(
  { tag, revision, content }: ReadResponse,
  response: ServerResponse,
  lines: string,
): KnownHead | null {
  const head = writtenHead(response, lines);
  if (head === null) return null;
  if (content === null) return { tag, revision, content, bodyLength: undefined, head };
  const { encoding, cursor, cacheTag, body } = content;
  return { tag, revision, content: { encoding, cursor, cacheTag }, bodyLength: body.length, head };
}

function isHeadOf(known: KnownHead, { tag, revision, content }: ReadResponse): boolean {
  return (
    known.tag === tag &&
    known.revision === revision &&
    known.bodyLength === content?.body.length &&
    known.content?.encoding === content?.encoding &&
    known.content?.cursor === content?.cursor &&
    known.content?.cacheTag === content?.cacheTag
  );
}

function isPlain({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.length <= URL_LENGTH_MAX && !url.includes(ESCAPED_NUL) && isWithoutBody(headers);
}

function isWithoutBody(headers: IncomingHttpHeaders): boolean {
  return (
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    JSON_ACCEPTED.includes(headers.accept)
  );
}

function routeOf({ kind, idOrKey }: Resource): string {
  return `${ROUTE_OF_ALL}/${kind}${idOrKey === null ? '' : '/:id'}`;
}
