/** A reused response head is byte for byte what `writeHead` would have written, and is not used when it must not be. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { REQUEST_ID } from './standard-headers.ts';
import { changingLines, type WrittenHead, writeAgain, writtenHead } from './written-head.ts';

const HEAD = ['etag', '"a"', 'content-type', 'application/json; charset=utf-8'];
const BODY = Buffer.from('{"title":"Straße"}');
const REQUESTS_PER_SOCKET_MAX = 3;

interface Served {
  readonly isAgain: boolean;
}

/** A server that reuses the head of its first response where possible, and reports how each head was written. */
async function serve(test: TestContext, { body = BODY, status = 200, isLimited = false } = {}) {
  const served: Served[] = [];
  let known: WrittenHead | null = null;
  const server = http.createServer((request, response) => {
    const id = String(request.headers[REQUEST_ID]);
    const limits = isLimited ? ['ratelimit-policy', '"second";q=100;w=1', 'ratelimit', `"second";r=${id.length}`] : [];
    const lines = changingLines(limits);
    const isAgain = request.url !== '/anew' && known !== null && writeAgain(response, known, id, lines);
    if (!isAgain) {
      response.writeHead(status, [REQUEST_ID, id, ...limits, ...HEAD, 'content-length', String(body.length)]);
      known ??= writtenHead(response, lines);
    }
    served.push({ isAgain });
    response.end(body);
  });
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET_MAX;
  // Node leaves it to the client, for that long, to end the connection after its last request.
  server.keepAliveTimeout = 100;
  server.keepAliveTimeoutBuffer = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, served };
}

/** The responses on one connection to requests that are sent together, the last of which ends it. */
function talk(port: number, requests: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(requests.join('')));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function get(path: string, more = '', version = '1.1'): string {
  return `GET ${path} HTTP/${version}\r\nHost: localhost\r\nX-Request-Id: id-of-${path.slice(1)}\r\n${more}\r\n`;
}

const last = (path: string) => get(path, 'Connection: close\r\n');
const withoutDates = (text: string) => text.replaceAll(/\r\nDate: [^\r]+ GMT\r\n/g, '\r\nDate: …\r\n');

describe('a reused head', () => {
  for (const [what, response] of [
    ['a response with a body', {}],
    ['a response without a body', { status: 304 }],
    ['a response with headers that change each time', { isLimited: true }],
  ] as const) {
    it(`is what Node writes, for ${what}`, async (test) => {
      const { port, served } = await serve(test, response);
      await talk(port, [get('/first'), last('/end')]);
      const again = await talk(port, [get('/x'), last('/end')]);
      const anew = await talk(port, [get('/anew').replace('id-of-anew', 'id-of-x'), last('/end')]);
      assert.equal(withoutDates(again), withoutDates(anew));
      assert.match(again, /\r\nx-request-id: id-of-x\r\n/);
      assert.match(again, /\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
      assert.deepEqual(
        served.map(({ isAgain }) => isAgain),
        [false, false, true, false, false, false],
      );
    });
  }

  it('has the date of its own response', async (test) => {
    const { port } = await serve(test);
    await talk(port, [get('/first'), last('/end')]);
    for (const now of ['2027-01-01T00:00:01Z', '2027-01-01T00:00:02Z']) {
      test.mock.timers.enable({ apis: ['Date'], now: new Date(now) });
      const again = await talk(port, [get('/x'), last('/end')]);
      test.mock.timers.reset();
      assert.match(again, new RegExp(`id-of-x\r\n[\\s\\S]*\r\nDate: ${new Date(now).toUTCString()}\r\n`));
    }
  });

  it('keeps the responses of one connection in order', async (test) => {
    const { port } = await serve(test);
    const text = await talk(port, [get('/first'), get('/second'), last('/third')]);
    assert.deepEqual(text.match(/id-of-\w+/g), ['id-of-first', 'id-of-second', 'id-of-third']);
    assert.equal(text.split(BODY.toString('utf8')).length, 4);
  });
});

describe('a new head', () => {
  it('is written if the client ends the connection', async (test) => {
    const { port, served } = await serve(test);
    const ended = await talk(port, [get('/first'), last('/second')]);
    assert.match(ended, /id-of-second\r\n[\s\S]*\r\nDate: [^\r]+\r\nConnection: close\r\n/);
    await talk(port, [get('/old', '', '1.0')]);
    assert.deepEqual(
      served.map(({ isAgain }) => isAgain),
      [false, false, false],
    );
  });

  it('is written for the last request that a connection may make', async (test) => {
    const { port, served } = await serve(test);
    const text = await talk(port, [get('/first'), get('/second'), get('/third')]);
    assert.match(text, /id-of-third\r\n[\s\S]*\r\nDate: [^\r]+\r\nConnection: close\r\n/);
    assert.deepEqual(
      served.map(({ isAgain }) => isAgain),
      [false, true, false],
    );
  });

  it('is not kept from a response that ends its connection', async (test) => {
    const { port, served } = await serve(test);
    await talk(port, [last('/first')]);
    await talk(port, [get('/second'), last('/third')]);
    assert.deepEqual(
      served.map(({ isAgain }) => isAgain),
      [false, false, false],
    );
  });
});
