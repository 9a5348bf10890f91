/**
 * The second tenant, on a thread of its own: reads, writes and logs in, each again 10 ms after its last response, and
 * remembers the longest wait of each. Invariant: nothing that the attacker's side does delays its clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Actor, type ApiResponse } from '../client.ts';
import { PASSWORD } from '../scene.ts';
import type { BystanderReport, BystanderSetting } from './bystander.ts';

const PAUSE_MS = 10;

const { url, email, read, entryPath, ownerToken, deliveryToken } = workerData as BystanderSetting;
const [owner, reader, stranger] = [new Actor(url, ownerToken), new Actor(url, deliveryToken), new Actor(url, null)];

/** What it does over and over. */
const deeds = {
  read: (n: number) => reader.get(`${read}/entries?limit=10&skip=${n % 5}`),
  write: (n: number) => owner.patch(entryPath, { fields: { name: `Ada ${n}` } }),
  'log-in': () => stranger.post('/auth/login', { email, password: PASSWORD }),
} satisfies Record<string, (n: number) => Promise<ApiResponse>>;

type Deed = keyof typeof deeds;

const longestMs = { read: 0, write: 0, 'log-in': 0 };
const since: Partial<Record<Deed, number>> = {};
const failures: string[] = [];
let isOver = false;

parentPort?.on('message', (command: 'reset' | 'report' | 'end') => {
  if (command === 'report') parentPort?.postMessage(report());
  if (command === 'end') isOver = true;
  if (command !== 'reset') return;
  for (const deed of names()) {
    longestMs[deed] = 0;
    if (since[deed] !== undefined) since[deed] = performance.now();
  }
});

await Promise.all(names().map(repeat));
parentPort?.close();

async function repeat(deed: Deed): Promise<void> {
  for (let n = 0; !isOver; n++) {
    since[deed] = performance.now();
    const response = await deeds[deed](n);
    note(deed);
    delete since[deed];
    if (response.status >= 300) failures.push(`${deed}: ${response}`);
    await sleep(PAUSE_MS);
  }
}

function note(deed: Deed): void {
  longestMs[deed] = Math.max(longestMs[deed], performance.now() - (since[deed] ?? performance.now()));
}

function report(): BystanderReport {
  for (const deed of names()) note(deed);
  return { longestMs: { ...longestMs }, failures: failures.splice(0) };
}

function names(): Deed[] {
  return Object.keys(deeds) as Deed[];
}
