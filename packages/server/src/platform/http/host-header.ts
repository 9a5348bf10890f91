/**
 * Requests with several Host headers, or with one that names no host, get a 400 (RFC 9112, 3.2). Of several, Node uses the
 * first, but a proxy may use another, so that the two would disagree about the host.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorBody } from './error-responses.ts';
import { requestIdOf } from './request-id.ts';
import { respondFirst } from './respond-first.ts';
import { REQUEST_ID, standardHeaders } from './standard-headers.ts';

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\da-fA-F:.]+\])(?::\d{0,5})?$/;

/** Refuses such requests. All request handlers must be registered already. */
export function requireOneHost(server: Server): void {
  respondFirst(server, (request, response, leave) => {
    if (hostsOf(request.rawHeaders) <= 1 && HOST.test(request.headers.host ?? '')) leave();
    else refuse(request, response);
  });
}

/** Names and values alternate. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const message =
    'Send one Host header with the name or address of the service; check the client and any proxy in between.';
  const text = JSON.stringify(errorBody('malformed_request', message));
  response.writeHead(400, [
    ...[[REQUEST_ID, requestIdOf(request)], ...standardHeaders].flat(),
    'content-type',
    'application/json; charset=utf-8',
    'connection',
    'close',
  ]);
  response.end(text);
}
