/** A server that closes lets connections send what is on its way, tells them that it ends, and closes the others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { OpenConnections } from './open-connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const SWEEP_MS = 20;
const QUIET_MS = 300;
const WAITING = 40;
const TIMEOUT_MS = 10_000;

test('a new connection still gets its response while the server closes', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const socket = await open(server);
  const closed = close(server);
  await sleep(3 * SWEEP_MS);
  socket.write(REQUEST);
  const [response] = await once(socket, 'data');
  assert.match(String(response), /^HTTP\/1\.1 200 /);
  await Promise.all([once(socket, 'close'), closed]);
});

test('connections that were served are closed at once', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const socket = await open(server);
  socket.write(REQUEST);
  await once(socket, 'data');
  const startedAt = performance.now();
  await Promise.all([once(socket, 'close'), close(server)]);
  assert.ok(performance.now() - startedAt < 1_000);
});

test('a connection that never sends anything does not hold up the end', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const socket = await open(server);
  await Promise.all([once(socket, 'close'), close(server)]);
});

test('once the end is announced, each response ends its connection, those under way too', {
  timeout: TIMEOUT_MS,
}, async () => {
  const underWay = Promise.withResolvers<void>();
  const server = await start((_request, response) => void underWay.promise.then(() => response.end('ok')));
  const connections = openConnections.get(server);
  const [early, late] = [await open(server), await open(server)];
  early.write(REQUEST);
  await once(server, 'request');
  connections?.announceEnd(QUIET_MS);
  late.write(REQUEST);
  await once(server, 'request');
  underWay.resolve();
  for (const socket of [early, late]) {
    assert.match(String(await all(socket)), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n/);
  }
  await close(server);
});

test('clients that keep a connection get time to ask once more, and no longer', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const connections = openConnections.get(server) as OpenConnections;
  await connections.untilTold(TIMEOUT_MS);
  const socket = await open(server);
  connections.announceEnd(QUIET_MS);
  const startedAt = performance.now();
  await connections.untilTold(QUIET_MS);
  const waitedMs = performance.now() - startedAt;
  assert.ok(waitedMs >= QUIET_MS, `it waited ${waitedMs} ms`);
  const told = connections.untilTold(TIMEOUT_MS);
  socket.write(REQUEST);
  assert.match(String(await all(socket)), /Connection: close/);
  await told;
  await close(server);
});

test('a connection that was just used may send its next request', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const [used, unused] = [await open(server), await open(server)];
  for (const socket of [used, unused]) {
    socket.write(REQUEST);
    assert.match(String((await once(socket, 'data'))[0]), /Connection: keep-alive/);
  }
  const startedAt = performance.now();
  openConnections.get(server)?.announceEnd(QUIET_MS);
  await openConnections.get(server)?.stopListening();
  const closed = close(server);
  await sleep(QUIET_MS / 2);
  used.write(REQUEST);
  assert.match(String(await all(used)), /Connection: close/);
  assert.equal(String(await all(unused)), '');
  const quietMs = performance.now() - startedAt;
  assert.ok(quietMs >= QUIET_MS, `closed after ${quietMs} ms`);
  await closed;
});

test('a request that came while the process was busy gets its response', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const socket = await open(server);
  socket.write(REQUEST);
  await once(socket, 'data');
  openConnections.get(server)?.announceEnd(QUIET_MS);
  const closed = close(server);
  // Timers are what comes next, and what waits to be read only after them.
  await turn();
  socket.write(REQUEST);
  for (const busyUntil = performance.now() + 2 * QUIET_MS; performance.now() < busyUntil; );
  assert.match(String(await all(socket)), /^HTTP\/1\.1 200 /);
  await closed;
});

test('connections that the system has accepted are served when listening ends', { timeout: TIMEOUT_MS }, async () => {
  const server = await start();
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: WAITING }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const responses = sockets.map((socket) => all(socket));
  await once(sockets[0] as Socket, 'connect');
  openConnections.get(server)?.announceEnd(QUIET_MS);
  const ended = openConnections.get(server)?.stopListening();
  for (const socket of sockets) socket.write(REQUEST);
  for (const response of await Promise.all(responses)) assert.match(String(response), /^HTTP\/1\.1 200 /);
  await ended;
  await close(server);
});

const openConnections = new WeakMap<Server, OpenConnections>();

async function start(respond: RequestListener = (_request, response) => void response.end('ok')): Promise<Server> {
  const server = createServer(respond);
  openConnections.set(server, new OpenConnections(server));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function open(server: Server): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

/** All that comes until the connection ends. */
async function all(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function close(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
}
