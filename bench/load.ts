/**
 * Load over keep-alive connections, one request at a time on each. It writes ready bytes to sockets and looks only
 * for the end of each answer, so that it costs little beside the server it measures.
 */
import net from 'node:net';
import { performance } from 'node:perf_hooks';

const HEAD_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
const EXCERPT_LENGTH = 400;

export interface Load {
  readonly url: string;
  readonly clients: number;
  readonly durationMs: number;
  /** Bytes of the next request; `answer` is the body of the one before it on the same connection. */
  readonly next: (answer: string | null, client: number) => Buffer;
  /** Whether `next` reads answers; where it does not they are not decoded. */
  readonly readsAnswers?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds that half, and 99 of 100, of the requests took at most. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The bytes of a request that reads. @param encodings what `Accept-Encoding` says; nothing where empty */
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

/** Sends requests until the time is over. @throws at the first answer that is not a 2xx */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const deadline = startedAt + load.durationMs;
  await Promise.all(Array.from({ length: load.clients }, (_, client) => runClient(load, client, deadline, latencies)));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { requests: latencies.length, perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function runClient(load: Load, client: number, deadline: number, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(load.url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    socket.setNoDelay(true);
    let received: Buffer = Buffer.alloc(0);
    let sentAt = performance.now();
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.on('error', fail);
    socket.on('connect', () => socket.write(load.next(null, client)));
    socket.on('close', () =>
      performance.now() < deadline ? fail(new Error('The server closed a connection.')) : resolve(),
    );
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = wholeAnswer(received);
      if (answer === null) return;
      received = Buffer.alloc(0);
      latencies.push(performance.now() - sentAt);
      if (answer.status < 200 || answer.status > 299)
        return fail(new Error(`An answer was ${answer.body().slice(0, EXCERPT_LENGTH)}`));
      sentAt = performance.now();
      if (sentAt >= deadline) socket.end();
      else socket.write(load.next(load.readsAnswers === true ? answer.body() : null, client));
    });
  });
}

interface WholeAnswer {
  readonly status: number;
  readonly body: () => string;
}

/** The answer in these bytes; null while some of it is still to come. */
function wholeAnswer(bytes: Buffer): WholeAnswer | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = CONTENT_LENGTH.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer has no Content-Length:\n${head}`);
  const start = headEnd + HEAD_END.length;
  if (bytes.length < start + Number(length)) return null;
  return { status: Number(head.slice(9, 12)), body: () => bytes.toString('utf8', start) };
}
