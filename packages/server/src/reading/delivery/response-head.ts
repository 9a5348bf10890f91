/** The head of a response to who reads: what it is, what may be kept of it and for how long, where the next page is. */
import type { ServerResponse } from 'node:http';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import { nextPageLink } from '../../platform/http/paging.ts';
import type { ReadResponse } from './read.ts';
import type { ReadPlane } from './view.ts';

const KEPT_BY_ALL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/** The past never changes. */
const KEPT_LONG_BY_ALL = 'public, max-age=0, s-maxage=86400';
/** Long enough for those who ask at the same time to be sent the same response. */
const KEPT_BRIEFLY_BY_ALL = 'public, max-age=0, s-maxage=1';
const KEPT_BY_CLIENT = 'private, no-cache';
const KEPT_BY_NOBODY = 'private, no-store';
const VARY = 'Authorization, Accept-Encoding';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Whether caches that many readers share may keep what is published. */
export type SharedCaching = 'none' | 'shared';

/** The value of `Cache-Control` by plane. What is of no environment is about the token, which others do not have. */
export function cacheControlOf(
  plane: ReadPlane,
  cdn: SharedCaching,
  { environment, asOf, isBrief }: Pick<ReadResponse, 'environment' | 'asOf' | 'isBrief'>,
): string {
  if (plane === 'preview') return KEPT_BY_NOBODY;
  if (cdn !== 'shared' || environment === null) return KEPT_BY_CLIENT;
  if (isBrief === true) return KEPT_BRIEFLY_BY_ALL;
  return asOf?.isLasting === true ? KEPT_LONG_BY_ALL : KEPT_BY_ALL;
}

/**
 * Puts the headers of a response behind those that are there: names and values in turn.
 * @param url of the request
 */
export function putResponseHead(
  head: string[],
  { tag, environment, revision, staleSeconds, asOf, content }: ReadResponse,
  { url, cacheControl }: { readonly url: string; readonly cacheControl: string },
): void {
  // A shared cache would add its own time to that of a response that is out of date already.
  head.push('etag', tag, 'cache-control', staleSeconds === null ? cacheControl : KEPT_BY_CLIENT, 'vary', VARY);
  if (environment !== null) head.push('x-cms-environment', environment, 'x-cms-revision', String(revision));
  if (asOf !== undefined) head.push('x-cms-as-of', String(asOf.revision));
  if (staleSeconds !== null) head.push('x-cms-stale', String(staleSeconds));
  if (content === null) return;
  head.push('cache-tag', content.cacheTag, 'content-type', JSON_TYPE);
  if (content.encoding !== 'identity') head.push('content-encoding', content.encoding);
  if (content.cursor !== null) head.push('link', nextPageLink(url, content.cursor));
}

/** Where large responses are counted while they are sent. */
export type SentResponses = Pick<LargeResponses, 'sending'>;

/** Counts a response until it is sent. What is kept is counted where it is kept. */
export function countSent(
  large: SentResponses,
  spaceId: string,
  { response: { isKept, content }, raw }: { readonly response: ReadResponse; readonly raw: ServerResponse },
): void {
  if (!isKept && content !== null) large.sending(spaceId, content.body.length, raw);
}
