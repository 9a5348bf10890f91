/**
 * `npm run bench`: the service beside a bare `node:http` server that answers the same bytes, in one run on one
 * machine, so that the ratios say something where the figures do not. Prints tables and never fails for a figure.
 * `BENCH_SECONDS` is the length of each round.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../packages/server/test/client.ts';
import { LIST_QUERY, type Library, makeLibrary } from './library.ts';
import { type Load, type LoadResult, requestBytes, runLoad } from './load.ts';
import { type Server, startBare, startService } from './processes.ts';

const ROUND_MS = Number(process.env.BENCH_SECONDS ?? 4) * 1000;
const WARM_UP_MS = 1_000;
const READERS = 16;
const WRITERS = 8;
const STARTS = 5;
const SETTLE_MS = 1_500;
const START_TARGET_MS = 700;
const MEMORY_TARGET_MIB = 130;
const CREATE_PUBLISH_TARGET = 1_000;

interface Round extends LoadResult {
  /** CPU time of the server, in microseconds a request. */
  readonly cpuUs: number;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-bench-'));
try {
  await main();
} finally {
  closeConnections();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const [processor] = os.cpus();
  console.info(
    `${os.cpus().length} × ${processor?.model ?? 'unknown processor'}, Node ${process.version}, rounds of ${ROUND_MS / 1000} s\n`,
  );
  await measureStarts();
  const service = await startService(path.join(folder, 'data'));
  const library = await makeLibrary(service.url);
  const bare = await startBare(await recordAnswers(service, library));
  try {
    await compare(service, bare, library);
    await measureCreatePublish(service, library);
  } finally {
    await Promise.all([service.close(), bare.close()]);
  }
}

/** Start on an empty folder, then again on the same one; memory once it is at rest. */
async function measureStarts(): Promise<void> {
  const times: { first: number[]; again: number[]; memory: number[] } = { first: [], again: [], memory: [] };
  for (let round = 0; round < STARTS; round++) {
    const dataDir = path.join(folder, `start-${round}`);
    for (const list of [times.first, times.again]) {
      const server = await startService(dataDir);
      list.push(server.startMs);
      if (list === times.again) {
        await sleep(SETTLE_MS);
        times.memory.push(server.memoryMib());
      }
      await server.close();
    }
  }
  console.table({
    'start to first answer, empty folder (ms)': {
      median: Math.round(median(times.first)),
      target: `≤ ${START_TARGET_MS}`,
    },
    'start to first answer, again (ms)': { median: Math.round(median(times.again)), target: `≤ ${START_TARGET_MS}` },
    'memory after start (MiB)': { median: Math.round(median(times.memory)), target: `≤ ${MEMORY_TARGET_MIB}` },
  });
}

/** The bytes that the service answers, in a file for the bare server. */
async function recordAnswers(service: Server, library: Library): Promise<string> {
  const delivery = new Actor(service.url, library.delivery);
  const management = new Actor(service.url, library.management);
  const single = await delivery.get(library.singlePath, 200);
  const list = await delivery.get(library.listPath, 200);
  const created = await management.post(library.createPath, library.newArticle(), 201);
  const publishPath = `/entries/${library.draftIds[0]}/publish`;
  const published = await management.post(publishPath, undefined, 200);
  console.info(
    `single entry ${single.text.length} bytes, list of 25 with include and ${LIST_QUERY.split('&')[1]} ${list.text.length} bytes\n`,
  );
  const file = path.join(folder, 'answers.json');
  const answers = {
    [`GET ${library.singlePath}`]: { status: 200, body: single.text },
    [`GET ${library.listPath}`]: { status: 200, body: list.text },
    [`POST ${library.createPath}`]: { status: 201, body: created.text },
    [`POST ${publishPath}`]: { status: 200, body: published.text },
  };
  writeFileSync(file, JSON.stringify({ tokens: [library.delivery, library.management], answers }));
  return file;
}

