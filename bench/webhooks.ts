/**
 * The way out of webhooks on SQLite: how many deliveries a second, how long from a commit to its arrival, what a good
 * receiver and the API notice of bad ones, and what reads lose to a dispatcher that has nothing to do.
 */
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor } from '../packages/testing/src/client.ts';
import { type Library, makeLibrary } from './library.ts';
import { readBytes } from './load.ts';
import { type Server, startService } from './processes.ts';
import type { Table } from './report.ts';
import { measure, median, percent } from './rounds.ts';

const WEBHOOKS = 5;
const BULK = 1_000;
const SINGLE_PUBLISHES = 300;
const EVENTS_WITH_BAD_RECEIVERS = 5_000;
const EVENTS_PER_SECOND = 200;
const PAUSE_BETWEEN_SINGLES_MS = 20;
const IDLE_MS = 5_000;
const READERS = 16;
const READ_ROUNDS = 6;
const ARRIVAL_MAX_MS = 60_000;
const DRIP_EVERY_MS = 1_000;
const MS_PER_SECOND = 1_000;

/** What came at a receiver: how long after its change was made, in ms. */
interface Sink {
  readonly url: string;
  readonly delaysMs: number[];
  /** Answers otherwise from now on. */
  responseBy(respond: Answering): void;
  close(): void;
}

type Answering = (response: ServerResponse) => void;

interface Stage {
  readonly service: Server;
  readonly library: Library;
  readonly editor: Actor;
  readonly space: string;
  readonly roundMs: number;
}

/** Measures all of it on a service of its own. */
export async function measureWebhooks(folder: string, roundMs: number): Promise<Table[]> {
  const place = path.join(folder, 'webhooks');
  const env = { LECTERN_WEBHOOK_ALLOW: '127.0.0.1' };
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place, env });
  try {
    const library = await makeLibrary(service.url);
    const editor = new Actor(service.url, library.management);
    const stage = { service, library, editor, space: library.createPath.split('/environments/')[0] ?? '', roundMs };
    const idle = await idleTable(stage);
    return [idle, await rateTable(stage), await badReceiversTable(stage)];
  } finally {
    await service.close();
  }
}

async function rateTable(stage: Stage): Promise<Table> {
  const sink = await startSink(accept);
  const ids = await addWebhooks(stage, Array<string>(WEBHOOKS).fill(sink.url));
  try {
    const cpuBefore = stage.service.cpuMs();
    const began = performance.now();
    await bulkPublish(stage, 0);
    await arrivals(sink, WEBHOOKS * BULK);
    const seconds = (performance.now() - began) / MS_PER_SECOND;
    const cpuUs = ((stage.service.cpuMs() - cpuBefore) * 1_000) / (WEBHOOKS * BULK);
    await removeWebhooks(stage, ids.slice(1));
    sink.delaysMs.length = 0;
    for (const id of stage.library.draftIds.slice(BULK, BULK + SINGLE_PUBLISHES)) {
      await stage.editor.post(`/entries/${id}/publish`, undefined, 200);
      await sleep(PAUSE_BETWEEN_SINGLES_MS);
    }
    await arrivals(sink, SINGLE_PUBLISHES);
    const sorted = sink.delaysMs.toSorted((a, b) => a - b);
    return {
      title: 'Webhooks, SQLite, 1 process',
      columns: ['what', 'figure'],
      rows: [
        [`deliveries/s: ${BULK} entries published at once, ${WEBHOOKS} webhooks`, rate(WEBHOOKS * BULK, seconds)],
        ['CPU a delivery, with its share of the publish, µs', Math.round(cpuUs)],
        ['request to arrival p50, ms', at(sorted, 0.5)],
        ['request to arrival p99, ms', at(sorted, 0.99)],
      ],
    };
  } finally {
    await removeWebhooks(stage, ids.slice(0, 1));
    sink.close();
  }
}

/** The same changes to the same four webhooks: while all receivers are good, and after three of them turned bad. */
async function badReceiversTable(stage: Stage): Promise<Table> {
  const good = await startSink(accept);
  const others = [await startSink(accept), await startSink(accept), await startSink(accept)];
  const id = stage.library.draftIds.at(-1) ?? '';
  try {
    const ids = await addWebhooks(
      stage,
      [good, ...others].map(({ url }) => url),
    );
    const before = await changeAndWait(stage, good, { id, count: EVENTS_WITH_BAD_RECEIVERS / 2 });
    for (const [index, response] of [hang, drip, pour].entries()) others[index]?.responseBy(response);
    const after = await changeAndWait(stage, good, { id, count: EVENTS_WITH_BAD_RECEIVERS });
    await removeWebhooks(stage, ids);
    return {
      title: `Webhooks, SQLite: ${EVENTS_PER_SECOND} changes/s sent to four webhooks; then one hangs, one drips and one never ends`,
      columns: ['what', 'all good', 'three bad'],
      rows: [
        ['the good one: request to arrival p50, ms', at(before.delays, 0.5), at(after.delays, 0.5)],
        ['the good one: request to arrival p99, ms', at(before.delays, 0.99), at(after.delays, 0.99)],
        ['API p50, ms', at(before.durations, 0.5), at(after.durations, 0.5)],
        ['API p99, ms', at(before.durations, 0.99), at(after.durations, 0.99)],
        ['memory, MiB', before.memoryMib, after.memoryMib],
      ],
    };
  } finally {
    for (const sink of [good, ...others]) sink.close();
  }
}

