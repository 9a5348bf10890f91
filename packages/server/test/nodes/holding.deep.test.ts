/** What one client may hold: connections and streams of an address, requests in flight and streams of a key and of a client behind a proxy. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { given, magazine, makeKey, publishNew } from '../../../testing/src/given.ts';
import { onEachEngine, type Stage } from '../../../testing/src/on-each-engine.ts';

/** Fewer than the system keeps waiting by default (`net.core.somaxconn`), and more than it does for Node by default. */
const BURST = 1_000;
/** What the system did not take would take a second, which is many more turns. */
const BURST_TURNS = 300;
const IDLE = 2_000;
const AT_ONCE = 50;
const PER_ADDRESS = 256;
const PER_KEY = 500;
const FEW = 4;
const STREAMS_PER_KEY = 1_000;
const STREAMS_PER_ADDRESS = 1_010;
/** As few as the service takes. */
const DATABASE_CONNECTIONS = 4;
const sockets: Socket[] = [];

interface Opened {
  readonly socket: Socket;
  /** What came so far. */
  readonly text: () => string;
}

/** A connection from an address of this machine. */
async function open(stage: Stage, localAddress: string, bytes = ''): Promise<Opened> {
  const { hostname, port } = new URL(stage.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return { socket, text: () => text };
}

/** Sends a request; gives the response. */
async function exchange(stage: Stage, localAddress: string, bytes: string): Promise<string> {
  const { socket, text } = await open(stage, localAddress, bytes);
  if (!socket.closed) await once(socket, 'close');
  return text();
}

/** A request whose body never comes. */
const unfinished = (token: string, more = '') =>
  `POST /spaces HTTP/1.1\r\nHost: lectern\r\nAuthorization: Bearer ${token}\r\n${more}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{`;
const bearer = (token: string) => `Authorization: Bearer ${token}\r\n`;
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: lectern\r\n${more}Connection: close\r\n\r\n`;

afterEach(async () => {
  const closing = sockets.splice(0).filter(({ closed }) => !closed);
  await Promise.all(
    closing.map((socket) => {
      socket.destroy();
      return once(socket, 'close');
    }),
  );
});

/** Waits until the service has seen what was sent. */
async function settled(count: () => number, expected: number): Promise<void> {
  for (let tries = 0; tries < 400 && count() !== expected; tries++) await new Promise((next) => setTimeout(next, 25));
  assert.equal(count(), expected);
}

onEachEngine('a burst of connections', (stage) => {
  it('is taken by the system at once, before the service gets to any of them', async () => {
    const { hostname, port } = new URL(stage.url);
    let connected = 0;
    for (let count = 0; count < BURST; count++) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${1 + (count % 10)}` });
      sockets.push(socket.on('error', () => undefined));
      socket.on('connect', () => {
        connected += 1;
      });
    }
    for (let turns = 0; turns < BURST_TURNS && connected < BURST; turns++) await nextTurn();
    assert.equal(connected, BURST);
  });
});

onEachEngine('connections of one address', (stage) => {
  it(`shut nobody out, however many are idle`, { timeout: 60_000 }, async () => {
    const idle: Opened[] = [];
    while (idle.length < IDLE)
      idle.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(stage, '127.0.0.1')))));
    await settled(() => idle.filter(({ socket }) => !socket.closed).length, PER_ADDRESS);
    // On a slow machine, the first ones have been idle for too long by now, and are told so.
    const refusal = idle.map(({ text }) => text()).find((text) => text.startsWith('HTTP/1.1 429')) ?? '';
    assert.match(refusal, /^HTTP\/1\.1 429 Too Many Requests\r\n/);
    assert.match(refusal, /retry-after: 1\r\n/);
    assert.match(refusal, /"code":"api_quota_exceeded".*"scope":"connections"/);
    assert.match(await exchange(stage, '127.0.0.2', get('/healthz')), /^HTTP\/1\.1 200/);
    idle.find(({ socket }) => !socket.closed)?.socket.destroy();
    let again = '';
    for (let tries = 0; tries < 100 && !again.startsWith('HTTP/1.1 200'); tries++)
      again = await exchange(stage, '127.0.0.1', get('/healthz'));
    assert.match(again, /^HTTP\/1\.1 200/, 'its place was given back');
  });
});

