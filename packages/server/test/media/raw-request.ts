/** A request whose body is sent in two steps, as over a slow network, so that a test can do something in between. */
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const RESPONSE_TIMEOUT_MS = 30_000;
/** Between the head and the rest, so that they come as two. */
const PAUSE_MS = 20;

export interface RawParts {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request of which head and first half are sent. */
export interface RawRequest {
  /** Sends the rest. @returns the response @throws where the connection breaks */
  finish(): Promise<RawResponse>;
  abort(): void;
}

/** Sends the head and the first half of a request, on a connection of its own. */
export async function beginRequest(url: string, { method, path, headers, body }: RawParts): Promise<RawRequest> {
  const { hostname, port } = new URL(url);
  // One of its own that says it would stay, so that the response says whether the connection does.
  const agent = new http.Agent({ keepAlive: true });
  const request = http.request({ agent, hostname, port, method, path, headers, timeout: RESPONSE_TIMEOUT_MS });
  request.on('timeout', () => request.destroy(new Error('No response came.')));
  const response = responseOf(request);
  // Where it breaks before anybody waits for it.
  response.catch(() => undefined);
  request.flushHeaders();
  await once(request, 'socket');
  await sleep(PAUSE_MS);
  request.write(body.subarray(0, body.length / 2));
  return {
    finish: () => {
      // What is shorter than it says never ends.
      if (Number(headers['content-length']) === body.length) request.end(body.subarray(body.length / 2));
      return response.finally(() => agent.destroy());
    },
    abort: () => agent.destroy(),
  };
}

async function responseOf(request: http.ClientRequest): Promise<RawResponse> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
