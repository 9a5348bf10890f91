/** A server that closes lets connections send what is on its way, tells them that it ends, and closes the others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { OpenConnections } from './open-connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** The clock of these tests stands still but for what they add; a client that never sends anything has 3,000 ms. */
const QUIET_MS = 500;
const SILENT_MS = 3_000;
const WAITING = 40;

test('a new connection still gets its response while the server closes', async () => {
  const { server, connections, clock } = await start();
  const socket = await open(server);
  const ended = end({ server, connections });
  socket.write(REQUEST);
  assert.match(String(await all(socket)), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n/);
  clock.ms += QUIET_MS;
  await ended;
});

test('a connection that never sends anything does not hold up the end', async () => {
  const { server, connections, clock } = await start();
  const socket = await open(server);
  const ended = end({ server, connections });
  clock.ms += SILENT_MS;
  await Promise.all([once(socket, 'close'), ended]);
});

test('once the end is announced, each response ends its connection, those under way too', async () => {
  const underWay = Promise.withResolvers<void>();
  const { server, connections, clock } = await start((_request, response) => {
    void underWay.promise.then(() => {
      connections.endIfEnding(response);
      response.end('ok');
    });
  });
  const [early, late] = [await open(server), await open(server)];
  early.write(REQUEST);
  await once(server, 'request');
  connections.announceEnd();
  late.write(REQUEST);
  await once(server, 'request');
  underWay.resolve();
  for (const socket of [early, late]) {
    assert.match(String(await all(socket)), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n/);
  }
  const ended = end({ server, connections });
  clock.ms += QUIET_MS;
  await ended;
});

test('clients that keep a connection get time to ask once more, and no longer', async () => {
  const { server, connections, clock } = await start();
  await connections.untilTold(1);
  const socket = await open(server);
  connections.announceEnd();
  const waited = connections.untilTold(1_500);
  clock.ms += 1_500;
  await waited;
  const told = connections.untilTold(1_500);
  socket.write(REQUEST);
  assert.match(String(await all(socket)), /Connection: close/);
  await told;
  await end({ server, connections });
});

test('a connection that was just used may send its next request, and one that is quiet is closed', async () => {
  const { server, connections, clock } = await start();
  const [used, unused] = [await open(server), await open(server)];
  for (const socket of [used, unused]) {
    socket.write(REQUEST);
    assert.match(String((await once(socket, 'data'))[0]), /Connection: keep-alive/);
  }
  const ended = end({ server, connections });
  clock.ms += QUIET_MS - 1;
  used.write(REQUEST);
  assert.match(String(await all(used)), /Connection: close/);
  assert.equal(unused.destroyed, false);
  clock.ms += QUIET_MS;
  assert.equal(String(await all(unused)), '');
  await ended;
});

test('a client that sends its request slowly holds up the others no longer than a silent one', async () => {
  const { server, connections, clock } = await start();
  const slow = await open(server);
  slow.write('GET / HTTP/1.1\r\n');
  connections.announceEnd();
  await connections.stopListening();
  let isOver = false;
  const over = connections.untilUnused(QUIET_MS).then(() => {
    isOver = true;
  });
  for (let sent = 0; !isOver; sent++) {
    assert.ok(clock.ms < 10 * SILENT_MS);
    slow.write(`x-${sent}: 1\r\n`);
    clock.ms += QUIET_MS / 50;
    await sleep(1);
  }
  await over;
  slow.destroy();
});

test('a request that came while the process was busy gets its response', async () => {
  const { server, connections, clock } = await start();
  const socket = await open(server);
  socket.write(REQUEST);
  await once(socket, 'data');
  const ended = end({ server, connections });
  // Timers are what comes next, and what waits to be read only after them.
  await turn();
  socket.write(REQUEST);
  clock.ms += 2 * QUIET_MS;
  const response = await all(socket);
  assert.match(String(response), /^HTTP\/1\.1 200 /);
  clock.ms += QUIET_MS;
  await ended;
});

test('idle connections are closed, and what they have sent is read before', async () => {
  const { server, connections } = await start();
  const [idle, asking] = [await open(server), await open(server)];
  for (const socket of [idle, asking]) {
    socket.write(REQUEST);
    await once(socket, 'data');
  }
  const responses = [all(asking), all(idle)];
  connections.announceEnd();
  asking.write(REQUEST);
  await connections.closeIdle();
  const [response, nothing] = await Promise.all(responses);
  assert.match(String(response), /^HTTP\/1\.1 200 /);
  assert.equal(String(nothing), '');
});

test('connections that the system has accepted are served when listening ends', async () => {
  const { server, connections } = await start();
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: WAITING }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const responses = sockets.map((socket) => all(socket));
  await once(sockets[0] as Socket, 'connect');
  connections.announceEnd();
  const ended = connections.stopListening();
  for (const socket of sockets) socket.write(REQUEST);
  for (const response of await Promise.all(responses)) assert.match(String(response), /^HTTP\/1\.1 200 /);
  await ended;
});

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

interface Started {
  readonly server: Server;
  readonly connections: OpenConnections;
  readonly clock: { ms: number };
}

async function start(respond: RequestListener = (_request, response) => void response.end('ok')): Promise<Started> {
  const server = createServer(respond);
  servers.push(server);
  const clock = { ms: 0 };
  const connections = new OpenConnections(server, () => clock.ms);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, connections, clock };
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

/** Ends a server as `drain.ts` does. */
async function end({ server, connections }: Pick<Started, 'server' | 'connections'>): Promise<void> {
  connections.announceEnd();
  await connections.stopListening();
  await connections.untilUnused(QUIET_MS);
  await connections.closeIdle();
  await new Promise((resolve) => server.close(resolve));
}
