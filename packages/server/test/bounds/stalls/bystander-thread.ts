/**
 * The second tenant, on a thread of its own: it reads, writes and logs in, each again 10 ms after its last response, and records
 * how long it waited for each. Invariant: nothing on the attacker's side delays its clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import { PASSWORD } from '../../../../testing/src/given.ts';
import type { BystanderReport, BystanderSetting } from './bystander.ts';

const PAUSE_MS = 10;
/** Addresses from which it logs in, in turn, like many people: together they log in more often than one address may. */
const ADDRESSES = 100;

const { url, email, read, entryPath, ownerToken, deliveryToken } = workerData as BystanderSetting;
const [owner, reader, stranger] = [new Actor(url, ownerToken), new Actor(url, deliveryToken), new Actor(url, null)];

/** The requests that it repeats. */
const deeds = {
  read: (n: number) => reader.get(`${read}/entries?limit=10&skip=${n % 5}`),
  write: (n: number) => owner.patch(entryPath, { fields: { name: `Ada ${n}` } }),
  'log-in': (n: number) => {
    const localAddress = `127.77.0.${1 + (n % ADDRESSES)}`;
    return stranger.send('POST', '/auth/login', { body: { email, password: PASSWORD }, localAddress });
  },
} satisfies Record<string, (n: number) => Promise<ApiResponse>>;

type Deed = keyof typeof deeds;

const waitsMs: Record<Deed, number[]> = { read: [], write: [], 'log-in': [] };
const since: Partial<Record<Deed, number>> = {};
const failures: string[] = [];
let isOver = false;

parentPort?.on('message', (command: 'reset' | 'report' | 'end') => {
  if (command === 'report') parentPort?.postMessage(report());
  if (command === 'end') isOver = true;
  if (command !== 'reset') return;
  for (const deed of names()) {
    waitsMs[deed] = [];
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
  const startedAt = since[deed];
  if (startedAt !== undefined) waitsMs[deed].push(performance.now() - startedAt);
}

function report(): BystanderReport {
  for (const deed of names()) note(deed);
  const waits = ofEach((deed) => waitsMs[deed].toSorted((one, other) => one - other));
  return { longestMs: ofEach((deed) => waits[deed].at(-1) ?? 0), waitsMs: waits, failures: failures.splice(0) };
}

function ofEach<T>(of: (deed: Deed) => T): Record<Deed, T> {
  return { read: of('read'), write: of('write'), 'log-in': of('log-in') };
}

function names(): Deed[] {
  return Object.keys(deeds) as Deed[];
}
