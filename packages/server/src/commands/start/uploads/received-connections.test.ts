/** That each connection carries one request, and that who is refused while sending gets to read why. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReceivedConnections } from './received-connections.ts';

const IDLE_MS = 100;
const TIMEOUT_MS = 10_000;
const LENGTH = 4_000_000;
const PIECE = Buffer.alloc(LENGTH / 40);
const PAUSE_MS = 5;

let answered = 0;
let idleTold = 0;
let connections: ReceivedConnections;
let door: net.Server;
before(async () => {
  const server = http.createServer((request, response) => {
    answered += 1;
    // Answered at once, whatever is still to come.
    response.writeHead(request.url === '/refused' ? 413 : 200, { 'content-length': 2 }).end('ok');
  });
  const onIdle = () => {
    idleTold += 1;
  };
  connections = new ReceivedConnections(server, { idleMs: IDLE_MS, onIdle });
  door = net.createServer((socket) => {
    connections.take(socket, { head: 'POST /refused HTTP/1.1\r\nHost:a\r\n', body: Buffer.from('X-A:1\r\n') });
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
});
after(() => door.close());

test('a connection closes with its first response', { timeout: TIMEOUT_MS }, async () => {
  const before = answered;
  const socket = await connect();
  socket.write(`Content-Length: 0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n`);
  const response = await text(socket);
  assert.match(response, /^HTTP\/1\.1 413 /);
  assert.match(response, /\r\nconnection: close\r\n/i);
  assert.match(response, /\r\n\r\nok$/, 'and nothing behind it');
  assert.equal(answered, before + 1, 'what stands behind the request is not done');
});

test('who is refused while sending reads the response', { timeout: TIMEOUT_MS }, async () => {
  const socket = await connect();
  const response = text(socket);
  socket.write(`Content-Length: ${LENGTH}\r\n\r\n`);
  for (let sent = 0; sent < LENGTH; sent += PIECE.length) {
    socket.write(PIECE);
    await sleep(PAUSE_MS);
  }
  assert.match(await response, /^HTTP\/1\.1 413 .*ok$/s);
});

test('it is told when there was none for a while, and when the last has ended', { timeout: TIMEOUT_MS }, async () => {
  const before = idleTold;
  const socket = await connect();
  const ended = connections.end();
  await sleep(2 * IDLE_MS);
  assert.equal(idleTold, before, 'while one is open none is missed');
  socket.write('Content-Length: 0\r\n\r\n');
  await text(socket);
  await ended;
  while (idleTold === before) await sleep(PAUSE_MS);
});

async function connect(): Promise<net.Socket> {
  const { port } = door.address() as AddressInfo;
  const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}
