/** A thread that uploads files, many at once and without pause, until it is told to stop; then it says how many. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';

/** What it is told. */
export interface Uploading {
  readonly url: string;
  readonly token: string;
  readonly uploaders: number;
  /** Size of each file. */
  readonly bytes: number;
}

const { url, token, uploaders, bytes } = workerData as Uploading;
let stopped = false;
let uploads = 0;
parentPort?.once('message', () => {
  stopped = true;
});
await upload();
parentPort?.postMessage('begun');
await Promise.all(Array.from({ length: uploaders }, uploadOn));
parentPort?.postMessage(uploads);

async function uploadOn(): Promise<void> {
  while (!stopped) {
    await upload();
    uploads += 1;
  }
}

async function upload(): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([randomBytes(bytes)]), 'a.bin');
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`An upload was answered ${answer.status} ${text}`);
}
