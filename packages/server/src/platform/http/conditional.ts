/** Conditional requests on single resources of the management plane: `ETag` out, `If-Match` or a body `version` in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../errors/domain-error.ts';

const VERSION_TAG = /^(?:W\/)?"(\d{1,15})"$/;

/**
 * The version that the caller says it read.
 * @throws `validation_failed` if `If-Match` is not a version tag, or differs from `version` in the body
 */
export function expectedVersion(request: FastifyRequest, bodyVersion?: number): number | undefined {
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

/** Sets the `ETag` of a resource and returns it as the response. */
export function sendVersioned<T extends { readonly version: number }>(reply: FastifyReply, resource: T): T {
  reply.header('etag', `"${resource.version}"`);
  return resource;
}
