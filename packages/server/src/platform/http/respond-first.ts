/**
 * Lets a handler see each request before the routes do, since going through the framework costs more than some
 * responses. Invariant: a request that is not handled here reaches the routes untouched.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Responds to a request, now or later, or passes it to the routes by calling `leave`. */
export type FirstResponder = (request: IncomingMessage, response: ServerResponse, leave: () => void) => void;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes `respond` see the requests to a server first; its routes must be registered already. */
export function respondFirst(server: Server, respond: FirstResponder): void {
  const listeners = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    respond(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
