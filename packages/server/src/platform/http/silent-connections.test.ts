/** A server that closes lets a connection send its first request, and closes the others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spareSilentConnections } from './silent-connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const SWEEP_MS = 20;
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

async function start(): Promise<Server> {
  const server = createServer((_request, response) => response.end('ok'));
  spareSilentConnections(server);
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

async function close(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
}
