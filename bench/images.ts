/**
 * Images: the first time beside bare sharp in this process, repeated beside a server that streams the same file, and
 * how image jobs affect readers of content.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { Actor } from '../packages/server/test/client.ts';
import { formOf } from '../packages/server/test/form.ts';
import { makeMagazine, makeScene, publishNew, type Scene } from '../packages/server/test/scene.ts';
import { readBytes } from './load.ts';
import { type Server, startService, startStatic } from './processes.ts';
import type { Table } from './report.ts';
import { inTurn, measure, median, percent, type Round } from './rounds.ts';

const PHOTO = { width: 4_000, height: 3_000 };
const DETAIL = 8;
const TRIES = 9;
const CLIENTS = 16;
const MAKERS = 4;
const ROUNDS = 3;
const ARTICLES = 50;

/** How each size is made without the service: the same decoder, encoder and effort. */
const sizes: Readonly<Record<string, { width: number; encode: (image: Sharp) => Sharp }>> = {
  'w=200&fm=jpg': { width: 200, encode: (image) => image.jpeg({ quality: 80 }) },
  'w=800&fm=webp': { width: 800, encode: (image) => image.webp({ quality: 75 }) },
  'w=800&fm=avif': { width: 800, encode: (image) => image.avif({ quality: 50, effort: 2 }) },
  'w=2000&fm=webp': { width: 2_000, encode: (image) => image.webp({ quality: 75 }) },
  'w=2000&fm=avif': { width: 2_000, encode: (image) => image.avif({ quality: 50, effort: 0 }) },
};

interface Stage {
  readonly service: Server;
  readonly scene: Scene;
  /** Path of the photograph. */
  readonly photo: string;
  readonly folder: string;
  readonly roundMs: number;
}

/** Measures all of it on a service of its own. */
export async function measureImages(folder: string, roundMs: number): Promise<Table[]> {
  const place = path.join(folder, 'images');
  mkdirSync(place, { recursive: true });
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  try {
    const scene = await makeScene(service.url);
    const photo = await uploadPhoto(scene, path.join(place, 'photo.jpg'));
    const stage = { service, scene, photo, folder: place, roundMs };
    return [await firstTimeTable(stage), await repeatedTable(stage), await readersTable(stage)];
  } finally {
    await service.close();
  }
}

/** Something like a photograph: soft shapes with some grain, 12 megapixels. */
async function uploadPhoto(scene: Scene, file: string): Promise<string> {
  const [width, height] = [PHOTO.width / DETAIL, PHOTO.height / DETAIL];
  const grain = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 7_919 * (n % 13)) % 256));
  const image = sharp(grain, { raw: { width, height, channels: 3 } }).blur(2);
  const bytes = await image.resize(PHOTO.width, PHOTO.height).jpeg({ quality: 88 }).toBuffer();
  writeFileSync(file, bytes);
  const response = await scene.owner.send(
    'POST',
    `${scene.base}/media`,
    await formOf([['file', { name: 'photo.jpg', bytes }]]),
  );
  return new URL(response.string('url')).pathname;
}

async function firstTimeTable(stage: Stage): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const [search, { width, encode }] of Object.entries(sizes)) {
    const [own, bare]: [number[], number[]] = [[], []];
    for (let count = 0; count < TRIES; count++) {
      // A new size each time, and the same for both.
      const wide = width + count + 1;
      own.push(await timed(() => fetchImage(stage, search.replace(/w=\d+/, `w=${wide}`))));
      bare.push(await timed(() => renderBare(stage, wide, encode)));
    }
    rows.push([search, Math.round(median(own)), Math.round(median(bare)), percent(median(own) / median(bare))]);
  }
  return {
    title: 'Images of 12 megapixels, first time',
    columns: ['what', 'service ms', 'bare sharp ms', 'of it'],
    rows,
  };
}

