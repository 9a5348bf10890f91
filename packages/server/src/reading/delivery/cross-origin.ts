/**
 * Lets web pages of any origin read with GET. Tokens come in a header that a page has to know, never from a cookie,
 * so the responses carry no credentials and nothing is opened that the token does not open.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../platform/http/api.ts';

const PREFLIGHT_SECONDS = 86_400;
const EXPOSED_HEADERS =
  'Cache-Tag, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-CMS-As-Of, X-CMS-Environment, X-CMS-Revision, X-CMS-Stale, X-CMS-Version, X-Request-Id';
const REQUEST_HEADERS = 'Authorization, If-None-Match, Last-Event-ID, X-Request-Id';

/** Names and values of the headers that open a response. */
export const crossOriginHeaders: readonly (readonly [string, string])[] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', EXPOSED_HEADERS],
];

/** Responds to the preflight request of browsers. */
export function preflightRoute(api: Api, path: string): void {
  const schema: object = { hide: true };
  api.options(path, { config: { public: true }, schema, onRequest: openToWebPages }, (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, HEAD, OPTIONS')
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', String(PREFLIGHT_SECONDS))
      .header('cache-control', `public, max-age=${PREFLIGHT_SECONDS}`)
      .code(204)
      .send(),
  );
}

/** Opens the response, a refusal too. */
function openToWebPages(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers(Object.fromEntries(crossOriginHeaders));
  done();
}
