/**
 * Lets something look at each request before the routes do: the way of the framework costs more than some answers.
 * Invariant: whatever is not answered goes the way it would have gone, untouched.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Answers a request, now or later, or leaves it to the routes by calling `leave`. */
export type FirstResponder = (request: IncomingMessage, response: ServerResponse, leave: () => void) => void;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Has `respond` look first at the requests to a server that has its routes. */
export function respondFirst(server: Server, respond: FirstResponder): void {
  const listeners = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    respond(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
