/**
 * Response heads that Node wrote once and that are reused with another request id and date, and with other values of the
 * few headers that change each time: validating and joining a dozen headers again is a fifth of the cost of a small
 * response (decision 13). Node has no public way to do it, so only this file uses its internal names. Invariant: a client
 * gets the bytes that `writeHead` would have sent.
 */
import type { ServerResponse } from 'node:http';

/** Internals of `node:_http_outgoing`: the text of a written head, and whether a body may or must follow. */
interface NodeHead {
  _header: string | null;
  _hasBody: boolean;
  readonly maxRequestsOnConnectionReached?: boolean;
}

/** A head of one status and one set of headers. */
export interface WrittenHead {
  readonly status: number;
  readonly hasBody: boolean;
  /** Up to the value of the request id. */
  readonly start: string;
  /** From there up to the date. */
  readonly middle: string;
  /** Everything after the date. */
  readonly end: string;
}

/** A head that keeps the connection open and begins with the request id. */
const SHAPE =
  /^(HTTP\/1\.1 [^\r]+\r\nx-request-id: )[^\r]+(\r\n.*\r\nDate: )[^\r]+(\r\nConnection: keep-alive\r\n.*\r\n)$/s;

/**
 * The head that `writeHead` just wrote; null if it cannot be reused.
 * @param changing the lines between the request id and the next header, as `changingLines` gives them, which are left out
 */
export function writtenHead(response: ServerResponse, changing = ''): WrittenHead | null {
  const { _header: text, _hasBody: hasBody } = response as unknown as NodeHead;
  const [, start, middle, end] = SHAPE.exec(text ?? '') ?? [];
  if (start === undefined || middle === undefined || end === undefined) return null;
  if (!middle.startsWith(changing)) return null;
  return { status: response.statusCode, hasBody, start, middle: middle.slice(changing.length), end };
}

/**
 * The text of headers that every response has with a value of its own, for `writtenHead` and `writeAgain`.
 * @param headers names and values in turn, of characters that are valid in a header
 */
export function changingLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `\r\n${headers[at]}: ${headers[at + 1]}`;
  return lines;
}

/**
 * Reuses a head in place of `writeHead`.
 * @param requestId without characters that are invalid in a header
 * @param changing lines that follow the request id, as `changingLines` gives them
 * @returns false if this response needs another head; nothing was written then
 */
export function writeAgain(response: ServerResponse, head: WrittenHead, requestId: string, changing = ''): boolean {
  const node = response as unknown as NodeHead;
  if (!response.shouldKeepAlive || node.maxRequestsOnConnectionReached === true) return false;
  response.statusCode = head.status;
  node._hasBody = head.hasBody;
  node._header = `${head.start}${requestId}${changing}${head.middle}${dateText(Date.now())}${head.end}`;
  return true;
}

let lastDate = { second: Number.NaN, text: '' };

function dateText(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(now).toUTCString() };
  return lastDate.text;
}
