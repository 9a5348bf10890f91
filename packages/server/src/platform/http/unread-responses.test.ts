/** What a client that does not read its responses holds, and when its connection ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundUnread } from './unread-responses.ts';

const UNREAD_MAX_MS = 300;
/** For a client that reads: a busy machine holds this process up for less. */
const SLOWLY_READ_MAX_MS = 3_000;
const READ_PAUSE_MS = 12;
/** More than the buffers of both ends of a connection. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
const PIPELINED = 20;
const open: { close: () => void }[] = [];

describe('a client that does not read', () => {
  after(() => closeAll());

  it('loses its connection', async () => {
    const { socket, closed } = await startAndConnect((_request, response) => response.end(LARGE));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.race([closed, failAfter(UNREAD_MAX_MS * 20)]);
  });

  it('has one response at a time, and gets the others once it reads', async () => {
    let handled = 0;
    const { socket } = await startAndConnect((_request, response) => {
      response.setHeader('number', ++handled);
      response.end(LARGE);
    }, 60_000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED));
    await sleep(200);
    assert.equal(handled, 1);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    while (bytes < PIPELINED * LARGE.length) await once(socket, 'data');
    assert.equal(handled, PIPELINED);
  });
});

describe('a connection stays open', () => {
  after(() => closeAll());

  it('while its client reads slowly', async () => {
    const { socket } = await startAndConnect((_request, response) => response.end(LARGE), SLOWLY_READ_MAX_MS);
    const began = performance.now();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    let bytes = 0;
    for (let turns = 0; bytes < LARGE.length; turns++) {
      const chunk = socket.read() as Buffer | null;
      bytes += chunk?.length ?? 0;
      assert.equal(socket.destroyed, false, `Closed after ${turns} reads.`);
      await sleep(READ_PAUSE_MS);
    }
    assert.ok(performance.now() - began > SLOWLY_READ_MAX_MS, 'it took longer than a client may read nothing');
  });

  it('while the response takes long', async () => {
    const { socket } = await startAndConnect(async (_request, response) => {
      await sleep(UNREAD_MAX_MS * 4);
      response.end('done');
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [text] = await once(socket, 'data');
    assert.match(String(text), /done$/);
  });
});

function closeAll(): void {
  for (const one of open.splice(0)) one.close();
}

async function startAndConnect(handle: http.RequestListener, unreadMaxMs = UNREAD_MAX_MS) {
  const server = http.createServer(handle);
  boundUnread(server, unreadMaxMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = (await once(server, 'connection')) as [net.Socket];
  open.push({
    close: () => {
      socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  });
  return { socket, closed: once(accepted, 'close') };
}

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  assert.fail(`Still open after ${ms} ms.`);
}
