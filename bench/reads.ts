/**
 * Measures the reads of one world: every case, without and with compression, in turn with a bare server that answers
 * the bytes of one of the case's answers, so that what else the machine does falls on both alike.
 */
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Actor } from '../packages/testing/src/client.ts';
import { ordersFor } from './articles.ts';
import { type Case, type CaseName, caseNames, cases, pathTo, preparations } from './cases.ts';
import { readBytes } from './load.ts';
import type { Encoding, Part } from './options.ts';
import { type Server, startBare } from './processes.ts';
import { publishSteadily } from './publishing.ts';
import type { Table } from './report.ts';
import { inTurn, measure, percent, type Round } from './rounds.ts';
import type { World } from './world.ts';

const CLIENTS = 16;
/** Long enough for the compiler, whose threads share the cores with the load, to have done with what is hot. */
const WARM_UP_MS = 3_000;
const ROUNDS = 3;
/** Articles of an order that are read once before anything is measured, and how many at a time. */
const READ_BEFORE_MAX = 100_000;
const PAGE = 500;
const ACCEPTED = { plain: '', compressed: 'gzip, br' } as const satisfies Record<Encoding, string>;

/** A service on a world, and what is to be measured there. */
export interface Prepared {
  readonly service: Server;
  readonly workers: number;
  readonly world: World;
  readonly parts: readonly Part[];
}

export interface Reads extends Prepared {
  readonly encodings: readonly Encoding[];
  readonly roundMs: number;
  readonly folder: string;
  readonly title: string;
}

/** Number of the next request that is unlike all before it. */
let nextNumber = 0;

/**
 * Requests all orders and columns that the cases use, and every article, in each worker, so that no round pays for
 * what is made once.
 */
export async function prepare({ service, world, workers, parts }: Prepared): Promise<void> {
  const pages = Math.ceil(Math.min(world.articles, READ_BEFORE_MAX) / PAGE);
  // Where not all can be paged to in one order, others show the rest.
  const orders = world.articles > READ_BEFORE_MAX ? ordersFor(world.articles) : ['-published_at'];
  const lists = orders.flatMap((order) =>
    Array.from(
      { length: pages },
      (_, page) => `entries?content_type=article&limit=${PAGE}&order=${order}&skip=${page * PAGE}`,
    ),
  );
  const { delivery, preview } = world.tokens;
  for (const token of parts.includes('preview') ? [delivery, preview] : [delivery]) {
    const reader = new Actor(service.url, token);
    for (const parameters of [...preparations(world.articles), ...lists]) {
      // New connections are handed to the workers in turn.
      for (let worker = 0; worker < workers; worker++)
        await reader.get(`${world.read}/${parameters}`, 200, { connection: 'close' });
    }
  }
}

export async function measureReads(reads: Reads): Promise<Table> {
  const wanted = caseNames.filter((name) => {
    const { needsSearch } = cases[name] as Case;
    return reads.parts.includes(name) && (needsSearch !== true || reads.world.isSearchable);
  });
  const rows: (string | number)[][] = [];
  for (const name of wanted) {
    for (const encoding of reads.encodings) rows.push(await measureCase(reads, name, encoding));
  }
  const columns = [
    'case',
    'encoding',
    'KB',
    'service /s',
    'bare /s',
    'share',
    'CPU µs',
    'bare CPU µs',
    'CPU share',
    'p50 ms',
    'p99 ms',
    'p99 of mean',
    'bare p99 of mean',
    'MiB',
  ];
  return { title: reads.title, columns, rows };
}

async function measureCase(reads: Reads, name: CaseName, encoding: Encoding): Promise<(string | number)[]> {
  const { service, world } = reads;
  const one: Case = cases[name];
  const token = world.tokens[one.plane];
  const pathOf = (n: number) => pathTo(one, n, world);
  const bytesOf = (asked: string) => readBytes(asked, token, ACCEPTED[encoding]);
  const same = bytesOf(pathOf(0));
  const next = one.isRepeated ? () => same : () => bytesOf(pathOf(nextNumber++));
  const own = { clients: CLIENTS, durationMs: reads.roundMs, next };
  const ownRound = one.whilePublishing === true ? () => whilePublishing(reads, own) : () => measure(service, own);
  await measure(service, { ...own, durationMs: WARM_UP_MS });
  const asked = one.isRepeated ? pathOf(0) : pathOf(nextNumber++);
  const { bare, bytes } = await startBeside(reads, { asked, token, accepted: ACCEPTED[encoding] });
  try {
    const question = bytesOf(asked);
    const load = { ...own, next: () => question };
    await measure(bare, { ...load, durationMs: WARM_UP_MS });
    const [ofService, ofBare] = await inTurn(
      [
        { name: 'service', round: ownRound },
        { name: 'bare', round: () => measure(bare, load) },
      ],
      ROUNDS,
    );
    if (ofService === undefined || ofBare === undefined) throw new Error('Two sides were measured.');
    return [name, encoding, (bytes / 1000).toFixed(1), ...figures(ofService, ofBare), Math.round(service.memoryMib())];
  } finally {
    await bare.close();
  }
}

async function whilePublishing({ service, world }: Reads, load: Parameters<typeof measure>[1]): Promise<Round> {
  const publishing = await publishSteadily(service, world);
  try {
    return await measure(service, load);
  } finally {
    await publishing.stop();
  }
}

function figures(own: Round, bare: Round): (string | number)[] {
  return [
    Math.round(own.perSecond),
    Math.round(bare.perSecond),
    percent(own.perSecond / bare.perSecond),
    Math.round(own.cpuUs),
    Math.round(bare.cpuUs),
    percent(bare.cpuUs / own.cpuUs),
    own.p50Ms.toFixed(2),
    own.p99Ms.toFixed(2),
    tailOf(own),
    tailOf(bare),
  ];
}

/** How many times the mean, which is connections / rate, 99 of 100 requests took at most. */
function tailOf({ p99Ms, perSecond }: Round): string {
  return (p99Ms / ((CLIENTS * 1000) / perSecond)).toFixed(1);
}

/** A bare server with the same response as the service to one query. */
async function startBeside(
  { service, folder }: Reads,
  { asked, token, accepted }: { readonly asked: string; readonly token: string; readonly accepted: string },
): Promise<{ bare: Server; bytes: number }> {
  const { body, encoding } = await fetchRaw(`${service.url}${asked}`, token, accepted);
  const file = path.join(folder, 'answers.json');
  const response =
    encoding === undefined
      ? { status: 200, body: body.toString('utf8') }
      : { status: 200, body: body.toString('base64'), encoding };
  writeFileSync(file, JSON.stringify({ tokens: [token], responses: { [`GET ${asked}`]: response } }));
  return { bare: await startBare(file), bytes: body.length };
}

function fetchRaw(
  url: string,
  token: string,
  accepted: string,
): Promise<{ body: Buffer; encoding: string | undefined }> {
  const headers = { authorization: `Bearer ${token}`, ...(accepted === '' ? {} : { 'accept-encoding': accepted }) };
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200)
          reject(new Error(`${url}: ${Buffer.concat(chunks).toString('utf8').slice(0, 400)}`));
        else resolve({ body: Buffer.concat(chunks), encoding: response.headers['content-encoding'] });
      });
    });
    request.on('error', reject);
  });
}
