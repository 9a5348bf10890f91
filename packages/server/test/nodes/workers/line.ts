/**
 * One connection to one worker, kept as long as the test wants: connections are handed to workers in turn, requests are
 * not. Which worker it leads to is read from the metrics, whose every series names it.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Token of `/metrics` that services under these tests are started with. */
export const METRICS_TOKEN = 'metrics-of-workers';
const WORKERS_START_MAX_MS = 120_000;
const PAUSE_MS = 20;

/** What came back. */
export interface LineResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body, decompressed where it had been compressed. */
  readonly text: string;
}

/** What goes out beside method, path and token. */
interface LineParts {
  readonly body?: unknown;
  readonly headers?: http.OutgoingHttpHeaders;
}

export class Line {
  readonly #url: URL;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends a request over the connection. @throws where the connection breaks */
  send(method: string, path: string, token: string | null, parts: LineParts = {}): Promise<LineResponse> {
    const payload = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const { hostname, port } = this.#url;
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...parts.headers,
    };
    return new Promise((resolve, reject) => {
      const request = http.request({ agent: this.#agent, hostname, port, method, path, headers });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      request.end(payload);
    });
  }

  /** Number of the worker it leads to. */
  async worker(): Promise<number> {
    const metrics = await this.send('GET', '/metrics', METRICS_TOKEN);
    const worker = /worker="(\d+)"/.exec(metrics.text)?.[1];
    assert.ok(worker !== undefined, `no worker is named: ${metrics.text.slice(0, 500)}`);
    return Number(worker);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A line to each of `count` workers, once all take requests. */
export async function lineToEach(url: string, count: number): Promise<Line[]> {
  const lines = new Map<number, Line>();
  const deadline = Date.now() + WORKERS_START_MAX_MS;
  while (lines.size < count && Date.now() < deadline) {
    const line = new Line(url);
    const worker = await line.worker();
    if (lines.has(worker)) line.close();
    else lines.set(worker, line);
    await sleep(PAUSE_MS);
  }
  assert.equal(lines.size, count, `connections lead to ${[...lines.keys()].join(', ')} alone`);
  return [...lines.values()];
}

function decoded(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8');
}
