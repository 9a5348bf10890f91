/**
 * Lets something look at each request before the routes do: the way of the framework costs more than some answers.
 * Invariant: whatever is not answered goes the way it would have gone, untouched.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Answers a request, or leaves it alone and says false. */
export type FirstAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Has `answer` look first at the requests to a server that has its routes. */
export function answerFirst(server: Server, answer: FirstAnswer): void {
  const listeners = server.listeners('request') as ((...of: Parameters<FirstAnswer>) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answer(request, response)) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}
