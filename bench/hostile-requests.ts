/**
 * The hostile requests of one tenant, each within what a client may send, over and over on lanes of their own. They come
 * from an address of their own, so that what bounds an address does not bound the tenant beside them.
 */
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { formOf } from '../packages/server/test/form.ts';
import { field, makeMagazine, makeScene, type Scene } from '../packages/server/test/scene.ts';

const ADDRESS = '127.0.0.2';
const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';
const LARGE_ENTRIES = 40;
const LARGE_BYTES = 900_000;
const LARGE_PAGE = 10;
const HUGE_PICTURE = { width: 9_900, height: 9_900, channels: 3, background: '#235' } as const;
const PICTURE_WIDTHS = 115;
const IDLE_CONNECTIONS = 2_000;
const UNREAD_CONNECTIONS = 20;
const HELD_MS = 5_000;
const PAUSE_MS = 5;
const PARALLEL_TRIES = 50;

/** An attack: sends its requests and waits for what comes of them. */
export type Attack = () => Promise<unknown>;

interface Shot {
  readonly method: string;
  readonly path: string;
  readonly token?: string | null;
  readonly body?: string | Buffer;
  readonly type?: string;
}

/** A tenant whose content is made and has been read once, and who attacks nobody yet. */
export interface Besieger {
  /** Starts so many attacks at a time. */
  attack(lanes: number): Siege;
}

