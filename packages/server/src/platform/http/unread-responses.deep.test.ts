/** A connection stays open while its client reads, however slowly. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundUnread } from './unread-responses.ts';

/** A busy machine holds this process up for less. */
const UNREAD_MAX_MS = 3_000;
const READ_PAUSE_MS = 12;
/** More than the buffers of both ends of a connection. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');

it('a client that reads slowly gets all of a response that takes longer than it may read nothing', async (context) => {
  const server = http.createServer((_request, response) => response.end(LARGE));
  boundUnread(server, UNREAD_MAX_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  context.after(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  const began = performance.now();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let bytes = 0;
  for (let turns = 0; bytes < LARGE.length; turns++) {
    const chunk = socket.read() as Buffer | null;
    bytes += chunk?.length ?? 0;
    assert.equal(socket.destroyed, false, `Closed after ${turns} reads.`);
    await sleep(READ_PAUSE_MS);
  }
  assert.ok(performance.now() - began > UNREAD_MAX_MS, 'it took longer than a client may read nothing');
});
