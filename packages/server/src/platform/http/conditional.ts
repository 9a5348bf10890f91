/**
 * Conditional requests on single resources of the management plane: sends `ETag`; reads `If-Match`, a `version` in the body, or
 * `If-None-Match`. Invariant: a tag begins with the version of the resource, and who saves names that alone.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../errors/domain-error.ts';

const TAG_SHAPE = /(?:W\/)?"[^"]*"/g;
const VERSION_TAG = /^(?:W\/)?"(\d{1,15})(?:-[\w-]+)?"$/;

/**
 * The version that the caller says it has read.
 * @param bodyVersion the body's `version`, if the route reads the body itself
 * @throws `validation_failed` if `If-Match` is not a version tag, or differs from `version` in the body
 */
export function expectedVersion(
  request: FastifyRequest,
  bodyVersion: number | undefined = versionIn(request.body),
): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return bodyVersion;
  const match = VERSION_TAG.exec(header);
  if (match === null)
    throw invalid('headers.if-match', 'format', 'Send one ETag as it was read in If-Match, such as "3".');
  const version = Number(match[1]);
  if (bodyVersion !== undefined && bodyVersion !== version) {
    throw invalid('version', 'conflict', 'If-Match and version name different versions; send one of them.');
  }
  return version;
}

/** The schema of the route has already checked the body. */
function versionIn(body: unknown): number | undefined {
  return (body as { readonly version?: number } | null | undefined)?.version;
}

/**
 * Sets the `ETag` of a resource and returns it as the response.
 * @param beside a digest of what the response says that the version does not cover; undefined for nothing
 */
export function sendVersioned<T extends { readonly version: number }>(
  reply: FastifyReply,
  resource: T,
  beside?: string,
): T {
  reply.header('etag', beside === undefined ? `"${resource.version}"` : `"${resource.version}-${beside}"`);
  return resource;
}

/** Responds 304 to a GET if the client already has the version, on every route registered on `api` after this call. */
export function respondNotModified(api: Pick<FastifyInstance, 'addHook'>): void {
  api.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const tag = reply.getHeader('etag');
    const isRead = request.method === 'GET' && reply.statusCode === 200 && typeof tag === 'string';
    if (!isRead || request.routeOptions.config.unversioned === true) return done(null, payload);
    if (!hasResponse(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/** Whether `If-None-Match` is `*`: the client wants no response if there is one, whatever its tag. */
export function hasAnyResponse(ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.trim() === '*';
}

/** Whether `If-None-Match` says that the client has the response with this tag. The response must exist. */
export function hasResponse(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (hasAnyResponse(ifNoneMatch)) return true;
  for (const [given] of ifNoneMatch.matchAll(TAG_SHAPE)) {
    if (given === tag || given === `W/${tag}`) return true;
  }
  return false;
}
