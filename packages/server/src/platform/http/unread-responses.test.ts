/** What a client that does not read its responses holds, and when its connection ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { boundUnread } from './unread-responses.ts';

const UNREAD_MAX_MS = 300;
/** More than the buffers of both ends of a connection. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
const PIPELINED = 20;
const open: { close: () => void }[] = [];

describe('a client that does not read', () => {
  after(() => closeAll());

  it('loses its connection', async () => {
    const { socket, closed } = await startAndConnect((_request, response) => response.end(LARGE));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed;
  });

  it('has one response at a time, and gets the others once it reads', async () => {
    const begun: http.ServerResponse[] = [];
    const { socket } = await startAndConnect((_request, response) => {
      assert.ok(
        begun.every((earlier) => earlier.writableFinished),
        'the one before is sent',
      );
      begun.push(response);
      response.end(LARGE);
    }, 60_000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED));
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    while (bytes < PIPELINED * LARGE.length) await once(socket, 'data');
    assert.equal(begun.length, PIPELINED);
  });
});

describe('a connection stays open', () => {
  after(() => closeAll());

  it('while the response takes long', async () => {
    const { socket } = await startAndConnect(async (_request, response) => {
      await once(response, 'timeout');
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