/** Changes an entry so often, until the receiver was told of all. Times are in ms and sorted. */
async function changeAndWait(
  stage: Stage,
  { delaysMs }: Sink,
  { id, count }: { id: string; count: number },
): Promise<{ durations: number[]; delays: number[]; memoryMib: number }> {
  delaysMs.length = 0;
  const durations = await change(stage, id, count);
  await arrivals({ delaysMs }, count);
  return { durations, delays: delaysMs.toSorted((a, b) => a - b), memoryMib: Math.round(stage.service.memoryMib()) };
}

/** Reads of one list, in turns without any webhook in the space and with one, while nothing is published. */
async function idleTable(stage: Stage): Promise<Table> {
  const token = await deliveryToken(stage);
  const list = `${stage.library.createPath.replace('/entries', '/delivery/entries')}?content_type=article&limit=25`;
  const next = () => readBytes(list, token);
  const sink = await startSink(accept);
  const without: number[] = [];
  const having: number[] = [];
  const read = () => measure(stage.service, { clients: READERS, durationMs: stage.roundMs, next });
  await read();
  const [idleBefore, at] = [stage.service.cpuMs(), performance.now()];
  await sleep(IDLE_MS);
  const idleShare = (stage.service.cpuMs() - idleBefore) / (performance.now() - at);
  for (let round = 0; round < READ_ROUNDS; round++) {
    without.push((await read()).perSecond);
    const ids = await addWebhooks(stage, [sink.url]);
    having.push((await read()).perSecond);
    await removeWebhooks(stage, ids);
  }
  sink.close();
  return {
    title: `Reads beside a dispatcher that has nothing to do, ${READERS} connections, SQLite`,
    columns: ['what', 'figure'],
    rows: [
      ['reads/s without a webhook', Math.round(median(without))],
      ['reads/s with one', Math.round(median(having))],
      ['share', percent(median(having) / median(without))],
      ['CPU of the service when nothing is asked of it', percent(idleShare)],
    ],
  };
}

async function deliveryToken({ editor, space }: Stage): Promise<string> {
  const key = await editor.post(`${space}/api-keys`, { name: 'bench', kind: 'delivery' }, 201);
  return key.string('token');
}

/** Publishes many drafts in one request. */
async function bulkPublish({ editor, library }: Stage, from: number): Promise<void> {
  const body = { action: 'publish', ids: library.draftIds.slice(from, from + BULK) };
  await editor.post(`${library.createPath}/bulk`, body, 200);
}

/** Publishes and unpublishes an entry at an even rate. Gives how long each request took, in ms, sorted. */
async function change({ editor }: Stage, id: string, count: number): Promise<number[]> {
  const durations: number[] = [];
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const aheadMs = began + (n * MS_PER_SECOND) / EVENTS_PER_SECOND - performance.now();
    if (aheadMs > 0) await sleep(aheadMs);
    const askedAt = performance.now();
    await editor.post(`/entries/${id}/${n % 2 === 0 ? 'publish' : 'unpublish'}`, undefined, 200);
    durations.push(performance.now() - askedAt);
  }
  return durations.toSorted((a, b) => a - b);
}

async function addWebhooks({ editor, space }: Stage, urls: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of urls) ids.push((await editor.post(`${space}/webhooks`, { name: 'bench', url }, 201)).string('id'));
  return ids;
}

async function removeWebhooks({ editor, space }: Stage, ids: readonly string[]): Promise<void> {
  for (const id of ids) await editor.delete(`${space}/webhooks/${id}`, 204);
}

/** A receiver in this process. What comes is counted by the moment that its body tells. */
async function startSink(answering: Answering): Promise<Sink> {
  const delaysMs: number[] = [];
  let respond = answering;
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      delaysMs.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    delaysMs,
    responseBy: (next) => {
      respond = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}

function hang(): void {}

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DRIP_EVERY_MS);
  response.on('close', () => clearInterval(timer));
}

function pour(response: ServerResponse): void {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write('endless '.repeat(1_000)));
  };
  response.on('drain', more);
  more();
}

async function arrivals({ delaysMs }: Pick<Sink, 'delaysMs'>, count: number): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MAX_MS;
  while (delaysMs.length < count) {
    if (performance.now() > deadline) throw new Error(`${delaysMs.length} of ${count} deliveries came.`);
    await sleep(1);
  }
}

function rate(count: number, seconds: number): number {
  return Math.round(count / seconds);
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}
