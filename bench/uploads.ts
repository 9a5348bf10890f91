/** What readers notice of 50 uploads at once, from slow networks and as fast as the machine can, and how many are taken a second; on SQLite. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeMagazine, makeScene, publishNew, type Scene } from '../packages/server/test/scene.ts';
import { readBytes } from './load.ts';
import { type Server, startService, startSink } from './processes.ts';
import type { Table } from './report.ts';
import { inTurn, measure, median, type Round } from './rounds.ts';
import type { Uploading } from './uploader.ts';

const UPLOADERS = 50;
const FILE_BYTES = 1_048_576;
const READERS = 16;
const ARTICLES = 100;
const ROUNDS = 3;
const LIMIT = 25;
/** Of an uploader's network: 10 Mbit/s. */
const NETWORK_BYTES_PER_SECOND = 1_250_000;

/** Nothing was read in a round. */
const NO_READS: Round = {
  requests: 0,
  perSecond: Number.NaN,
  p50Ms: Number.NaN,
  p95Ms: Number.NaN,
  p99Ms: Number.NaN,
  refused: 0,
  cpuUs: Number.NaN,
  loadUs: Number.NaN,
};

/** Measures reads alone, beside uploads that another server takes and drops, beside uploads, and uploads alone, in turn. */
export async function measureUploads(folder: string, roundMs: number): Promise<Table> {
  const place = path.join(folder, 'uploads');
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  const sink = await startSink();
  try {
    const scene = await makeScene(service.url);
    await makeMagazine(scene);
    for (let at = 0; at < ARTICLES; at++)
      await publishNew(scene.owner, scene.base, { content_type_id: 'article', fields: { title: `Article ${at}` } });
    const uploadRates = new Map<string, number[]>();
    const readOnce = () => read(service, scene, roundMs);
    const noReads = () => sleep(roundMs, NO_READS);
    const beside = (name: string, url: string, bytesPerSecond: number | null, reads = readOnce) => ({
      name,
      round: async () => {
        const uploading = await startUploads({ url, token: scene.management.token ?? '', bytesPerSecond });
        const round = await reads();
        const uploadRate = await uploading.stop();
        uploadRates.set(name, [...(uploadRates.get(name) ?? []), uploadRate]);
        return round;
      },
    });
    const own = `${service.url}${scene.base}/media`;
    const sides = [
      { name: 'alone', round: readOnce },
      beside('beside uploads at 10 Mbit/s each, to a server that drops them', sink.url, NETWORK_BYTES_PER_SECOND),
      beside('beside uploads at 10 Mbit/s each', own, NETWORK_BYTES_PER_SECOND),
      beside('beside uploads without pause', own, null),
      beside('none, uploads at 10 Mbit/s each', own, NETWORK_BYTES_PER_SECOND, noReads),
      beside('none, uploads without pause', own, null, noReads),
    ];
    // Once before, so that what runs is compiled.
    for (const { round } of sides) await round();
    uploadRates.clear();
    const rounds = await inTurn(sides, ROUNDS);
    return table(sides.map(({ name }, at) => ({ name, round: rounds[at], uploadRate: uploadRates.get(name) })));
  } finally {
    await sink.close();
    await service.close();
  }
}

function read(service: Server, scene: Scene, durationMs: number): Promise<Round> {
  let turn = 0;
  const next = () => {
    const skip = turn++ % (ARTICLES - LIMIT);
    return readBytes(`${scene.read}/entries?limit=${LIMIT}&skip=${skip}`, scene.delivery.token ?? '');
  };
  return measure(service, { clients: READERS, durationMs, next });
}

/** Uploads from a thread of their own, so that the load is not held up by them. `stop` gives how many a second it were. */
async function startUploads(
  to: Pick<Uploading, 'url' | 'token' | 'bytesPerSecond'>,
): Promise<{ stop: () => Promise<number> }> {
  const startedAt = performance.now();
  const workerData: Uploading = { ...to, uploaders: UPLOADERS, bytes: FILE_BYTES };
  const worker = new Worker(new URL('./uploader.ts', import.meta.url), { workerData });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const counted = new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return {
    stop: async () => {
      worker.postMessage('stop');
      return (await counted) / ((performance.now() - startedAt) / 1_000);
    },
  };
}

interface Side {
  readonly name: string;
  readonly round: Round | undefined;
  /** Uploads a second of each round; undefined where there are none. */
  readonly uploadRate: readonly number[] | undefined;
}

function table(sides: readonly Side[]): Table {
  const alone = sides[0]?.round?.p99Ms ?? Number.NaN;
  return {
    title: `Lists of ${LIMIT} for ${READERS} readers, alone and beside ${UPLOADERS} uploads of ${FILE_BYTES / 1_048_576} MB at once, SQLite`,
    columns: ['reads', 'per second', 'p50, ms', 'p99, ms', 'p99 × alone', 'uploads per second'],
    rows: sides.map(({ name, round, uploadRate }) => [
      name,
      figure(round?.perSecond, 0),
      figure(round?.p50Ms, 2),
      figure(round?.p99Ms, 2),
      figure((round?.p99Ms ?? Number.NaN) / alone, 2),
      uploadRate === undefined ? '' : Math.round(median(uploadRate)),
    ]),
  };
}

/** A measured number; nothing where there is none. */
function figure(value = Number.NaN, digits: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(digits);
}
