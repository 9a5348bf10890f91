/**
 * An installation with many environments: 100 of them in 20 spaces, which share the articles. How long it takes to start and to
 * answer first, what it holds in memory, how soon something published is seen, and what its nightly jobs take.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import { Actor } from '../packages/testing/src/client.ts';
import { given, type Scene } from '../packages/testing/src/given.ts';
import { type Server, startService } from './processes.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';
import { makeJobsDue, seedArticles, untilIndexed } from './seeding.ts';
import { makeContent } from './world.ts';

const SPACES = 20;
/** `master` and its clones. */
const ENVIRONMENTS_A_SPACE = 5;
const ENVIRONMENTS = SPACES * ENVIRONMENTS_A_SPACE;
const CLONED_WITHIN_MS = 1_800_000;
const STARTS = 3;
const SETTLE_MS = 1_500;
const PUBLICATIONS = 500;
const NIGHT_WITHIN_MS = 1_800_000;
const READ_EVERY_MS = 20;
const POLL_MS = 100;
const MS_PER_SECOND = 1_000;
const METRICS_TOKEN = 'a-token-for-the-metrics';
/** What looks through much of the content, or of what became of it; `backup` is made where SQLite is. */
const NIGHTLY_JOBS = ['audit-retention', 'webhook-retention', 'file-collection', 'search-collection'];

interface Installation {
  readonly database: DatabaseConfig;
  readonly folder: string;
  readonly scenes: readonly Scene[];
}

type Row = readonly [what: string, figure: number];

/** Fills an empty database, and measures. @param articles in all environments together */
export async function measureEnvironments(database: DatabaseConfig, folder: string, articles: number): Promise<Table> {
  const began = performance.now();
  const installation = await fill({ database, folder }, Math.ceil(articles / ENVIRONMENTS));
  console.info(`Filled in ${Math.round((performance.now() - began) / MS_PER_SECOND)} s`);
  const rows = [
    ...(await measureStarts(installation)),
    ...(await measureUse(installation)),
    ...(await measureNight(installation)),
  ];
  return {
    title: `${articles} articles in ${ENVIRONMENTS} environments of ${SPACES} spaces, ${database.kind}`,
    columns: ['what', 'figure'],
    rows,
  };
}

/** Each space gets a first environment with articles, which is cloned. */
async function fill(place: Omit<Installation, 'scenes'>, articles: number): Promise<Installation> {
  const service = await startService(place);
  const scenes: Scene[] = [];
  for (let space = 0; space < SPACES; space++) {
    const scene = await given(service.url);
    await makeContent(scene);
    scenes.push(scene);
  }
  await untilIndexed(place.database, SPACES);
  await service.close();
  await seedArticles(place.database, { spaceIds: scenes.map(({ spaceId }) => spaceId), articles, isSearchable: true });
  const cloner = await startService(place);
  for (const scene of scenes) await makeClones(new Actor(cloner.url, scene.management.token), scene.space);
  await cloner.close();
  return { ...place, scenes };
}

async function makeClones(by: Actor, space: string): Promise<void> {
  const deadline = Date.now() + CLONED_WITHIN_MS;
  const names = Array.from({ length: ENVIRONMENTS_A_SPACE - 1 }, (_, n) => `clone-${n + 1}`);
  for (const name of names) await by.post(`${space}/environments/master/clone`, { name }, 201);
  for (const name of names) {
    while ((await by.get(`${space}/environments/${name}`, 200)).at('status') !== 'ready') {
      assert.ok(Date.now() < deadline, `${name} is ready in time`);
      await sleep(POLL_MS);
    }
  }
}

async function measureStarts(installation: Installation): Promise<Row[]> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const service = await startService(installation);
    times.push(service.startMs);
    await sleep(SETTLE_MS);
    memory.push(service.memoryMib());
    await service.close();
  }
  return [
    ['start to first response, least, ms', Math.round(Math.min(...times))],
    ['memory after start, MiB', Math.round(median(memory))],
  ];
}

