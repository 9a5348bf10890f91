/**
 * A change set of 1,000 entries: how long its plan takes, and its publication, and how long others wait meanwhile who write in the same
 * environment, write in another space, or read.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import { Actor, type ApiResponse } from '../packages/testing/src/client.ts';
import { createEntry, field, given } from '../packages/testing/src/given.ts';
import { type Server, startService } from './processes.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';
import { makeWorld, type World } from './world.ts';

const ENTRIES = 1_000;
const ROUNDS = 3;
const PAUSE_MS = 10;
/** Between the numbers of articles that are next to each other in a set. */
const STRIDE = 3;

/** Does something again and again, and tells what the slowest took. */
type Watch = () => Promise<number>;

interface Round {
  readonly planMs: number;
  readonly planCpuMs: number;
  readonly publishMs: number;
  readonly publishCpuMs: number;
  readonly waits: readonly number[];
}

const OTHERS = ['writers of the environment', 'writers of another space', 'readers'] as const;

/** @param articles in the environment, 10 times as many as are in the set at least */
export async function measureChangeSets(database: DatabaseConfig, folder: string, articles: number): Promise<Table> {
  assert.ok(articles >= (ROUNDS + 1) * STRIDE * ENTRIES, 'Each set has entries of its own.');
  const world = await makeWorld(database, folder, { articles, isSearchable: false });
  const service = await startService({ database, folder });
  try {
    const others = await watchers(service, world);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(service, world, { round, others }));
    const figure = (of: (round: Round) => number) => Math.round(median(rounds.map(of)));
    return {
      title: `A change set of ${ENTRIES} entries: ${articles} articles, ${database.kind}, 1 process`,
      columns: ['what', 'ms', 'CPU ms'],
      rows: [
        ['plan', figure(({ planMs }) => planMs), figure(({ planCpuMs }) => planCpuMs)],
        ['publish', figure(({ publishMs }) => publishMs), figure(({ publishCpuMs }) => publishCpuMs)],
        ...OTHERS.map((name, at) => [`${name} waited at most`, figure(({ waits }) => waits[at] ?? 0), '']),
      ],
    };
  } finally {
    await service.close();
  }
}

async function measureRound(
  service: Server,
  world: World,
  { round, others }: { readonly round: number; readonly others: readonly (() => Watch)[] },
): Promise<Round> {
  const management = new Actor(service.url, world.tokens.management);
  const base = world.read.replace(/\/delivery$/, '');
  const set = (await management.post(`${base}/change-sets`, { name: `Round ${round}` }, 201)).string('id');
  for (let at = 0; at < ENTRIES; at++) {
    const path = `${base}/entries/article-${1 + STRIDE * (round * ENTRIES + at)}?change_set=${set}`;
    await management.patch(path, { fields: { title: `Changed ${round} ${at}`, views: at } }, 200);
  }
  const planned = await timed(service, () => management.get(`/change-sets/${set}/plan`, 200));
  assert.equal(planned.result.number('total'), ENTRIES);
  const watches = others.map((watch) => watch());
  await sleep(20 * PAUSE_MS);
  const published = await timed(service, () => management.post(`/change-sets/${set}/publish`, {}, 200));
  const waits: number[] = [];
  for (const watch of watches) waits.push(await watch());
  const { ms: planMs, cpuMs: planCpuMs } = planned;
  return { planMs, planCpuMs, publishMs: published.ms, publishCpuMs: published.cpuMs, waits };
}

async function timed<T>(service: Server, work: () => Promise<T>): Promise<{ result: T; ms: number; cpuMs: number }> {
  const [began, cpuBefore] = [performance.now(), service.cpuMs()];
  const result = await work();
  return { result, ms: performance.now() - began, cpuMs: service.cpuMs() - cpuBefore };
}

/** In the order of `OTHERS`. */
async function watchers(service: Server, world: World): Promise<readonly (() => Watch)[]> {
  const management = new Actor(service.url, world.tokens.management);
  const reader = new Actor(service.url, world.tokens.delivery);
  const other = await given(service.url, {
    types: [{ api_id: 'note', name: 'Note', display_field: 'title', fields: [field('title', 'string')] }],
  });
  const note = await createEntry(other.owner, other.base, { content_type_id: 'note', fields: { title: '0' } });
  const articles = `${world.read.replace(/\/delivery$/, '')}/entries`;
  let turn = 0;
  return [
    watched(() => management.patch(`${articles}/article-2`, { fields: { views: turn++ } })),
    watched(() => other.owner.patch(`/entries/${note}`, { fields: { title: String(turn++) } })),
    watched(() => reader.get(`${world.read}/entries?content_type=article&limit=25&skip=${turn++ % ENTRIES}`)),
  ];
}

/** What is refused while the service is busy is tried again, and has waited since the first try. */
function watched(act: () => Promise<ApiResponse>): () => Watch {
  return () => {
    let isOver = false;
    let longest = 0;
    const watching = (async () => {
      while (!isOver) {
        const began = performance.now();
        while ((await act()).status !== 200) await sleep(PAUSE_MS);
        longest = Math.max(longest, performance.now() - began);
        await sleep(PAUSE_MS);
      }
    })();
    return async () => {
      isOver = true;
      await watching;
      return longest;
    };
  };
}
