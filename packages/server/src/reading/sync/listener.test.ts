/** A reader that takes nothing is cut off once too much waits for it; one that reads gets all of it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ReadingKey } from '../delivery/reading-key.ts';
import { Listener } from './listener.ts';

const EVENT = Buffer.alloc(262_144, ':');
/** More than systems take for a connection whose other end does not read. */
const EVENTS_MAX = 400;

async function listening(reads: boolean) {
  const opened = Promise.withResolvers<http.ServerResponse>();
  const server = http.createServer((_request, response) => {
    response.writeHead(200);
    opened.resolve(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = http.get({ port: (server.address() as AddressInfo).port, agent: false }, (response) => {
    response.on('error', () => undefined);
    if (reads) response.resume();
  });
  client.on('error', () => undefined);
  const response = await opened.promise;
  const address = { spaceId: 'spc', environment: 'master', search: '' };
  const listener = new Listener({ response, token: '', key: {} as ReadingKey, address });
  return { listener, response, close: () => client.destroy() && server.close() };
}

test('a reader that takes nothing is cut off', async () => {
  const { listener, response, close } = await listening(false);
  let events = 0;
  for (; events < EVENTS_MAX && !response.destroyed; events++) {
    listener.write(EVENT);
    await turn();
  }
  assert.ok(response.destroyed, `after ${events} events`);
  listener.write(EVENT);
  listener.end('age');
  close();
});

test('a reader that reads stays', async () => {
  const { listener, response, close } = await listening(true);
  for (let events = 0; events < EVENTS_MAX / 4; events++) {
    listener.write(EVENT);
    while (response.writableLength > 0) await turn();
  }
  assert.equal(response.destroyed, false);
  listener.end('age');
  await once(response, 'close');
  close();
});
