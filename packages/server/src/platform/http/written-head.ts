/**
 * Heads of responses that Node wrote once, to be written again with another request id and date: checking and joining a
 * dozen headers anew costs a fifth of what a small answer costs (decision 30). Node has no public way to do it, so this
 * file alone knows its names. Invariant: a client gets the bytes that `writeHead` would have given it.
 */
import type { ServerResponse } from 'node:http';

/** What `node:_http_outgoing` keeps: the text of a head once it is written, what may follow it, what has to. */
interface NodeHead {
  _header: string | null;
  _hasBody: boolean;
  readonly maxRequestsOnConnectionReached?: boolean;
}

/** A head of one status and one set of headers. */
export interface WrittenHead {
  readonly status: number;
  readonly hasBody: boolean;
  /** As far as the value of the request id. */
  readonly start: string;
  /** What follows the date. */
  readonly end: string;
}

/** A head that keeps the connection, and whose last header of ours is the request id. */
const SHAPE = /^(HTTP\/1\.1 .+\r\nx-request-id: )[^\r]+\r\nDate: [^\r]+(\r\nConnection: keep-alive\r\n.*\r\n)$/s;

/** The head that `writeHead` just wrote; null where it holds for this one response only. */
export function writtenHead(response: ServerResponse): WrittenHead | null {
  const { _header: text, _hasBody: hasBody } = response as unknown as NodeHead;
  const [, start, end] = SHAPE.exec(text ?? '') ?? [];
  return start === undefined || end === undefined ? null : { status: response.statusCode, hasBody, start, end };
}

/**
 * Writes a head again, in place of `writeHead`.
 * @param requestId free of what may not stand in a header
 * @returns false where this response needs another head, and nothing was written
 */
export function writeAgain(response: ServerResponse, head: WrittenHead, requestId: string): boolean {
  const node = response as unknown as NodeHead;
  if (!response.shouldKeepAlive || node.maxRequestsOnConnectionReached === true) return false;
  response.statusCode = head.status;
  node._hasBody = head.hasBody;
  node._header = `${head.start}${requestId}\r\nDate: ${dateText(Date.now())}${head.end}`;
  return true;
}

let lastDate = { second: Number.NaN, text: '' };

function dateText(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(now).toUTCString() };
  return lastDate.text;
}