async function measureUse(installation: Installation): Promise<Row[]> {
  const service = await startService(installation);
  try {
    const firsts: number[] = [];
    for (const environment of environmentsOf(installation))
      firsts.push(await timed(() => environment.list(service, 'order=-fields.rating&include=1')));
    const memory = Math.round(service.memoryMib());
    const visible: number[] = [];
    const environments = environmentsOf(installation);
    for (let turn = 0; turn < PUBLICATIONS; turn++)
      visible.push(await timed(() => publishAndSee(service, environments[(turn * 7) % ENVIRONMENTS], turn)));
    return [
      ['first query of an environment, p50, ms', percentile(firsts, 0.5)],
      ['first query of an environment, slowest, ms', percentile(firsts, 1)],
      ['memory after a query of each environment, MiB', memory],
      ['publish until a list shows it, p50, ms', percentile(visible, 0.5)],
      ['publish until a list shows it, p99, ms', percentile(visible, 0.99)],
      ['memory after that, MiB', Math.round(service.memoryMib())],
    ];
  } finally {
    await service.close();
  }
}

/** Runs what is due once a day or more often, as after a night, while somebody reads. */
async function measureNight(installation: Installation): Promise<Row[]> {
  const { database, folder } = installation;
  const isBackedUp = database.kind === 'sqlite';
  const jobs = isBackedUp ? [...NIGHTLY_JOBS, 'backup'] : NIGHTLY_JOBS;
  await makeJobsDue(database, jobs);
  const backup: Record<string, string> = isBackedUp ? { LECTERN_BACKUP: path.join(folder, '..', 'backups') } : {};
  const began = Date.now();
  const service = await startService({ ...installation, env: { LECTERN_METRICS_TOKEN: METRICS_TOKEN, ...backup } });
  try {
    const reads: number[] = [];
    const environments = environmentsOf(installation);
    let text = '';
    for (
      let turn = 0;
      jobs.some((job) => figureOf(text, 'last_success_timestamp', job) * MS_PER_SECOND < began);
      turn++
    ) {
      assert.ok(Date.now() - began < NIGHT_WITHIN_MS, `all of ${jobs.join(', ')} end in time`);
      const environment = environments[turn % ENVIRONMENTS];
      reads.push(await timed(async () => environment?.list(service, `skip=${turn % 50}`)));
      await sleep(READ_EVERY_MS);
      if (turn % 25 === 0) text = (await new Actor(service.url, METRICS_TOKEN).get('/metrics', 200)).text;
    }
    return [
      ...jobs.map((job): Row => [`job ${job}, ms`, Math.round(figureOf(text, 'last_duration', job) * MS_PER_SECOND)]),
      ['list beside these jobs, p50, ms', percentile(reads, 0.5)],
      ['list beside these jobs, p99, ms', percentile(reads, 0.99)],
      ['list beside these jobs, slowest, ms', percentile(reads, 1)],
    ];
  } finally {
    await service.close();
  }
}

/** A metric of a job; 0 while there is none. */
function figureOf(metrics: string, name: string, job: string): number {
  return Number(new RegExp(`^lectern_job_${name}_seconds\\{job="${job}"[^}]*\\} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
}

/** One environment, and what is done in it. */
interface Environment {
  readonly scene: Scene;
  /** Path in front of `/entries`. */
  readonly base: string;
  list(service: Server, parameters: string): Promise<string>;
}

function environmentsOf({ scenes }: Installation): Environment[] {
  const names = ['master', ...Array.from({ length: ENVIRONMENTS_A_SPACE - 1 }, (_, n) => `clone-${n + 1}`)];
  return names.flatMap((name) =>
    scenes.map((scene) => {
      const base = `${scene.space}/environments/${name}`;
      const list = async ({ url }: Server, parameters: string) => {
        const reader = new Actor(url, scene.delivery.token);
        return (await reader.get(`${base}/delivery/entries?content_type=article&limit=25&${parameters}`, 200)).text;
      };
      return { scene, base, list };
    }),
  );
}

async function publishAndSee(service: Server, environment: Environment | undefined, turn: number): Promise<void> {
  assert.ok(environment !== undefined);
  const { scene, base, list } = environment;
  const by = new Actor(service.url, scene.management.token);
  const title = `Published in turn ${turn}`;
  const path = `${base}/entries/article-${1 + (turn % 10)}`;
  const saved = await by.patch(path, { fields: { title } }, 200);
  await by.post(`/entries/${saved.string('id')}/publish`, undefined, 200);
  while (!(await list(service, 'order=-published_at')).includes(title)) await sleep(1);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Number((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1));
}
