/**
 * Answers plain requests to read without the framework, whose way costs more than such an answer. Invariant: a request
 * gets here what its route would give it; whatever is unusual about it, and whatever is refused, is left to the route.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Database } from '../database/database.ts';
import { requestIdOf } from '../http/request-id.ts';
import { REQUEST_ID, standardHeaders } from '../http/standard-headers.ts';
import type { Authentication } from '../identity/authentication.ts';
import { cacheControlOf, putAnswerHead, type SharedCaching } from './answer-head.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import type { Delivery, ReadAnswer, ReadRequest, Resource } from './delivery.ts';
import { encodingFor } from './encoding.ts';
import { searchOf } from './query-string/parameters.ts';

/** Longer URLs are left to the routes. */
const URL_LENGTH_MAX = 4_000;
const PATH_SHAPE =
  /^\/spaces\/([\w.~-]{1,200})\/environments\/([\w.~-]{1,200})\/delivery\/(entries|assets)(?:\/([\w.~-]{1,200}))?$/;
const BEARER = 'Bearer ';
const ESCAPED_NUL = '%00';
/** Values of `Accept` for which the answer is the same. */
const JSON_ACCEPTED: readonly (string | undefined)[] = [undefined, '*/*', 'application/json'];
const ROUTE_OF_ALL = '/spaces/:space_id/environments/:environment/delivery';

export interface DirectReadParts {
  readonly database: Pick<Database, 'changeMark'>;
  readonly authentication: Pick<Authentication, 'knownReading'>;
  readonly delivery: Pick<Delivery, 'answer'>;
  readonly cdn: SharedCaching;
  /** Told of every answer: the pattern of its route, its status and how long it took. */
  readonly onAnswer: (route: string, status: number, durationMs: number) => void;
}

export class DirectReads {
  readonly #parts: DirectReadParts;
  readonly #commonHead: readonly string[];
  #isClosed = false;

  constructor(parts: DirectReadParts) {
    this.#parts = parts;
    this.#commonHead = [...standardHeaders, ...crossOriginHeaders].flat();
  }

  /** Answers a request, at once where nothing has to be waited for, or leaves it to the routes. */
  answer(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
    const asked = this.#isClosed || !isPlain(request) ? undefined : this.#read(request);
    if (asked === undefined) {
      leave();
      return;
    }
    const startedAt = performance.now();
    const send = (answer: ReadAnswer): void => {
      this.#send(request, response, answer, asked);
      this.#parts.onAnswer(routeOf(asked.resource), response.statusCode, performance.now() - startedAt);
    };
    try {
      const answer = this.#parts.delivery.answer(asked);
      if (answer instanceof Promise) answer.then(send).catch(leave);
      else send(answer);
    } catch {
      // The route says why it is refused.
      leave();
    }
  }

  /** Leaves everything to the routes, which tell clients that the process is ending. */
  close(): void {
    this.#isClosed = true;
  }

  #read({ url = '', headers }: IncomingMessage): ReadRequest | undefined {
    const { authorization } = headers;
    if (authorization?.startsWith(BEARER) !== true) return undefined;
    const pathEnd = url.indexOf('?');
    const path = PATH_SHAPE.exec(pathEnd === -1 ? url : url.slice(0, pathEnd));
    if (path === null) return undefined;
    const mark = this.#parts.database.changeMark();
    const key = this.#parts.authentication.knownReading(authorization.slice(BEARER.length), mark);
    if (key === undefined) return undefined;
    const [, spaceId = '', environment = '', kind, idOrKey = null] = path;
    return {
      key,
      mark,
      spaceId,
      environment,
      resource: { kind: kind === 'assets' ? 'assets' : 'entries', idOrKey },
      search: searchOf(url),
      encoding: encodingFor(headers['accept-encoding']),
      ifNoneMatch: headers['if-none-match'],
    };
  }

  #send(request: IncomingMessage, response: ServerResponse, answer: ReadAnswer, asked: ReadRequest): void {
    const head = [...this.#commonHead, REQUEST_ID, requestIdOf(request)];
    const cacheControl = cacheControlOf(asked.key.kind, this.#parts.cdn);
    putAnswerHead(head, answer, { url: request.url ?? '', cacheControl });
    const { content } = answer;
    if (content === null) {
      response.writeHead(304, head).end();
      return;
    }
    head.push('content-length', String(content.body.length));
    response.writeHead(200, head).end(content.body);
  }
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
