/** Whatever a provider sends, no more than a few megabytes are read. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { boundedFetch } from './bounded-fetch.ts';

const MEGABYTE = 1_048_576;

it('ends a response that does not end, and the connection with it', async () => {
  const server = createServer(async (_request, response) => {
    const chunk = Buffer.alloc(MEGABYTE, 'x');
    while (!response.destroyed) {
      // Whichever comes first: the client reads on, or is gone.
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    server.emit('gone');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gone = once(server, 'gone');
  try {
    const response = await boundedFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    let bytes = 0;
    await assert.rejects(async () => {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.byteLength;
        assert.ok(bytes < 100 * MEGABYTE, 'more is read');
      }
    }, /too long/);
    assert.ok(bytes <= 4 * MEGABYTE, `${bytes} bytes`);
    await gone;
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
