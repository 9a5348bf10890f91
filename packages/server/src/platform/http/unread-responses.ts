/**
 * Limits what a client can occupy by not reading its responses. Invariant: a connection has one response at a time, and it is
 * closed if the client reads nothing for `UNREAD_MAX_MS`.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondFirst } from './respond-first.ts';

/** A client that reads nothing for this long loses its connection. */
const UNREAD_MAX_MS = 60_000;

/**
 * Handles the requests of a connection one after the other, and closes connections whose client does not read. All request
 * handlers must be registered already.
 */
export function boundUnread(server: Server, unreadMaxMs: number = UNREAD_MAX_MS): void {
  server.setTimeout(unreadMaxMs);
  respondFirst(server, (_request, response, leave) => {
    response.on('timeout', closeUnread);
    // A pipelined request gets its socket only when the previous response is written and read.
    if (response.socket === null) response.once('socket', leave);
    else leave();
  });
}

/** Nothing was sent or received for a while. Without unread bytes, the request is just slow to arrive or to process. */
function closeUnread(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
