/** An HTTP proxy between a browser and the service that holds answers back, or loses them after they were given, or requests before. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SlowProxy {
  readonly url: string;
  /** For how long an answer is held back, in milliseconds; each for itself, so that they overtake one another. */
  delayMs: (request: IncomingMessage) => number;
  /** For what else an answer waits, once the service has given it. */
  waitsFor: (request: IncomingMessage) => Promise<void> | undefined;
  /** Whether the request is lost: the service never hears of it. */
  losesRequest: (request: IncomingMessage) => boolean;
  /** Whether the answer is lost: the service has done what was asked, and the browser never hears of it. */
  losesAnswer: (request: IncomingMessage) => boolean;
  close(): Promise<void>;
}

/** Starts a proxy on the loopback in front of a service. */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const server = http.createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: SlowProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: () => 0,
    waitsFor: () => undefined,
    losesRequest: () => false,
    losesAnswer: () => false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (proxy.losesRequest(request)) return void response.destroy();
    const answer = await ask(target, request);
    const body = await buffer(answer);
    await sleep(proxy.delayMs(request));
    await proxy.waitsFor(request);
    if (proxy.losesAnswer(request)) return void response.destroy();
    const { 'transfer-encoding': _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers).end(body);
  }
}

function ask(target: string, request: IncomingMessage): Promise<IncomingMessage> {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = request;
  return new Promise((resolve, reject) => {
    const passed = http.request({ hostname, port, method, path: url, headers }, resolve);
    passed.on('error', reject);
    request.pipe(passed);
  });
}