async function fetchImage({ service, photo }: Stage, search: string): Promise<Buffer> {
  const response = await fetch(`${service.url}${photo}?${search}`);
  if (response.status !== 200) throw new Error(`${search} got status ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

async function renderBare({ folder }: Stage, width: number, encode: (image: Sharp) => Sharp): Promise<void> {
  const image = sharp(path.join(folder, 'photo.jpg')).autoOrient().resize(width);
  await encode(image).toFile(path.join(folder, 'bare-result'));
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function repeatedTable(stage: Stage): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const search of ['w=200&fm=jpg', 'w=800&fm=webp', '']) {
    const file = path.join(stage.folder, 'static-file');
    const bytes = await fetchImage(stage, search);
    writeFileSync(file, bytes);
    const yardstick = await startStatic(file);
    try {
      const request = readBytes(`${stage.photo}${search === '' ? '' : `?${search}`}`, '');
      const round = (server: Server) =>
        measure(server, { clients: CLIENTS, durationMs: stage.roundMs, next: () => request });
      const sides = [stage.service, yardstick].map((server) => ({ name: search, round: () => round(server) }));
      const [own, other] = await inTurn(sides, ROUNDS);
      if (own !== undefined && other !== undefined) rows.push(repeatedRow(search, bytes.length, own, other));
    } finally {
      await yardstick.close();
    }
  }
  const columns = ['what', 'KB', 'service /s', 'file server /s', 'of it', 'CPU µs', 'file server CPU µs', 'p99 ms'];
  return { title: `Images again, ${CLIENTS} clients`, columns, rows };
}

function repeatedRow(search: string, bytes: number, own: Round, other: Round): (string | number)[] {
  return [
    search === '' ? 'the original' : search,
    Math.round(bytes / 1_000),
    Math.round(own.perSecond),
    Math.round(other.perSecond),
    percent(own.perSecond / other.perSecond),
    Math.round(own.cpuUs),
    Math.round(other.cpuUs),
    own.p99Ms.toFixed(1),
  ];
}

/** Readers of a list that is never cached, alone and while new sizes are made without a pause. */
async function readersTable(stage: Stage): Promise<Table> {
  const { scene, service, roundMs } = stage;
  await makeMagazine(scene);
  for (let count = 0; count < ARTICLES; count++)
    await publishNew(scene.owner, scene.base, { content_type_id: 'article', fields: { title: `Article ${count}` } });
  let asked = 0;
  const next = () =>
    readBytes(`${scene.read}/entries?limit=25&skip=${asked++ % 25}&order=title`, scene.delivery.token ?? '');
  const read = () => measure(service, { clients: MAKERS, durationMs: roundMs, next });
  await read();
  const whileMaking = async () => {
    const making = startMaking(stage);
    const round = await read();
    return { ...round, made: await making.stop() };
  };
  const alone = await read();
  const beside = await whileMaking();
  const row = (what: string, round: Round, made: string | number) => [
    what,
    Math.round(round.perSecond),
    round.p50Ms.toFixed(2),
    round.p99Ms.toFixed(2),
    made,
  ];
  return {
    title: `Readers of lists beside ${MAKERS} clients that request new images`,
    columns: ['what', 'reads /s', 'p50 ms', 'p99 ms', 'images made'],
    rows: [row('alone', alone, ''), row('beside', beside, beside.made)],
  };
}

/** Requests new sizes until told to stop; returns how many there were. */
function startMaking({ service, photo }: Stage): { stop: () => Promise<number> } {
  let isOver = false;
  let made = 0;
  const reader = new Actor(service.url, null);
  const maker = async (client: number) => {
    while (!isOver) {
      made += 1;
      await reader.get(`${photo}?w=${300 + made * MAKERS + client}&fm=webp`, 200);
    }
  };
  const making = Promise.all(Array.from({ length: MAKERS }, (_, client) => maker(client)));
  return {
    stop: async () => {
      isOver = true;
      await making;
      return made;
    },
  };
}
