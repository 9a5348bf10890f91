/**
 * That no more than four uploads are read at once, in the order in which they came; that whoever waits is neither slow nor
 * late; and that whoever leaves holds up nobody.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../../testing/src/until.ts';
import { startUploadServer, type UploadClient, type UploadServer } from '../../../test/content/media/upload-server.ts';
import { REQUEST_TIMEOUT_CODE } from '../../platform/http/request-timeout.ts';

const READ_AT_ONCE = 4;
const MANY = 50;
const FILE_BYTES = 200_000;
const LARGE_FILE_BYTES = 4_000_000;
/** What Node keeps of a body that nobody reads, and a read more. */
const BUFFERED_BYTES_MAX = 150_000;
const REQUEST_TIMEOUT_MS = 20;
/** What an upload has from its turn on, of which a timer that began before is over. */
const UPLOAD_TIMEOUT_MS = 8 * REQUEST_TIMEOUT_MS;

let server: UploadServer;
beforeEach(async () => {
  server = await startUploadServer();
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
  await until(() => server.arrivals.length === READ_AT_ONCE + MANY);
  assert.equal(server.reads.length, READ_AT_ONCE);
  await Promise.all(holders.map((holder) => holder.finish()));
  await Promise.all(responses);
  assert.deepEqual(server.reads, server.arrivals);
});

test('an upload that waits is not read, and neither too slow nor too late', async () => {
  const holders = await holdAllPlaces();
  const { requestTimeout } = server.app.server;
  shortenTimeout();
  const waiting = await server.begin(LARGE_FILE_BYTES);
  waiting.send(LARGE_FILE_BYTES / 2);
  await until(() => server.stopped() === 1);
  assert.equal(server.looks().length, READ_AT_ONCE, 'its pace is not looked at');
  timeOut(server.newest());
  await sleep(UPLOAD_TIMEOUT_MS);
  assert.ok(server.received() < BUFFERED_BYTES_MAX, `${server.received()} bytes were read`);
  server.app.server.requestTimeout = requestTimeout;
  await Promise.all(holders.map((holder) => holder.finish()));
  assert.match(await waiting.finish(), /^HTTP\/1\.1 200 /);
});

test('an upload has the time of a request from its turn on, and no more', async () => {
  shortenTimeout();
  const client = await server.begin(LARGE_FILE_BYTES);
  const response = await client.response;
  assert.match(response, /^HTTP\/1\.1 408 .*did not arrive in time/s);
  assert.match(response, /\r\nx-request-id: req_\w+\r\nx-cms-version: 1\r\n/);
});

test('the time of a connection that has had an upload is watched as before', async () => {
  const client = await server.begin(FILE_BYTES);
  client.send(FILE_BYTES);
  client.socket.write('\r\n--b--\r\n');
  assert.match(await client.response, /^HTTP\/1\.1 200 /);
  let text = '';
  client.socket.on('data', (bytes) => {
    text += bytes;
  });
  const before = server.received();
  client.socket.write(
    'POST /none HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  );
  await until(() => server.received() > before);
  timeOut(server.newest());
  await until(() => /HTTP\/1\.1 408 .*did not arrive in time/s.test(text));
});

test('uploads that are too slow lose their places to those that wait', async () => {
  const slow = await holdAllPlaces();
  const waiting = await server.begin(FILE_BYTES);
  await until(() => server.arrivals.length === READ_AT_ONCE + 1);
  const looks = server.looks();
  await until(() => {
    for (const look of looks) look();
    return server.handled() === READ_AT_ONCE;
  });
  for (const client of slow) assert.match(await client.response, /^HTTP\/1\.1 408 .*10000 bytes a second/s);
  assert.match(await waiting.finish(), /^HTTP\/1\.1 200 /);
});

test('an upload whose client leaves while it waits is over at once', async () => {
  const holders = await holdAllPlaces();
  const leaving = await server.begin(FILE_BYTES);
  await until(() => server.arrivals.length === READ_AT_ONCE + 1);
  const next = await server.begin(FILE_BYTES);
  const response = next.finish();
  await until(() => server.arrivals.length === READ_AT_ONCE + 2);
  assert.equal(server.handled(), 0);
  leaving.socket.destroy();
  await until(() => server.handled() === 1);
  await holders[0]?.finish();
  assert.match(await response, /^HTTP\/1\.1 200 /);
  await Promise.all(holders.slice(1).map((holder) => holder.finish()));
});

test('clients that leave while their sockets are paused hold up nobody', async () => {
  const holders = await holdAllPlaces();
  const leaving = await Promise.all(Array.from({ length: MANY }, () => server.begin(LARGE_FILE_BYTES)));
  for (const client of leaving) client.send(LARGE_FILE_BYTES / 2);
  await until(() => server.stopped() === MANY);
  const next = await server.begin(FILE_BYTES);
  const response = next.finish();
  for (const client of leaving) client.socket.destroy();
  await holders[0]?.finish();
  assert.match(await response, /^HTTP\/1\.1 200 /);
  await Promise.all(holders.slice(1).map((holder) => holder.finish()));
  await until(() => server.handled() === MANY + READ_AT_ONCE + 1 && server.filesLeft() === 0);
});

/** Begins as many uploads as are read at once. */
async function holdAllPlaces(): Promise<readonly UploadClient[]> {
  const holders = await Promise.all(Array.from({ length: READ_AT_ONCE }, () => server.begin(LARGE_FILE_BYTES)));
  for (const holder of holders) holder.send(1);
  await until(() => server.filesLeft() === READ_AT_ONCE);
  return holders;
}

function shortenTimeout(): void {
  server.app.server.requestTimeout = REQUEST_TIMEOUT_MS;
}

/** What Node does where a request on a connection has taken longer than it may. */
function timeOut(socket: Socket): void {
  server.app.server.emit('clientError', Object.assign(new Error('late'), { code: REQUEST_TIMEOUT_CODE }), socket);
}
