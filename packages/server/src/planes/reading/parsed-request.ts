/**
 * What a request to the planes for sites asks for, as it is read from its line and headers. Most requests come again word for
 * word, so those whose responses were kept are remembered with what they were read as, and with the head that they got.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bearerIn } from '../../identity/auth/authentication.ts';
import { refusalOfUrl } from '../../platform/http/refused-url.ts';
import { BoundedMap } from '../../platform/kit/bounded-map.ts';
import { acceptedEncodings } from '../../reading/delivery/encoding.ts';
import type { PreparedRead, ReadRoute } from '../../reading/delivery/read-route.ts';
import type { KnownHead } from './sent-head.ts';

/** Requests remembered as they were read. */
const REQUESTS_KEPT = 1_000;
/** A part of a path in which no character has to be decoded. */
const PLAIN_PART = '([\\w.~-]{1,200})';
const PARAMETER = /:(\w+)/g;

/** A request as it was read, without what may have changed since: the key of its token. */
export interface ParsedRequest {
  readonly authorization: string | undefined;
  /** What it names; undefined where it names none. */
  readonly token: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** The pattern of its path. */
  readonly route: string;
  readonly prepared: PreparedRead;
  /** The head of the last response to it that was kept. */
  last?: KnownHead;
}

/** Reads a request to a route. @param path the parameters in its path */
export function parseRequest(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  route: ReadRoute,
  path: Readonly<Record<string, string>>,
): ParsedRequest {
  const { authorization, 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = headers;
  const prepared = route.prepare({ url, path, encodings: acceptedEncodings(acceptEncoding), ifNoneMatch });
  return { authorization, token: bearerIn(authorization), acceptEncoding, ifNoneMatch, route: route.url, prepared };
}

/** Reads plain requests, which need no router: GET, without a body, with a path of plain characters. */
export class PlainRequests {
  readonly #routes: readonly { readonly shape: RegExp; readonly names: readonly string[]; readonly route: ReadRoute }[];
  readonly #known = new BoundedMap<string, ParsedRequest>(REQUESTS_KEPT);

  constructor(routes: readonly ReadRoute[]) {
    this.#routes = routes.map((route) => ({
      shape: new RegExp(`^${route.url.replaceAll(PARAMETER, PLAIN_PART)}$`),
      names: [...route.url.matchAll(PARAMETER)].map(([, name = '']) => name),
      route,
    }));
  }

  /** What a request asks for; undefined where the router has to look. */
  read(request: IncomingMessage): ParsedRequest | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !isWithoutBody(headers)) return undefined;
    const known = this.#known.get(url);
    return known !== undefined && isSame(known, headers) ? known : this.#readNew(request, url);
  }

  /** Remembers one whose response was kept. */
  remember(url: string, parsed: ParsedRequest): void {
    this.#known.set(url, parsed);
  }

  #readNew(request: IncomingMessage, url: string): ParsedRequest | undefined {
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    for (const { shape, names, route } of this.#routes) {
      const found = shape.exec(path);
      if (found === null) continue;
      if (refusalOfUrl(url) !== undefined) return undefined;
      return parseRequest(request, route, Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])));
    }
    return undefined;
  }
}

function isSame({ authorization, acceptEncoding, ifNoneMatch }: ParsedRequest, headers: IncomingHttpHeaders): boolean {
  return (
    authorization === headers.authorization &&
    acceptEncoding === headers['accept-encoding'] &&
    ifNoneMatch === headers['if-none-match']
  );
}

function isWithoutBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}
