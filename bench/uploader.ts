/**
 * A thread that uploads files, many at once, until it is told to stop; then it says how many. It costs as little as it
 * can, since its clients would be other machines: ready bytes on sockets, and responses read for their status alone.
 */
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const CHUNK_BYTES = 65_536;
const MARK_BYTES = 16;
const BOUNDARY = 'a-boundary-of-the-bench';
const TAIL = `\r\n--${BOUNDARY}--\r\n`;
const RESPONSE_END = Buffer.from('\r\n\r\n');

/** What it is told. */
export interface Uploading {
  readonly url: string;
  readonly token: string;
  readonly uploaders: number;
  /** Size of each file. */
  readonly bytes: number;
  /** How fast each uploader's network is; null for as fast as the machine can. */
  readonly bytesPerSecond: number | null;
}

const { url, token, uploaders, bytes, bytesPerSecond } = workerData as Uploading;
const chunkEveryMs = bytesPerSecond === null ? 0 : (CHUNK_BYTES / bytesPerSecond) * 1_000;
const uploadMs = chunkEveryMs * (bytes / CHUNK_BYTES);
const form = Buffer.concat([formHead(), randomBytes(bytes), Buffer.from(TAIL)]);
const head = requestHead();
let stopped = false;
let uploads = 0;
parentPort?.once('message', () => {
  stopped = true;
});
await Promise.all(Array.from({ length: uploaders }, (_, at) => uploadOn(at)));
parentPort?.postMessage(uploads);

async function uploadOn(at: number): Promise<void> {
  const socket = connect();
  // Uploaders do not beat time together: each begins at another moment of the time that an upload takes.
  await sleep((uploadMs * at) / uploaders);
  while (!stopped) {
    await upload(socket);
    uploads += 1;
    if (uploads === 1) parentPort?.postMessage('begun');
  }
  socket.destroy();
}

function connect(): net.Socket {
  return net.connect({ port: Number(new URL(url).port), host: new URL(url).hostname, noDelay: true });
}

async function upload(socket: net.Socket): Promise<void> {
  const answered = statusOn(socket);
  socket.write(head);
  // No two files are alike, in their last bytes.
  const ending = Buffer.concat([randomBytes(MARK_BYTES), Buffer.from(TAIL)]);
  const shared = form.length - ending.length;
  const began = performance.now();
  for (let start = 0, count = 1; start < form.length; start += CHUNK_BYTES, count++) {
    const chunk = form.subarray(start, Math.min(start + CHUNK_BYTES, shared));
    const isFlushed = socket.write(start + CHUNK_BYTES < shared ? chunk : Buffer.concat([chunk, ending]));
    if (start + CHUNK_BYTES >= shared) break;
    if (chunkEveryMs > 0) await sleep(Math.max(0, began + count * chunkEveryMs - performance.now()));
    else if (!isFlushed) await new Promise((resolve) => socket.once('drain', resolve));
  }
  const status = await answered;
  if (status !== 201) throw new Error(`The response to an upload was ${status}.`);
}

function statusOn(socket: net.Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let response = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      response = Buffer.concat([response, chunk]);
      const headEnd = response.indexOf(RESPONSE_END);
      if (headEnd < 0) return;
      const responseHead = response.toString('latin1', 0, headEnd);
      const length = Number(/content-length: *(\d+)/i.exec(responseHead)?.[1]);
      if (response.length < headEnd + RESPONSE_END.length + length) return;
      socket.off('data', take).off('error', reject);
      resolve(Number(response.toString('latin1', 9, 12)));
    };
    socket.on('data', take).on('error', reject);
  });
}

function formHead(): Buffer {
  const lines = [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="file"; filename="a.bin"',
    'Content-Type: application/octet-stream',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function requestHead(): string {
  const { host, pathname } = new URL(url);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${form.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
