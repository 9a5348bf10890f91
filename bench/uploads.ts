/** What readers notice of uploads: 50 at once, from networks and as fast as the machine can, on SQLite. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeMagazine, makeScene, publishNew, type Scene } from '../packages/server/test/scene.ts';
import { readBytes } from './load.ts';
import { type Server, startService, startSink } from './processes.ts';
import type { Table } from './report.ts';
import { inTurn, measure, type Round } from './rounds.ts';
import type { Uploading } from './uploader.ts';

const UPLOADERS = 50;
const FILE_BYTES = 1_048_576;
const READERS = 16;
const ARTICLES = 100;
const ROUNDS = 3;
const LIMIT = 25;
/** Of an uploader's network: 10 Mbit/s. */
const NETWORK_BYTES_PER_SECOND = 1_250_000;

/** Measures reads alone, beside uploads that another server takes and drops, and beside uploads, in turn. */
export async function measureUploads(folder: string, roundMs: number): Promise<Table> {
  const place = path.join(folder, 'uploads');
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  const sink = await startSink();
  try {
    const scene = await makeScene(service.url);
    await makeMagazine(scene);
    for (let at = 0; at < ARTICLES; at++)
      await publishNew(scene.owner, scene.base, { content_type_id: 'article', fields: { title: `Article ${at}` } });
    const beside = (name: string, url: string, bytesPerSecond: number | null) => ({
      name,
      round: async () => {
        const uploading = await startUploads({ url, token: scene.management.token ?? '', bytesPerSecond });
        const round = await read(service, scene, roundMs);
        await uploading.stop();
        return round;
      },
    });
    const own = `${service.url}${scene.base}/media`;
    const sides = [
      { name: 'alone', round: () => read(service, scene, roundMs) },
      beside('beside uploads at 10 Mbit/s each, to a server that drops them', sink.url, NETWORK_BYTES_PER_SECOND),
      beside('beside uploads at 10 Mbit/s each', own, NETWORK_BYTES_PER_SECOND),
      beside('beside uploads without pause', own, null),
    ];
    // Once before, so that what runs is compiled.
    for (const { round } of sides) await round();
    return table(
      sides.map(({ name }) => name),
      await inTurn(sides, ROUNDS),
    );
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

/** Uploads from a thread of their own, so that the load is not held up by them. */
async function startUploads(
  to: Pick<Uploading, 'url' | 'token' | 'bytesPerSecond'>,
): Promise<{ stop: () => Promise<number> }> {
  const workerData: Uploading = { ...to, uploaders: UPLOADERS, bytes: FILE_BYTES };
  const worker = new Worker(new URL('./uploader.ts', import.meta.url), { workerData });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const counted = new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return {
    stop: () => {
      worker.postMessage('stop');
      return counted;
    },
  };
}

function table(names: readonly string[], rounds: readonly Round[]): Table {
  const alone = rounds[0]?.p99Ms ?? Number.NaN;
  return {
    title: `Lists of ${LIMIT} for ${READERS} readers, alone and beside ${UPLOADERS} uploads of ${FILE_BYTES / 1_048_576} MB at once, SQLite`,
    columns: ['reads', 'per second', 'p50, ms', 'p99, ms', 'p99 × alone'],
    rows: rounds.map(({ perSecond, p50Ms, p99Ms }, at) => [
      names[at] ?? '',
      Math.round(perSecond),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      (p99Ms / alone).toFixed(2),
    ]),
  };
}
