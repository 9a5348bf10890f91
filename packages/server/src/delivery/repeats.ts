/**
 * Answers requests that came before, to the letter, without the framework: its way costs more than such an answer.
 * Invariant: a request is answered here only where its token is good now, what it asks for is kept and holds now, and
 * a route gave that same answer before; the head that it gave goes out again, but for the id of the request. No answer
 * is held here: what may be kept is for `answer-cache.ts` to say.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Database } from '../database/database.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { Authentication } from '../identity/authentication.ts';
import type { Delivery, ReadAnswer, ReadRequest } from './delivery.ts';
import type { Encoding } from './encoding.ts';

const REQUESTS_KEPT = 1_000;
const NAME_CHARACTERS_MAX = 2_500;
const REQUEST_ID = 'x-request-id';
/** Values of `Accept` for which the answer is the same. */
const JSON_ACCEPTED: readonly (string | undefined)[] = [undefined, '*/*', 'application/json'];

/** A request that a route answered from what was kept. */
export interface Repeat {
  readonly asked: ReadRequest;
  readonly token: string;
  readonly answer: ReadAnswer;
  /** The whole head that the route gave. */
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  /** Pattern of the route, for whoever measures. */
  readonly route: string;
}

interface KnownRepeat extends Pick<Repeat, 'asked' | 'token' | 'route'> {
  /** Names and values of the headers, one after the other, without the id of the request. */
  readonly head: readonly string[];
  readonly shown: Shown;
}

/** What tells one answer from another. */
interface Shown {
  readonly tag: string;
  readonly revision: number;
  readonly encoding: Encoding | undefined;
  readonly bytes: number | undefined;
}

export interface RepeatParts {
  readonly database: Pick<Database, 'changeMark'>;
  readonly authentication: Pick<Authentication, 'knownReading'>;
  readonly delivery: Pick<Delivery, 'known'>;
  /** Told of every answer: the pattern of its route and how long it took. */
  readonly onAnswer: (route: string, durationMs: number) => void;
}

export class Repeats {
  readonly #parts: RepeatParts;
  readonly #known = new Map<string, KnownRepeat>();
  #isClosed = false;

  constructor(parts: RepeatParts) {
    this.#parts = parts;
  }

  /** Remembers a request that was just answered from what is kept. */
  remember(request: IncomingMessage, { asked, token, answer, headers, route }: Repeat): void {
    const name = nameOf(request);
    if (name === undefined) return;
    if (this.#known.size >= REQUESTS_KEPT) this.#known.clear();
    const { [REQUEST_ID]: _id, ...lasting } = headers;
    const head = Object.entries(lasting).flatMap(([header, value]) => [header, String(value)]);
    this.#known.set(name, { asked, token, route, head, shown: shownBy(answer) });
  }

  /** Answers a request if it is one of those, and still gets what it got. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const name = this.#isClosed ? undefined : nameOf(request);
    const repeat = name === undefined ? undefined : this.#known.get(name);
    if (repeat === undefined) return false;
    const startedAt = performance.now();
    const body = this.#bodyNow(repeat);
    if (body === undefined) return false;
    response.writeHead(200, [...repeat.head, REQUEST_ID, requestIdOf(request)]);
    response.end(body);
    this.#parts.onAnswer(repeat.route, performance.now() - startedAt);
    return true;
  }

  /** Leaves everything to the routes, which tell clients that the process is ending. */
  close(): void {
    this.#isClosed = true;
    this.#known.clear();
  }

  /** The body, where the answer is still the one that the route gave. What goes wrong, the route tells. */
  #bodyNow({ asked, token, shown }: KnownRepeat): Buffer | undefined {
    try {
      const mark = this.#parts.database.changeMark();
      const key = this.#parts.authentication.knownReading(token, mark);
      const now = key === undefined ? undefined : this.#parts.delivery.known({ ...asked, key, mark });
      return now !== undefined && isSame(shownBy(now), shown) ? now.content?.body : undefined;
    } catch {
      return undefined;
    }
  }
}

function shownBy({ tag, revision, content }: ReadAnswer): Shown {
  return { tag, revision, encoding: content?.encoding, bytes: content?.body.length };
}

function isSame(one: Shown, other: Shown): boolean {
  return (
    one.tag === other.tag &&
    one.revision === other.revision &&
    one.encoding === other.encoding &&
    one.bytes === other.bytes
  );
}

/** Everything in a request that its answer hangs on; undefined for those that the routes have to look at. */
function nameOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || !isPlain(headers)) return undefined;
  const name = `${url}\n${headers.authorization}\n${headers['accept-encoding'] ?? ''}`;
  return name.length > NAME_CHARACTERS_MAX ? undefined : name;
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  return (
    headers['if-none-match'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    JSON_ACCEPTED.includes(headers.accept)
  );
}
