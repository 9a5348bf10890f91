/**
 * The timeout of a request with a long body, which may have to wait before the service reads it. Invariant: the wait does not
 * count; once reading starts, the client has `LONG_BODY_TIMES` the server's request timeout. That timeout is short because
 * anybody can open connections and send half a body.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The error of a request that did not arrive in time. */
export const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** How many of the server's request timeouts a long body may take. */
const LONG_BODY_TIMES = 8;

const postponed = new WeakMap<Socket, IncomingMessage>();

/** Whether the server's timeout is suspended for the current request on a connection. */
export function isTimeoutPostponed(socket: Socket): boolean {
  return postponed.has(socket);
}

/** Suspends the timeout of a request. @returns a function that restarts it with the timeout of a long body */
export function postponeTimeout(server: Server, request: IncomingMessage): () => void {
  const { socket } = request;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(timer);
    if (postponed.get(socket) === request) postponed.delete(socket);
    socket.off('close', end);
  };
  postponed.set(socket, request);
  // A request that got its response before it was complete emits no `close` with its connection.
  request.once('close', end);
  socket.once('close', end);
  return () => {
    timer = setTimeout(() => {
      end();
      server.emit('clientError', new RequestTimeoutError(), socket);
    }, LONG_BODY_TIMES * server.requestTimeout).unref();
  };
}

class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  readonly code = REQUEST_TIMEOUT_CODE;
}
