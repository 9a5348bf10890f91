/** Many clients that connect at the same time and write into one space, each its next entry right after its last response. */
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread needs to know. */
export interface CrowdSetting {
  readonly url: string;
  /** Path of the entries, and the token of the writers. */
  readonly path: string;
  readonly token: string | null;
  readonly writers: number;
}

/** How often each status was returned. */
export type CrowdReport = Readonly<Record<number, number>>;

const { url, path, token, writers } = workerData as CrowdSetting;
const agent = new http.Agent({ keepAlive: true, maxSockets: writers });
const statuses: Record<number, number> = {};
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
agent.destroy();
parentPort?.postMessage(statuses satisfies CrowdReport);

async function write(writer: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const status = await post({ content_type_id: 'author', fields: { name: `Writer ${writer}, ${n}` } });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

function post(body: object): Promise<number> {
  const payload = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject).end(payload);
  });
}
