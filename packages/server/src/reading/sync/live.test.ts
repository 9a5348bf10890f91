/** A fault while the key of a stream is looked at ends that stream, and nothing else of the process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import type { ReadingKey } from '../delivery/reading-key.ts';
import { Live, type LiveParts } from './live.ts';
import { LongConnections } from './long-connections.ts';

it('a fault ends the stream whose key could not be looked at', async () => {
  const place = {
    environment: { number: 1, epoch: 'e', spaceId: 'spc', namesRevision: 1, aliases: [] },
    model: { code: 'aaaaaa', revision: 1 },
    head: { revision: 1, published_revision: 1 },
  };
  const parts = {
    delivery: { place: async () => place },
    authentication: {
      confirmReading: async () => undefined,
      reading: () => Promise.reject(new Error('A fault.')),
    },
    watch: { watch: () => () => undefined },
    connections: new LongConnections(1),
  };
  const live = new Live(parts as unknown as LiveParts);
  const key = { id: 'key_1', kind: 'delivery', spaceId: 'spc' } as ReadingKey;
  const address = { spaceId: 'spc', environment: 'master', search: '' };
  const server = http.createServer((_request, response) => {
    void live.listen({ key, token: 'a', address, lastEventId: undefined }, response, () => response.writeHead(200));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const request = http.get({ port: (server.address() as AddressInfo).port, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  assert.match(await text(response), /event: ready.+event: goaway\ndata: {"reason":"key"}/s);
  server.close();
});
