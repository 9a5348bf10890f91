/** How long others' writes wait for a merge of a thousand entries, beside an atomic bulk of as many. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor } from '../packages/server/test/client.ts';
import type { Server } from './processes.ts';
import type { Table } from './report.ts';
import type { World } from './world.ts';

const ENTRIES = 1_000;
const ROUNDS = 3;
const SENDERS = 8;
const WRITE_EVERY_MS = 5;
/** The entry that others write to meanwhile. */
const BYSTANDER = 'bystander';
const POLL_MS = 50;
const MS_PER_SECOND = 1_000;

/** Measures both in turn, each several times. */
export async function measureMerge(service: Server, world: World, title: string): Promise<Table> {
  const owner = new Actor(service.url, world.tokens.management);
  const space = `/spaces/${world.spaceId}`;
  const branch = `merge-${Date.now()}`;
  const master = `${space}/environments/master`;
  const keys = await makeWriters(owner, master);
  await cloneMaster(owner, space, branch);
  const bulk = (action: string) => owner.post(`${master}/entries/bulk`, { action, ids: keys, atomic: true }, 200);
  const [bulks, plans, merges]: [Waited[], Waited[], Waited[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    await bulk('unpublish');
    bulks.push(await waitedDuring(service, world, () => bulk('publish')));
    await changeAll(owner, `${space}/environments/${branch}`, { keys, round });
    const merge = (dry_run: boolean) => owner.post(`${master}/merges`, { from: branch, dry_run, publish: 'as_source' });
    plans.push(await waitedDuring(service, world, () => merge(true)));
    merges.push(
      await waitedDuring(service, world, async () => {
        const merged = await merge(false);
        if (merged.status !== 201) throw new Error(`Nothing was merged: ${merged}`);
      }),
    );
  }
  await owner.delete(`${space}/environments/${branch}`, 204);
  const row = (what: string, rounds: readonly Waited[]) => [
    what,
    keys.length,
    (middle(rounds.map(({ ms }) => ms)) / MS_PER_SECOND).toFixed(2),
    Math.round(middle(rounds.map(({ longestMs }) => longestMs))),
  ];
  return {
    title: `Merge: ${title}`,
    columns: ['request', 'entries', 'takes s', 'other writes waited ms at most'],
    rows: [row('atomic bulk', bulks), row('plan of a merge', plans), row('merge', merges)],
  };
}

/** Makes published entries with a version each, which the seeded articles do not have. @returns their keys */
async function makeWriters(owner: Actor, master: string): Promise<string[]> {
  const keys = Array.from({ length: ENTRIES }, (_, n) => `writer-${n}`);
  const about = 'Writes about harbours, tides and the people who live by them. '.repeat(20);
  const lines = [...keys, BYSTANDER].map((key) =>
    JSON.stringify({ entry: { key, content_type: 'author', status: 'published', fields: { name: key, about } } }),
  );
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await owner.send('POST', `${master}/import`, { raw: lines.join('\n'), headers });
  if (imported.status !== 200 || imported.text.includes('"error"')) throw new Error(`${imported}`);
  return keys;
}

async function cloneMaster(owner: Actor, space: string, name: string): Promise<void> {
  await owner.post(`${space}/environments/master/clone`, { name }, 201);
  for (;;) {
    const status = (await owner.get(`${space}/environments/${name}`, 200)).string('status');
    if (status === 'ready') return;
    if (status !== 'cloning') throw new Error(`The clone is ${status}.`);
    await sleep(POLL_MS);
  }
}

async function changeAll(
  owner: Actor,
  base: string,
  { keys, round }: { keys: readonly string[]; round: number },
): Promise<void> {
  const left = [...keys];
  const send = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      await owner.patch(`${base}/entries/${key}`, { fields: { name: `${key} in round ${round}` } }, 200);
      await owner.post(`${base}/entries/${key}/publish`, undefined, 200);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

interface Waited {
  readonly ms: number;
  readonly longestMs: number;
}

/** Writes to another entry of the same environment for as long as some work takes. */
async function waitedDuring(service: Server, world: World, work: () => Promise<unknown>): Promise<Waited> {
  const writer = new Actor(service.url, world.tokens.management);
  const path = `/spaces/${world.spaceId}/environments/master/entries/${BYSTANDER}`;
  let isOver = false;
  let longestMs = 0;
  const writing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const began = performance.now();
      await writer.patch(path, { fields: { about: `Changed in turn ${turn} at ${began}` } }, 200);
      longestMs = Math.max(longestMs, performance.now() - began);
      await sleep(WRITE_EVERY_MS);
    }
  })();
  const began = performance.now();
  let ms = Number.NaN;
  try {
    await work();
    ms = performance.now() - began;
  } finally {
    isOver = true;
    await writing;
  }
  return { ms, longestMs };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
