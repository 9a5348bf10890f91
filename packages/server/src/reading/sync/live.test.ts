/** What one stream may do to others: a fault while its key is looked at ends it alone, and nobody has too many. */
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

it('whoever makes preview tokens has few streams with all of them, and a key has its own', () => {
  const connections = new LongConnections(100, 30);
  const token = { id: 'usr_1', view: { changeSet: null, asOf: null, revision: 0 } };
  const ends = Array.from({ length: 20 }, () => connections.take(token));
  assert.throws(() => connections.take(token), /preview tokens of one person or key may have 20/);
  connections.take({ id: 'usr_1' });
  ends[0]?.();
  connections.take(token);
});