onEachEngine(
  'requests of one key',
  (stage) => {
    it('are bounded while they are in flight', { timeout: 60_000 }, async () => {
      const scene = await given(stage.url);
      const token = scene.management.token ?? '';
      const held: Opened[] = [];
      for (let number = 0; number < PER_KEY; number++) held.push(await open(stage, '127.0.0.1', unfinished(token)));
      const path = `${scene.base}/entries`;
      const refused = await exchange(stage, '127.0.0.1', get(path, bearer(token)));
      assert.match(refused, /^HTTP\/1\.1 429[\s\S]*"scope":"key"/);
      const other = (await makeKey(scene.owner, scene.spaceId, { kind: 'management' })).token ?? '';
      assert.match(await exchange(stage, '127.0.0.1', get(path, bearer(other))), /^HTTP\/1\.1 200/);
      for (const { socket } of held.slice(0, 10)) socket.destroy();
      await settled(() => held.filter(({ socket }) => socket.closed).length, 10);
      assert.match(await exchange(stage, '127.0.0.1', get(path, bearer(token))), /^HTTP\/1\.1 200/);
    });
  },
  { LECTERN_CONNECTIONS_PER_ADDRESS: '1000' },
);

onEachEngine(
  'streams of changes',
  (stage) => {
    it('count for their key and their address, and hold no connection to the database', {
      timeout: 120_000,
    }, async () => {
      const { owner, spaceId, base, read, delivery } = await given(stage.url, { types: magazine });
      const [site, token] = ['127.0.0.3', delivery.token ?? ''];
      const streams: Opened[] = [];
      const have = (event: string) => streams.filter(({ text }) => text().includes(`event: ${event}\n`)).length;
      const listen = async (own: string, count: number) => {
        for (let left = count; left > 0; left -= 1) {
          streams.push(await open(stage, site, get(`${read}/live`, bearer(own))));
          if (streams.length % AT_ONCE === 0) await settled(() => have('ready'), streams.length);
        }
        await settled(() => have('ready'), streams.length);
      };
      await listen(token, STREAMS_PER_KEY);
      const refused = await exchange(stage, site, get(`${read}/live`, bearer(token)));
      assert.match(refused, /^HTTP\/1\.1 503[\s\S]*one key may have 1000/);
      const other = (await makeKey(owner, spaceId, { kind: 'delivery' })).token ?? '';
      await listen(other, STREAMS_PER_ADDRESS - STREAMS_PER_KEY);
      assert.match(await exchange(stage, site, get('/healthz')), /^HTTP\/1\.1 429[\s\S]*"scope":"connections"/);
      assert.match(await exchange(stage, '127.0.0.4', get('/healthz')), /^HTTP\/1\.1 200/);
      const author = (name: number) => ({ content_type_id: 'author', fields: { name: `Author ${name}` } });
      await Promise.all(
        Array.from({ length: DATABASE_CONNECTIONS * 5 }, (_, name) => publishNew(owner, base, author(name))),
      );
      await settled(() => have('change'), streams.length);
      assert.equal(streams.filter(({ socket }) => socket.closed).length, 0);
    });
  },
  {
    LECTERN_CONNECTIONS_PER_ADDRESS: String(STREAMS_PER_ADDRESS),
    LECTERN_DATABASE_CONNECTIONS: String(DATABASE_CONNECTIONS),
  },
);

onEachEngine(
  'clients of a trusted proxy',
  (stage) => {
    it('are counted by their requests in flight, not by the connections of the proxy', async () => {
      const scene = await given(stage.url);
      const client = (address: string) => `X-Forwarded-For: ${address}\r\n`;
      const token = scene.management.token ?? '';
      for (let number = 0; number < FEW; number++)
        await open(stage, '127.0.0.1', unfinished(token, client('192.0.2.1')));
      const refused = await exchange(stage, '127.0.0.1', get('/healthz', client('192.0.2.1')));
      assert.match(refused, /^HTTP\/1\.1 429[\s\S]*"scope":"address"/);
      for (let number = 0; number < FEW * 2; number++)
        assert.match(await exchange(stage, '127.0.0.1', get('/healthz', client('192.0.2.2'))), /^HTTP\/1\.1 200/);
    });

    it('are counted by their streams too', async () => {
      const { read, delivery } = await given(stage.url);
      const ask = (path: string) => get(path, `X-Forwarded-For: 192.0.2.3\r\n${bearer(delivery.token ?? '')}`);
      const streams: Opened[] = [];
      while (streams.length < FEW) streams.push(await open(stage, '127.0.0.1', ask(`${read}/live`)));
      await settled(() => streams.filter(({ text }) => text().includes('event: ready')).length, FEW);
      assert.match(await exchange(stage, '127.0.0.1', ask(`${read}/live`)), /^HTTP\/1\.1 429[\s\S]*"scope":"address"/);
    });
  },
  { LECTERN_CONNECTIONS_PER_ADDRESS: String(FEW), LECTERN_TRUSTED_PROXIES: '127.0.0.1' },
);
