/**
 * The head of a response to who reads. That of a kept response is sent again as it was written, with another request id and
 * date and the limits of the moment, as long as nothing else in it would differ (decision 13).
 */
import type { ServerResponse } from 'node:http';
import { REQUEST_ID, standardHeaders } from '../../platform/http/standard-headers.ts';
import { type WrittenHead, writeAgain, writtenHead } from '../../platform/http/written-head.ts';
import type { RateLimit } from '../../platform/request-limits/accounts/rate-limit.ts';
import { crossOriginHeaders } from '../../reading/delivery/cross-origin.ts';
import type { ReadContent, ReadResponse } from '../../reading/delivery/read.ts';
import { putResponseHead } from '../../reading/delivery/response-head.ts';

/** Headers of every response, refusals too. */
const COMMON = [...standardHeaders, ...crossOriginHeaders].flat();

/** A head, and everything that decides it; not the response itself, whose memory is counted where it is kept. */
export interface KnownHead {
  readonly tag: string;
  readonly revision: number;
  readonly content: Omit<ReadContent, 'body'> | null;
  readonly bodyLength: number | undefined;
  readonly head: WrittenHead;
}

/** Names and values in turn of the headers of every response. */
export function commonHead(requestId: string, limits: RateLimit): string[] {
  return [REQUEST_ID, requestId, ...limits.headers, ...COMMON];
}

/** What a head is made of beside what was read. */
export interface HeadParts {
  readonly url: string;
  readonly requestId: string;
  readonly limits: RateLimit;
  readonly cacheControl: string;
}

/** Writes a head again. @returns whether the response has the same one */
export function rewroteHead(
  response: ServerResponse,
  last: KnownHead,
  {
    result,
    requestId,
    limits,
  }: { readonly result: ReadResponse; readonly requestId: string; readonly limits: RateLimit },
): boolean {
  return isHeadOf(last, result) && writeAgain(response, last.head, requestId, limits.lines);
}

/** Writes the head of what was read. @returns it as it may be written again; undefined where there is no such request to come */
export function writeReadHead(
  response: ServerResponse,
  result: ReadResponse,
  { url, requestId, limits, cacheControl }: HeadParts,
): KnownHead | undefined {
  const head = commonHead(requestId, limits);
  putResponseHead(head, result, { url, cacheControl });
  if (result.content !== null) head.push('content-length', String(result.content.body.length));
  response.writeHead(result.content === null ? 304 : 200, head);
  return result.isKept && result.staleSeconds === null ? knownHead(result, response, limits.lines) : undefined;
}

/** What was just written. @param lines that change each time */
function knownHead({ tag, revision, content }: ReadResponse, response: ServerResponse, lines: string) {
  const head = writtenHead(response, lines);
  if (head === null) return undefined;
  if (content === null) return { tag, revision, content, bodyLength: undefined, head };
  const { encoding, cursor, cacheTag, body } = content;
  return { tag, revision, content: { encoding, cursor, cacheTag }, bodyLength: body.length, head };
}

function isHeadOf(known: KnownHead, { tag, revision, staleSeconds, content }: ReadResponse): boolean {
  return (
    staleSeconds === null &&
    known.tag === tag &&
    known.revision === revision &&
    known.bodyLength === content?.body.length &&
    known.content?.encoding === content?.encoding &&
    known.content?.cursor === content?.cursor &&
    known.content?.cacheTag === content?.cacheTag
  );
}
