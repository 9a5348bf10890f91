/**
 * A receiver of webhooks for tests: a real server on the loopback that records requests with their time, and responds as a test
 * wants. Whoever starts one closes it.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 60_000;
const POLL_MS = 5;

/** One request that came. */
export interface Received {
  /** `X-CMS-Delivery`. */
  readonly delivery: string;
  readonly event: string;
  readonly revision: number;
  /** Id of the resource. */
  readonly resource: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** When its last byte came, in milliseconds. */
  readonly at: number;
}

/** Answers a request; by default with 204. */
export type Answering = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  /** What came, in its order. */
  readonly received: Received[];
  /** Changes the response from now on. */
  respond(answering: Answering): void;
  /** Resolves when so many requests came, or so many of which something holds. */
  until(count: number, which?: (received: Received) => boolean, waitMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(answering: Answering = accept): Promise<Receiver> {
  const received: Received[] = [];
  let current = answering;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = receivedOf(request, Buffer.concat(chunks).toString());
      received.push(one);
      current(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respond: (next) => {
      current = next;
    },
    until: (count, which = () => true, waitMs = WAIT_MS) => until(received, { count, which, waitMs }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Accepts the request. */
export function accept(_received: Received, response: ServerResponse): void {
  response.writeHead(204).end();
}

/** Rejects the request. */
export function refuse(_received: Received, response: ServerResponse): void {
  response.writeHead(500, { 'content-type': 'text/plain' }).end('no');
}

function receivedOf({ headers }: IncomingMessage, body: string): Received {
  return {
    delivery: String(headers['x-cms-delivery']),
    event: String(headers['x-cms-event']),
    revision: Number(headers['x-cms-revision']),
    resource: String((JSON.parse(body) as { resource: { id: string } }).resource.id),
    headers,
    body,
    at: Date.now(),
  };
}

async function until(
  received: readonly Received[],
  { count, which, waitMs }: { count: number; which: (received: Received) => boolean; waitMs: number },
): Promise<Received[]> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const found = received.filter(which);
    if (found.length >= count) return found;
    assert.ok(Date.now() < deadline, `${found.length} of ${count} deliveries came; ${received.length} in all`);
    await sleep(POLL_MS);
  }
}