async function compare(service: Server, bare: Server, library: Library): Promise<void> {
  const get = (where: string) => () => requestBytes('GET', where, library.delivery);
  const fixed = (make: () => Buffer) => {
    const bytes = make();
    return () => bytes;
  };
  const create = () => requestBytes('POST', library.createPath, library.management, library.newArticle());
  const publishFirst = () => requestBytes('POST', `/entries/${library.draftIds[0]}/publish`, library.management);
  const drafts = library.draftIds.slice(1);
  const publishNext = () => {
    const id = drafts.pop();
    if (id === undefined) throw new Error('There were too few drafts to publish.');
    return requestBytes('POST', `/entries/${id}/publish`, library.management);
  };
  const rows = {
    'single entry': await sideBySide(service, bare, READERS, fixed(get(library.singlePath))),
    'list of 25, include, filter': await sideBySide(service, bare, READERS, fixed(get(library.listPath))),
    create: await sideBySide(service, bare, WRITERS, create),
    publish: await sideBySide(service, bare, WRITERS, publishNext, fixed(publishFirst), ROUND_MS / 4),
  };
  console.table(rows);
}

/** One round of each, after a short one to warm up; the ratio compares CPU time, which other load shifts least. */
async function sideBySide(
  service: Server,
  bare: Server,
  clients: number,
  next: Load['next'],
  nextOfBare = next,
  durationMs = ROUND_MS,
) {
  if (next === nextOfBare) await measure(service, { clients, durationMs: WARM_UP_MS, next });
  await measure(bare, { clients, durationMs: WARM_UP_MS, next: nextOfBare });
  const own = await measure(service, { clients, durationMs, next });
  const yardstick = await measure(bare, { clients, durationMs, next: nextOfBare });
  return {
    'service /s': Math.round(own.perSecond),
    'bare /s': Math.round(yardstick.perSecond),
    'share of bare': percent(own.perSecond / yardstick.perSecond),
    'CPU µs': Math.round(own.cpuUs),
    'bare CPU µs': Math.round(yardstick.cpuUs),
    'CPU share': percent(yardstick.cpuUs / own.cpuUs),
    'p50 ms': own.p50Ms.toFixed(2),
    'p99 ms': own.p99Ms.toFixed(2),
  };
}

async function measure(server: Server, load: Omit<Load, 'url'>): Promise<Round> {
  const before = server.cpuMs();
  const result = await runLoad({ url: server.url, ...load });
  return { ...result, cpuUs: ((server.cpuMs() - before) * 1000) / result.requests };
}

/** Each client creates an entry and publishes it, again and again. */
async function measureCreatePublish(service: Server, library: Library): Promise<void> {
  const next: Load['next'] = (answer) => {
    const created = answer === null ? null : (JSON.parse(answer) as { id: string; status: string });
    if (created === null || created.status !== 'draft')
      return requestBytes('POST', library.createPath, library.management, library.newArticle());
    return requestBytes('POST', `/entries/${created.id}/publish`, library.management);
  };
  const round = await measure(service, { clients: WRITERS, durationMs: ROUND_MS, next, readsAnswers: true });
  console.table({
    'create + publish, 8 clients': {
      'pairs /s': Math.round(round.perSecond / 2),
      'writes /s': Math.round(round.perSecond),
      target: `≥ ${CREATE_PUBLISH_TARGET} /s`,
      'CPU µs a write': Math.round(round.cpuUs),
      'p50 ms': round.p50Ms.toFixed(2),
      'p99 ms': round.p99Ms.toFixed(2),
      'memory MiB': Math.round(service.memoryMib()),
    },
  });
}

/** The least is what the program needs, the median what this machine makes of it just now. */
function figures(values: readonly number[], target: number): { least: number; median: number; target: string } {
  return { least: Math.round(Math.min(...values)), median: Math.round(median(values)), target: `≤ ${target}` };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
