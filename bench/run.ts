/**
 * `npm run bench`: the service beside a bare `node:http` server that answers the same bytes, in one run on one
 * machine, so that ratios mean something where rates do not. Prints tables, and never fails because of a figure.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import { Actor, closeConnections } from '../packages/testing/src/client.ts';
import { startPostgres } from '../packages/testing/src/servers/postgres.ts';
import { readsAgainst, writesAgainst } from './against.ts';
import { cases, preparations } from './cases.ts';
import { measureChangeSets } from './change-sets.ts';
import { measureEnvironments } from './environments.ts';
import { type BenchOptions, type EngineKind, readOptions } from './options.ts';
import { measuredPromises, performancePage } from './performance-page.ts';
import { type Server, startService } from './processes.ts';
import { measureReads, type Prepared, prepare } from './reads.ts';
import { machine, markdown, type Table } from './report.ts';
import { keepRun } from './results.ts';
import { measureStarts } from './starts.ts';
import { measureStudio } from './studio.ts';
import { measureWebhooks } from './webhooks.ts';
import { makeWorld, type World } from './world.ts';
import { measureWrites } from './writes.ts';

/** Texts take long to index; beyond this nobody is promised a rate. */
const SEARCHABLE_ARTICLES_MAX = 100_000;
/** Parts that make what they need themselves. */
const WORLDLESS_PARTS: readonly string[] = ['start', 'writes', 'webhooks', 'studio', 'environments', 'change-sets'];
/** Parts that fill a database of their own with as many articles as are asked for. */
const LARGE_PARTS = [
  ['environments', measureEnvironments],
  ['change-sets', measureChangeSets],
] as const;
const HEALTH_PAUSE_MS = 10;
const PAGE = new URL('../docs/reference/performance.md', import.meta.url);

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-bench-'));
const tables: Table[] = [];
// What is started is ended by listeners of `exit`, which a signal alone does not reach.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  await main(options);
} finally {
  closeConnections();
}

async function main({ parts, engines, entries, isKept, roundMs }: BenchOptions): Promise<void> {
  console.info(`${machine()}, rounds of ${roundMs / 1000} s\n`);
  if (options.against !== null) return await measureAgainst({ ...options, checkout: options.against });
  if (parts.includes('start')) show(await measureStarts(folder));
  for (const engine of engines) for (const articles of entries) await measureWorld(engine, articles);
  if (parts.includes('writes')) show(await measureWrites(folder, roundMs));
  if (parts.includes('webhooks')) for (const table of await measureWebhooks(folder, roundMs)) show(table);
  if (parts.includes('studio')) for await (const table of measureStudio(folder)) show(table);
  for (const [part, measure] of LARGE_PARTS)
    for (const engine of parts.includes(part) ? engines : [])
      for (const articles of entries)
        await onDatabase(engine, part, async (database, place) => show(await measure(database, place, articles)));
  console.info(measuredPromises([{ name: '', at: '', tables }]));
  if (isKept) keepAndRewritePage();
}

/** Keeps this run, and brings the rows of the page that it has figures for up to date. */
function keepAndRewritePage(): void {
  const words = process.argv.slice(2);
  const wanted = words[words.indexOf('--only') + 1]?.split(',');
  keepRun(
    tables,
    words.includes('--only') && wanted !== undefined ? wanted : ['all'],
    `npm run bench -- ${words.join(' ')}`,
  );
  writeFileSync(PAGE, performancePage());
}

/** The parts that can be measured beside another checkout. */
async function measureAgainst(against: BenchOptions & { readonly checkout: string }): Promise<void> {
  for (const articles of against.entries) {
    const place = path.join(folder, `against-${articles}`);
    const database: DatabaseConfig = { kind: 'sqlite', folder: place };
    if (!against.parts.some((part) => part in cases)) continue;
    const isSearchable = against.parts.some((part) => part.startsWith('search'));
    show(await readsAgainst(await makeWorld(database, place, { articles, isSearchable }), place, against));
  }
  if (against.parts.includes('writes')) show(await writesAgainst(folder, against));
}

function show(table: Table): void {
  tables.push(table);
  console.info(markdown(table));
}