/** The lanes of attacks until `stop`. */
export interface Siege {
  /** Attacks by their outcome: statuses, and `none` where the connection ended first. */
  readonly outcomes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Makes the tenant with what it attacks. */
export async function prepareBesieger(url: string): Promise<Besieger> {
  const outcomes = new Map<string, number>();
  const attacks = await attacksOn(url, (outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  return { attack: (lanes) => siege(attacks, outcomes, lanes) };
}

function siege(attacks: readonly Attack[], outcomes: ReadonlyMap<string, number>, lanes: number): Siege {
  let turn = 0;
  let isOver = false;
  const running = Array.from({ length: lanes }, async () => {
    while (!isOver) {
      await attacks[turn++ % attacks.length]?.();
      await sleep(PAUSE_MS);
    }
  });
  return {
    outcomes,
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

async function attacksOn(url: string, note: (outcome: string) => void): Promise<Attack[]> {
  const scene = await makeScene(url);
  await makeMagazine(scene);
  await makeLargeEntries(scene);
  await readLargeEntries(scene);
  const picture = await uploadPicture(scene);
  const { base, read } = scene;
  const [owner, reader] = [scene.owner.token, scene.delivery.token];
  const fire = async (shot: Shot) => note(await shoot(url, shot));
  const post = (path: string, body: string, type = JSON_TYPE, token: string | null = owner) =>
    fire({ method: 'POST', path, token, body, type });
  const ones = '1\n'.repeat(4_190_000);
  const lines = '{}\n'.repeat(50_000);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, n])));
  const conditions = Array.from({ length: 97 }, (_, n) => `fields.author.name[ne]=${n}`).join('&');
  const patterns = Array.from({ length: 30 }, (_, n) =>
    field(`f${n}`, 'text', { validations: { pattern: `a[ab]{29${n % 10}}c` } }),
  );
  const vector = `<svg xmlns="http://www.w3.org/2000/svg" width="${'9'.repeat(40_000)}" height="1"/>`;
  const form = await formOf([['file', { name: 'wide.svg', bytes: vector, type: 'image/svg+xml' }]]);
  const stranger = (n: number) => JSON.stringify({ email: `nobody-${n}@example.com`, password: 'a wrong password' });
  let serial = 0;
  return [
    () => post(`${base}/import`, ones, LINES_TYPE),
    () => post(`${base}/import`, lines, LINES_TYPE),
    () => post('/auth/login', wide, JSON_TYPE, null),
    () => post('/auth/signup', wide, JSON_TYPE, null),
    () => post(`${base}/content-types`, JSON.stringify({ name: `P${serial++}`, fields: patterns })),
    () => fire({ method: 'GET', path: `${read}/entries?content_type=heavy&limit=1000`, token: reader }),
    () => fire({ method: 'GET', path: `${base}/entries?content_type=heavy&limit=1000`, token: owner }),
    () => unread(url, `${read}/entries?content_type=heavy&limit=12&n=`, String(reader)),
    () => many((n) => post('/auth/login', stranger(n), JSON_TYPE, null)),
    () => many((n) => post('/auth/forgot-password', JSON.stringify({ email: `n${n}@example.com` }), JSON_TYPE, null)),
    () =>
      post(`${base}/entries`, `{"content_type_id":"heavy","fields":{"data":{"a":${'1e999,"b":'.repeat(40_000)}1}}}`),
    () => fire({ method: 'GET', path: `${read}/entries?content_type=article&${conditions}`, token: reader }),
    () =>
      many((n) => fire({ method: 'GET', path: `${picture}?w=${1_000 + ((serial++ + n) % PICTURE_WIDTHS)}&fm=avif` })),
    () =>
      fire({
        method: 'POST',
        path: `${base}/media`,
        token: owner,
        body: form.raw,
        type: String(form.headers['content-type']),
      }),
    () => idle(url),
  ];
}

async function makeLargeEntries({ owner, base }: Scene): Promise<void> {
  const fields = [field('title', 'string'), field('data', 'json')];
  await owner.post(`${base}/content-types`, { api_id: 'heavy', name: 'Heavy', display_field: 'title', fields }, 201);
  for (let n = 0; n < LARGE_ENTRIES; n++) {
    const entry = { content_type_id: 'heavy', fields: { title: `${n}`, data: { text: 'x'.repeat(LARGE_BYTES) } } };
    const id = (await owner.post(`${base}/entries`, entry, 201)).string('id');
    await owner.post(`/entries/${id}/publish`, undefined, 200);
  }
}

/** Each once, as a site would: what the service caches of them is no growth. */
async function readLargeEntries({ delivery, read }: Scene): Promise<void> {
  for (let skip = 0; skip < LARGE_ENTRIES; skip += LARGE_PAGE)
    await delivery.get(`${read}/entries?content_type=heavy&limit=${LARGE_PAGE}&skip=${skip}`, 200);
}

/** @returns the URL path of a picture of 98 megapixels */
async function uploadPicture({ owner, base }: Scene): Promise<string> {
  const bytes = await sharp({ create: HUGE_PICTURE }).png({ compressionLevel: 9 }).toBuffer();
  const form = await formOf([['file', { name: 'huge.png', bytes, type: 'image/png' }]]);
  const asset = await owner.send('POST', `${base}/media`, form);
  return new URL(asset.string('url')).pathname;
}

async function many(one: (n: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: PARALLEL_TRIES }, (_, n) => one(n)));
}

/** Sends a request, drops the response as it comes, and says how it ended. */
function shoot(url: string, { method, path, token = null, body, type }: Shot): Promise<string> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const request = http.request(url + path, { method, headers, localAddress: ADDRESS, agent: false }, (response) => {
      response.resume();
      response.once('close', () => resolve(String(response.statusCode)));
    });
    request.once('error', () => resolve('none'));
    request.end(body);
  });
}

/** Requests large responses that it never reads. */
function unread(url: string, path: string, token: string): Promise<void> {
  return holding(url, UNREAD_CONNECTIONS, (socket, n) => {
    socket.pause();
    socket.write(`GET ${path}${n} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  });
}

/** Opens connections and sends nothing. */
function idle(url: string): Promise<void> {
  return holding(url, IDLE_CONNECTIONS, () => undefined);
}

/** Holds connections for a while. */
async function holding(url: string, count: number, onConnect: (socket: net.Socket, n: number) => void): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: ADDRESS });
    socket.once('connect', () => onConnect(socket, n));
    socket.once('error', () => socket.destroy());
    return socket;
  });
  await sleep(HELD_MS);
  for (const socket of sockets) socket.destroy();
}
