/** A thread that uploads files, many at once, until it is told to stop; then it says how many. */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const CHUNK_BYTES = 65_536;
const BOUNDARY = 'a-boundary-of-the-bench';

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
const agent = new http.Agent({ keepAlive: true, maxSockets: uploaders });
let stopped = false;
let uploads = 0;
parentPort?.once('message', () => {
  stopped = true;
});
await upload();
parentPort?.postMessage('begun');
await Promise.all(Array.from({ length: uploaders }, (_, at) => uploadOn(at)));
agent.destroy();
parentPort?.postMessage(uploads);

async function uploadOn(at: number): Promise<void> {
  // Networks do not beat time together.
  await sleep((chunkEveryMs * at) / uploaders);
  while (!stopped) {
    await upload();
    uploads += 1;
  }
}

async function upload(): Promise<void> {
  const file = randomBytes(bytes);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const request = http.request(url, { method: 'POST', agent, headers });
  const answered = answerTo(request);
  request.write(head);
  for (let start = 0; start < bytes; start += CHUNK_BYTES) {
    request.write(file.subarray(start, start + CHUNK_BYTES));
    if (chunkEveryMs > 0) await sleep(chunkEveryMs);
  }
  request.end(`\r\n--${BOUNDARY}--\r\n`);
  const { status, text } = await answered;
  if (status !== 201) throw new Error(`An upload was answered ${status} ${text}`);
}

function answerTo(request: http.ClientRequest): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject).once('end', () => resolve({ status: response.statusCode, text }));
    });
  });
}