/** Measures something on a database of its own, which is removed afterwards. */
async function onDatabase(
  engine: EngineKind,
  name: string,
  measure: (database: DatabaseConfig, place: string) => Promise<void>,
): Promise<void> {
  const place = path.join(folder, `${name}-${engine}`);
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : null;
  try {
    await measure(
      postgres === null
        ? { kind: 'sqlite', folder: place }
        : { kind: 'postgres', url: postgres.url, unsafeDurability: false },
      place,
    );
  } finally {
    await postgres?.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Fills a database of its own, and measures on it with each number of workers. */
async function measureWorld(engine: EngineKind, articles: number): Promise<void> {
  const { parts } = options;
  if (parts.every((part) => WORLDLESS_PARTS.includes(part))) return;
  const place = path.join(folder, `${engine}-${articles}`);
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : null;
  const database: DatabaseConfig =
    postgres === null
      ? { kind: 'sqlite', folder: place }
      : { kind: 'postgres', url: postgres.url, unsafeDurability: false };
  try {
    const isSearchable = articles <= SEARCHABLE_ARTICLES_MAX && parts.some((part) => part.startsWith('search'));
    const seededAt = performance.now();
    const world = await makeWorld(database, place, { articles, isSearchable });
    console.info(
      `${articles} articles written on ${engine} in ${((performance.now() - seededAt) / 1000).toFixed(1)} s\n`,
    );
    for (const workers of options.workers) {
      const service = await startService({ database, folder: place, workers, env: memoryOf(options) });
      try {
        await measureService(
          { service, world, workers, parts },
          `${articles} articles, ${engine}, ${workers === 1 ? '1 process' : `${workers} workers`}${memoryInTitle(options)}`,
        );
      } finally {
        await service.close();
      }
    }
  } finally {
    await postgres?.close();
    rmSync(place, { recursive: true, force: true });
  }
}

function memoryOf({ indexMemory }: BenchOptions): Record<string, string> {
  return indexMemory === null ? {} : { LECTERN_INDEX_MEMORY: String(indexMemory) };
}

/** A run with another memory than the default says so, and counts for no promise. */
function memoryInTitle({ indexMemory }: BenchOptions): string {
  return indexMemory === null ? '' : `, index memory ${indexMemory} MB`;
}

async function measureService(prepared: Prepared, title: string): Promise<void> {
  const { service, world, parts } = prepared;
  const { encodings, roundMs } = options;
  if (parts.includes('first-query')) show(await measureFirstQueries(service, world, `First queries: ${title}`));
  await prepare(prepared);
  const table = await measureReads({ ...prepared, encodings, roundMs, folder, title });
  if (table.rows.length > 0) show(table);
  if (parts.includes('memory'))
    show({
      title: `Memory: ${title}`,
      columns: ['when', 'MiB'],
      rows: [['after all of the above', Math.round(service.memoryMib())]],
    });
}

/** What the first query of each kind waits after a start, and how long others wait meanwhile. */
async function measureFirstQueries(service: Server, world: World, title: string): Promise<Table> {
  const reader = new Actor(service.url, world.tokens.delivery);
  const rows: (string | number)[][] = [];
  for (const parameters of ['entries?content_type=article&limit=25', ...preparations(world.articles)]) {
    const others = watchOthers(service.url);
    const [began, cpuBefore] = [performance.now(), service.cpuMs()];
    await reader.get(`${world.read}/${parameters}`, 200);
    rows.push([
      parameters,
      Math.round(performance.now() - began),
      Math.round(service.cpuMs() - cpuBefore),
      Math.round(await others.longestMs()),
      Math.round(service.memoryMib()),
    ]);
  }
  return { title, columns: ['query', 'first response ms', 'CPU ms', 'others waited ms at most', 'MiB'], rows };
}

function watchOthers(url: string): { longestMs: () => Promise<number> } {
  let isOver = false;
  let longest = 0;
  const other = new Actor(url, null);
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await other.get('/healthz', 200);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_PAUSE_MS));
    }
  })();
  return {
    longestMs: async () => {
      isOver = true;
      await watching;
      return longest;
    },
  };
}
