/**
 * Connections whose first request may still be on its way. Since version 26, Node counts them as idle, and so resets them
 * when the server closes. Invariant: a connection that has sent nothing is not closed as idle before `SILENT_MAX_MS`.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has sent nothing for this long after it connected gets no more time. */
const SILENT_MAX_MS = 3_000;

/**
 * Makes `closeIdleConnections`, which `close` calls too, do nothing while a new connection is silent. Call it again
 * until all are closed.
 */
export function spareSilentConnections(server: Server): void {
  const acceptedAt = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    acceptedAt.set(socket, performance.now());
    socket.once('close', () => acceptedAt.delete(socket));
  });
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const since = performance.now() - SILENT_MAX_MS;
    const isSilent = ([socket, at]: [Socket, number]) => socket.bytesRead === 0 && at > since;
    if (![...acceptedAt].some(isSilent)) closeIdleConnections();
  };
}
