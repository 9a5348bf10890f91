/**
 * That no more than four uploads are read at once, in the order in which they came; that whoever waits is neither slow nor
 * late; and that whoever leaves holds up nobody.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startUploadServer, type UploadClient, type UploadServer } from '../../../test/media/upload-server.ts';

const READ_AT_ONCE = 4;
const MANY = 50;
const FILE_BYTES = 200_000;
const LARGE_FILE_BYTES = 4_000_000;
/** What Node keeps of a body that nobody reads, and a read more. */
const BUFFERED_BYTES_MAX = 150_000;
/** Long enough for a busy machine, on which client and server may both stand still for a while. */
const LOOKED_EVERY_MS = 1_000;
/** Faster than what is too slow. */
const PIECE_BYTES = 2_000;
const PIECE_EVERY_MS = 20;
/** Eight times as long for uploads. */
const REQUEST_TIMEOUT_MS = 500;
/** Longer than both times, by what Node takes to look at its connections. */
const LONG_MS = 4_000;
const POLL_MS = 5;
const WITHIN_MS = 10_000;

let server: UploadServer;
beforeEach(async () => {
  server = await startUploadServer(LOOKED_EVERY_MS);
});
afterEach(() => server.close());

test('50 uploads from slow clients are all taken, no more than four being read at once', async () => {
  const clients = await Promise.all(Array.from({ length: MANY }, () => server.begin(FILE_BYTES)));
  const responses = clients.map(async (client, at) => {
    for (let piece = 0; piece < 5; piece++) {
      client.send(FILE_BYTES / 10);
      await sleep(at % 10);
    }
    return client.finish();
  });
  for (const response of await Promise.all(responses)) assert.match(response, /^HTTP\/1\.1 200 /);
  assert.equal(server.readAtOnceMax(), READ_AT_ONCE);
});

test('uploads are read in the order in which they came', async () => {
  const holders = await holdAllPlaces();
  const clients = await Promise.all(Array.from({ length: MANY }, () => server.begin(FILE_BYTES)));
  const responses = clients.map((client) => client.finish());
  await eventually(() => server.arrivals.length === READ_AT_ONCE + MANY);
  assert.ok(server.reads.length < MANY, 'most of them wait');
  await Promise.all(holders.map((holder) => holder.finish()));
  await Promise.all(responses);
  assert.deepEqual(server.reads, server.arrivals);
});

test('an upload that waits is not read, and neither too slow nor too late', async () => {
  const sockets: Socket[] = [];
  server.app.server.on('connection', (socket) => sockets.push(socket));
  const holders = await holdAllPlaces();
  shortenTimeouts();
  const waiting = await server.begin(LARGE_FILE_BYTES);
  waiting.send(LARGE_FILE_BYTES / 2);
  await sleep(LONG_MS);
  const bytesRead = sockets.at(-1)?.bytesRead ?? Number.NaN;
  assert.ok(bytesRead < BUFFERED_BYTES_MAX, `${bytesRead} bytes were read`);
  await Promise.all(holders.map((holder) => holder.finish()));
  assert.match(await waiting.finish(), /^HTTP\/1\.1 200 /);
});

test('an upload has the time of a request from its turn on, and no more', async () => {
  shortenTimeouts();
  const client = await server.begin(LARGE_FILE_BYTES);
  const stop = client.keepSending(PIECE_BYTES, PIECE_EVERY_MS);
  const response = await client.response.finally(stop);
  assert.match(response, /^HTTP\/1\.1 408 .*did not arrive in time/s);
  assert.match(response, /\r\nx-request-id: req_\w+\r\nx-cms-version: 1\r\n/);
  client.socket.destroy();
});

test('the time of a connection that has had an upload is watched as before', async () => {
  const client = await server.begin(FILE_BYTES);
  client.send(FILE_BYTES);
  client.socket.write('\r\n--b--\r\n');
  assert.match(await client.response, /^HTTP\/1\.1 200 /);
  shortenTimeouts();
  client.socket.write(
    'POST /none HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  );
  await untilRefusedForTime(client.socket);
  client.socket.destroy();
});

test('uploads that are too slow lose their places to those that wait', async () => {
  const slow = await Promise.all(Array.from({ length: READ_AT_ONCE }, () => server.begin(FILE_BYTES)));
  await sleep(PIECE_EVERY_MS);
  const waiting = await server.begin(FILE_BYTES);
  const response = waiting.finish();
  for (const client of slow) assert.match(await client.response, /^HTTP\/1\.1 408 .*10000 bytes a second/s);
  assert.match(await response, /^HTTP\/1\.1 200 /);
});

test('an upload whose client leaves while it waits is over at once', async () => {
  const holders = await holdAllPlaces();
  const leaving = await server.begin(FILE_BYTES);
  await sleep(PIECE_EVERY_MS);
  const next = await server.begin(FILE_BYTES);
  const response = next.finish();
  assert.equal(server.handled(), 0);
  leaving.socket.destroy();
  await eventually(() => server.handled() === 1);
  await holders[0]?.finish();
  assert.match(await response, /^HTTP\/1\.1 200 /);
  await Promise.all(holders.slice(1).map((holder) => holder.finish()));
});

test('clients that leave while their sockets are paused hold up nobody', async () => {
  const holders = await holdAllPlaces();
  const leaving = await Promise.all(Array.from({ length: MANY }, () => server.begin(LARGE_FILE_BYTES)));
  for (const client of leaving) client.send(LARGE_FILE_BYTES / 2);
  await sleep(LOOKED_EVERY_MS);
  const next = await server.begin(FILE_BYTES);
  const response = next.finish();
  for (const client of leaving) client.socket.destroy();
  await holders[0]?.finish();
  assert.match(await response, /^HTTP\/1\.1 200 /);
  await Promise.all(holders.slice(1).map((holder) => holder.finish()));
  await eventually(() => server.handled() === MANY + READ_AT_ONCE + 1 && server.filesLeft() === 0);
});

/** Begins as many uploads as are read at once; each goes on fast enough until it is finished. */
async function holdAllPlaces(): Promise<readonly Pick<UploadClient, 'finish'>[]> {
  const holders: Pick<UploadClient, 'finish'>[] = [];
  for (let held = 0; held < READ_AT_ONCE; held++) {
    const client = await server.begin(LARGE_FILE_BYTES);
    const stop = client.keepSending(PIECE_BYTES, PIECE_EVERY_MS);
    holders.push({
      finish: () => {
        stop();
        return client.finish();
      },
    });
  }
  await eventually(() => server.filesLeft() === READ_AT_ONCE);
  return holders;
}

/** Node takes the longer one of the two for whole requests. */
function shortenTimeouts(): void {
  server.app.server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.app.server.requestTimeout = REQUEST_TIMEOUT_MS;
}

async function untilRefusedForTime(socket: Socket): Promise<void> {
  let text = '';
  while (!/HTTP\/1\.1 408 .*did not arrive in time/s.test(text)) {
    const [chunk] = await once(socket, 'data', { signal: AbortSignal.timeout(WITHIN_MS) });
    text += chunk;
  }
}

async function eventually(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!holds()) {
    assert.ok(Date.now() < deadline, holds.toString());
    await sleep(POLL_MS);
  }
}
