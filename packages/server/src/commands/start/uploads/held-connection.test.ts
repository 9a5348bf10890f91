/** That a request whose connection was held comes out as it went in, whether it is given away or answered here after all. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HeldConnection, mayBeHeld } from './held-connection.ts';

const HELD_MS = 50;
const BODY = randomBytes(300_000);
const TIMEOUT_MS = 10_000;

let server: http.Server;
let held: HeldConnection | undefined;
let mayBe: boolean | undefined;
before(async () => {
  server = http.createServer((request, response) => {
    mayBe = mayBeHeld(request, response);
    process.nextTick(async () => {
      held = new HeldConnection(request);
      await sleep(HELD_MS);
      const came = request.readableLength;
      held.release();
      const body = await buffer(request);
      response.end(JSON.stringify({ came, isWhole: body.equals(BODY) }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => {
  server.closeAllConnections();
  server.close();
});

for (const [name, first] of [
  ['nothing of whose body had come', 0],
  ['half of whose body had come', BODY.length / 2],
] as const) {
  test(`a request, ${name}, is read whole after it was released`, { timeout: TIMEOUT_MS }, async () => {
    const request = send({ 'content-length': BODY.length, expect: '100-continue' });
    request.flushHeaders();
    if (first > 0) request.write(BODY.subarray(0, first));
    await sleep(HELD_MS / 2);
    request.end(BODY.subarray(first));
    const response = await responseTo(request);
    assert.deepEqual(response, { came: 0, isWhole: true });
    assert.equal(mayBe, true);
    assert.match(held?.head ?? '', /^POST \/a%20b\?c HTTP\/1\.1\r\n/);
    assert.match(held?.head ?? '', new RegExp(`\r\ncontent-length:${BODY.length}\r\n`));
    assert.doesNotMatch(held?.head ?? '', /expect/i, 'what was answered is not asked again');
  });
}

test('a request that does not say how long it is may not be held', { timeout: TIMEOUT_MS }, async () => {
  const request = send({ 'transfer-encoding': 'chunked' });
  request.end(BODY);
  await responseTo(request);
  assert.equal(mayBe, false);
});

function send(headers: http.OutgoingHttpHeaders): http.ClientRequest {
  const { port } = server.address() as AddressInfo;
  return http.request({ agent: false, host: '127.0.0.1', port, method: 'POST', path: '/a%20b?c', headers });
}

async function responseTo(request: http.ClientRequest): Promise<unknown> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return JSON.parse(String(await buffer(response)));
}
