/** How long it takes to clone an environment, and what readers and writers of its source notice meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor } from '../packages/server/test/client.ts';
import { cases, pathTo } from './cases.ts';
import type { Server } from './processes.ts';
import type { Table } from './report.ts';
import type { World } from './world.ts';

const READERS = 8;
const READ_EVERY_MS = 10;
const WRITERS = 2;
const WRITE_EVERY_MS = 40;
/** How long requests are measured before the clone. */
const ALONE_MS = 10_000;
const POLL_MS = 50;
const MS_PER_SECOND = 1_000;

/** Measures reads and writes alone, and beside a clone of the environment that they go to. */
export async function measureClone(service: Server, world: World, title: string): Promise<Table> {
  const warm = await requestsDuring(service, world, () => sleep(ALONE_MS / 2));
  const alone = await requestsDuring(service, world, () => sleep(ALONE_MS));
  const beside = await requestsDuring(service, world, () => makeClone(service, world));
  if (warm.readMs.length === 0) throw new Error('Nothing was read.');
  const row = (what: string, { readMs, writeMs, seconds }: Requests, clone: string) => [
    what,
    clone,
    Math.round(readMs.length / seconds),
    ...percentiles(readMs),
    Math.round(writeMs.length / seconds),
    ...percentiles(writeMs),
  ];
  return {
    title: `Clone: ${title}`,
    columns: ['requests', 'clone, s', 'reads /s', 'p50 ms', 'p99 ms', 'writes /s', 'p50 ms', 'p99 ms'],
    rows: [row('alone', alone, ''), row('beside a clone', beside, beside.seconds.toFixed(1))],
  };
}

async function makeClone(service: Server, { spaceId, tokens }: World): Promise<void> {
  const owner = new Actor(service.url, tokens.management);
  const environments = `/spaces/${spaceId}/environments`;
  const name = `clone-${Date.now()}`;
  await owner.post(`${environments}/master/clone`, { name }, 201);
  for (;;) {
    const status = (await owner.get(`${environments}/${name}`, 200)).string('status');
    if (status === 'ready') return;
    if (status !== 'cloning') throw new Error(`The clone is ${status}.`);
    await sleep(POLL_MS);
  }
}

interface Requests {
  readonly readMs: number[];
  readonly writeMs: number[];
  readonly seconds: number;
}

/** Sends requests at a steady pace until some work is done. */
async function requestsDuring(service: Server, world: World, work: () => Promise<void>): Promise<Requests> {
  const [readMs, writeMs]: [number[], number[]] = [[], []];
  const reader = new Actor(service.url, world.tokens.delivery);
  const writer = new Actor(service.url, world.tokens.management);
  let turn = 0;
  let isOver = false;
  const steadily = async (everyMs: number, times: number[], one: () => Promise<unknown>) => {
    while (!isOver) {
      const began = performance.now();
      await one();
      times.push(performance.now() - began);
      await sleep(Math.max(0, everyMs - (performance.now() - began)));
    }
  };
  const read = () => reader.get(pathTo(cases['list-include-1'], turn++, world), 200);
  const write = () => {
    const key = `article-${1 + (turn++ % world.articles)}`;
    const path = `/spaces/${world.spaceId}/environments/master/entries/${key}`;
    return writer.patch(path, { fields: { body: `Changed in turn ${turn}` } }, 200);
  };
  const began = performance.now();
  const loops = [
    ...Array.from({ length: READERS }, () => steadily(READ_EVERY_MS, readMs, read)),
    ...Array.from({ length: WRITERS }, () => steadily(WRITE_EVERY_MS, writeMs, write)),
  ];
  await work();
  const seconds = (performance.now() - began) / MS_PER_SECOND;
  isOver = true;
  await Promise.all(loops);
  return { readMs, writeMs, seconds };
}

function percentiles(times: number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1));
}
