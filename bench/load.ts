/**
 * Load over keep-alive connections, one request at a time on each. It writes ready bytes to sockets and looks only
 * for the end of each response, into memory that it has already, so that it costs little beside the server it measures.
 */
import net from 'node:net';
import { performance } from 'node:perf_hooks';

const HEAD_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
const EXCERPT_LENGTH = 400;
const READ_BYTES = 128 * 1024;
const REFUSED = 503;

export interface Load {
  readonly url: string;
  readonly clients: number;
  readonly durationMs: number;
  /** Bytes of the next request; `answer` is the body of the previous response on the same connection. */
  readonly next: (response: string | null, client: number) => Buffer;
  /** Whether `next` reads answers; where it does not they are not decoded. */
  readonly readsResponses?: boolean;
  /** Whether responses of status 503 are counted, and the next request sent, in place of ending the load. */
  readonly mayRefuse?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds that half, 95 and 99 of 100 of the requests took at most. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** How many of them were answered with 503. */
  readonly refused: number;
}

/** The bytes of a GET request. @param encodings the value of `Accept-Encoding`; none if empty */
export function readBytes(path: string, token: string, encodings = ''): Buffer {
  const accepted = encodings === '' ? '' : `Accept-Encoding: ${encodings}\r\n`;
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${accepted}\r\n`);
}

/** The bytes of one request. */
export function requestBytes(method: string, path: string, token: string, body?: unknown): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`];
  if (body !== undefined) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(payload)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${payload}`);
}

/** Sends requests until the time is over. @throws at the first response that is not a 2xx, but for what `mayRefuse` lets pass */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const counts = { refused: 0 };
  const startedAt = performance.now();
  const deadline = startedAt + load.durationMs;
  await Promise.all(
    Array.from({ length: load.clients }, (_, client) => runClient(load, client, { deadline, latencies, counts })),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return {
    requests: latencies.length,
    perSecond: (latencies.length - counts.refused) / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    refused: counts.refused,
  };
}

/** When a load ends, and what it fills. */
interface Tally {
  readonly deadline: number;
  readonly latencies: number[];
  readonly counts: { refused: number };
}

function runClient(load: Load, client: number, { deadline, latencies, counts }: Tally): Promise<void> {
  const { hostname, port } = new URL(load.url);
  return new Promise((resolve, reject) => {
    const incoming = new Incoming(load.readsResponses === true);
    let sentAt = performance.now();
    const onread = {
      // One for all responses: a new one for each chunk would cost more than reading it.
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length: number, buffer: Uint8Array) => {
        if (!incoming.take(buffer as Buffer, length)) return true;
        const now = performance.now();
        latencies.push(now - sentAt);
        const { status, body } = incoming;
        if (status === REFUSED && load.mayRefuse === true) counts.refused += 1;
        else if (status < 200 || status > 299) {
          fail(new Error(`A response was ${status} ${body.slice(0, EXCERPT_LENGTH)}`));
          return false;
        }
        sentAt = now;
        if (now >= deadline) socket.end();
        else socket.write(load.next(load.readsResponses === true ? body : null, client));
        return true;
      },
    };
    const socket = net.connect({ port: Number(port), host: hostname, noDelay: true, onread });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.on('error', fail);
    socket.on('connect', () => socket.write(load.next(null, client)));
    socket.on('close', () =>
      performance.now() < deadline ? fail(new Error('The server closed a connection.')) : resolve(),
    );
  });
}

/** The response being received on one connection. Bodies are counted, and only kept on request. */
class Incoming {
  readonly #keepsBodies: boolean;
  #head: Buffer = Buffer.alloc(0);
  #body: Buffer[] = [];
  /** Bytes of the body still to come; null until the head is complete. */
  #left: number | null = null;
  status = 0;

  constructor(keepsBodies: boolean) {
    this.#keepsBodies = keepsBodies;
  }

  /** The body of the last complete response; of an error too, as far as it came with its head. */
  get body(): string {
    return Buffer.concat(this.#body).toString('utf8');
  }

  /** Takes the next bytes. @returns whether they complete the response */
  take(buffer: Buffer, length: number): boolean {
    if (this.#left === null) {
      const start = this.#takeHead(buffer, length);
      return start !== null && this.#takeBody(buffer, start, length);
    }
    return this.#takeBody(buffer, 0, length);
  }

  /** @returns where the body starts; null until the head is complete */
  #takeHead(buffer: Buffer, length: number): number | null {
    const before = this.#head.length;
    const chunk = buffer.subarray(0, length);
    const bytes = before === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) {
      this.#head = Buffer.from(bytes);
      return null;
    }
    const head = bytes.toString('latin1', 0, headEnd);
    const bodyLength = CONTENT_LENGTH.exec(head)?.[1];
    if (bodyLength === undefined) throw new Error(`A response has no Content-Length:\n${head}`);
    this.status = Number(head.slice(9, 12));
    this.#head = Buffer.alloc(0);
    this.#body = [];
    this.#left = Number(bodyLength);
    return headEnd + HEAD_END.length - before;
  }

  #takeBody(buffer: Buffer, start: number, end: number): boolean {
    this.#left = (this.#left ?? 0) - (end - start);
    if (this.#keepsBodies || this.status > 299) this.#body.push(Buffer.from(buffer.subarray(start, end)));
    if (this.#left > 0) return false;
    this.#left = null;
    return true;
  }
}
