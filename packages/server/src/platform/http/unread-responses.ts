/**
 * What a client may hold by not reading its responses. Invariant: a connection has one response at a time, and none of
 * which nothing was read for `UNREAD_MAX_MS`.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondFirst } from './respond-first.ts';

/** A client that reads nothing for this long loses its connection. */
const UNREAD_MAX_MS = 60_000;

/**
 * Handles the requests of a connection one after the other, and closes those whose client does not read. All that
 * handles requests must be registered already.
 */
export function boundUnread(server: Server, unreadMaxMs: number = UNREAD_MAX_MS): void {
  server.setTimeout(unreadMaxMs);
  respondFirst(server, (_request, response, leave) => {
    response.on('timeout', closeUnread);
    // A pipelined request has no socket until the response before it is written and read.
    if (response.socket === null) response.once('socket', leave);
    else leave();
  });
}

/** Nothing was sent or received for a while; without unread bytes the request just takes long, or arrives slowly. */
function closeUnread(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
