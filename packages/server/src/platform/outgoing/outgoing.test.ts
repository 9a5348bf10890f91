/**
 * Requests to receivers that respond well, badly, slowly, endlessly or not at all, and to hosts that resolve elsewhere.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../../testing/src/until.ts';
import { AddressRule } from './address-rule.ts';
import { Outgoing } from './outgoing.ts';
import { TargetCheck } from './target-check.ts';

const MEGABYTE = 1_048_576;
const loopback = new AddressRule(['127.0.0.1']);

interface Seen {
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

describe('an outgoing request', () => {
  const outgoing = new Outgoing({ rule: loopback });
  const seen: Seen[] = [];
  let connections = 0;
  let redirected = 0;
  let endlessBytes = 0;
  let endlessEnded = false;
  const responses: Record<string, RequestListener> = {
    '/good': (_request, response) => response.writeHead(204).end(),
    '/text': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('thank you'),
    '/no': (_request, response) =>
      response.writeHead(401, { 'content-type': 'text/plain', 'retry-after': '7' }).end('no'),
    '/redirect': (_request, response) => response.writeHead(307, { location: '/redirected' }).end(),
    '/redirected': (_request, response) => {
      redirected += 1;
      response.end();
    },
    '/reset': (request) => request.socket.resetAndDestroy(),
    '/half': (request, response) => {
      response
        .writeHead(200, { 'content-length': '10', 'content-type': 'text/plain' })
        .write('half', () => request.socket.destroy());
    },
    '/drip': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const drip = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(drip));
    },
    '/endless': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const chunk = Buffer.alloc(65_536, 0x61);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) endlessBytes += chunk.length;
      };
      response.on('drain', more);
      response.on('close', () => {
        endlessEnded = true;
      });
      more();
    },
    '/headers': (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(MEGABYTE) }).end(),
    '/gzip': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    '/silent': () => {},
  };
  let server: Server;
  let garbage: SocketServer;
  let base: string;

  before(async () => {
    server = createHttpServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({ body, headers: request.headers });
      responses[request.url ?? '']?.(request, response);
    });
    server.on('connection', () => (connections += 1));
    base = `http://127.0.0.1:${await listen(server)}`;
    garbage = createSocketServer((socket) => socket.end('this is no HTTP\r\n\r\n'));
    await listen(garbage);
  });
  after(async () => {
    await outgoing.close();
    server.closeAllConnections();
    server.close();
    garbage.close();
  });

  const post = (path: string) =>
    outgoing.post({
      url: base + path,
      headers: { 'content-type': 'application/json', 'X-Own': 'ä' },
      body: '{"a":"é"}',
    });

  it('arrives unchanged, with its headers and no others of ours', async () => {
    const { statusCode, failure, response } = await post('/text');
    assert.deepEqual([statusCode, failure, response], [200, null, 'thank you']);
    const { body, headers } = seen.at(-1) ?? { body: '', headers: {} };
    assert.equal(body, '{"a":"é"}');
    assert.deepEqual(Object.keys(headers).sort(), ['connection', 'content-length', 'content-type', 'host', 'x-own']);
  });

  it('reuses a connection', async () => {
    await post('/good');
    const before = connections;
    for (let i = 0; i < 20; i++) assert.equal((await post('/good')).failure, null);
    assert.equal(connections, before);
  });

  it('treats any status outside 200 to 299 as a failure, and follows no redirect', async () => {
    const refused = await post('/no');
    assert.deepEqual(
      [refused.statusCode, refused.failure, refused.response, refused.retryAfter],
      [401, 'http_error', 'no', '7'],
    );
    const moved = await post('/redirect');
    assert.deepEqual([moved.statusCode, moved.failure, redirected], [307, 'http_error', 0]);
  });

  it('ends in time if the receiver drips, hangs or never stops', async () => {
    const [drip, silent] = await Promise.all([post('/drip'), post('/silent')]);
    assert.deepEqual([drip.statusCode, drip.failure, drip.response.replaceAll('.', '')], [200, 'timeout', '']);
    assert.deepEqual([silent.statusCode, silent.failure], [null, 'timeout']);
    for (const { durationMs } of [drip, silent])
      assert.ok(durationMs >= 4_900 && durationMs < 15_000, String(durationMs));
  });

  it('reads no more of an endless response than its limit', async () => {
    const { statusCode, failure, response } = await post('/endless');
    assert.deepEqual([statusCode, failure, response], [200, 'too_large', 'a'.repeat(1_024)]);
    await until(() => endlessEnded);
    assert.ok(endlessBytes < 16 * MEGABYTE, `${endlessBytes} bytes were taken by the network`);
  });

  it('reports what went wrong', async () => {
    assert.equal((await post('/reset')).failure, 'reset');
    assert.deepEqual([(await post('/half')).failure, (await post('/half')).response], ['reset', 'half']);
    assert.equal((await post('/headers')).failure, 'too_large');
    const closed = await closedPort();
    const to = (url: string) => outgoing.post({ url, headers: {}, body: '' });
    assert.equal((await to(`http://127.0.0.1:${closed}/`)).failure, 'connect');
    assert.equal((await to(base.replace('http:', 'https:'))).failure, 'tls');
    assert.equal((await to(`http://127.0.0.1:${portOf(garbage)}/`)).failure, 'http_error');
  });

  it('rejects a certificate that no authority signed', async () => {
    const secure = createHttpsServer(selfSigned(), (_request, response) => response.end());
    const port = await listen(secure);
    const { statusCode, failure } = await outgoing.post({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '' });
    secure.close();
    assert.deepEqual([statusCode, failure], [null, 'tls']);
  });

  it('decompresses nothing', async () => {
    const { failure, response } = await post('/gzip');
    assert.deepEqual([failure, response], [null, '']);
  });
});

describe('a host with a private address', () => {
  let server: Server;
  let port: number;
  let requests = 0;
  before(async () => {
    server = createHttpServer((_request, response) => {
      requests += 1;
      response.end();
    });
    port = await listen(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A resolver that returns one list of addresses after the other, and the last one from then on. */
  const resolving = (...lists: string[][]) => {
    let calls = 0;
    return async () => lists[Math.min(calls++, lists.length - 1)] ?? [];
  };
  const failureTo = async (outgoing: Outgoing, url: string) => {
    const { failure } = await outgoing.post({ url, headers: {}, body: '{}' });
    await outgoing.close();
    return failure;
  };

  it('is rejected when saved, and when connecting if it has become private since', async () => {
    const resolve = resolving(['1.1.1.1'], ['127.0.0.1']);
    const rule = new AddressRule([]);
    const check = new TargetCheck({ rule, ownUrl: null, resolve });
    const url = `http://rebind.example.com:${port}/`;
    assert.equal(await check.problemOf(url), null);
    assert.equal(await failureTo(new Outgoing({ rule, resolve }), url), 'blocked_address');
    assert.match((await check.problemOf(url))?.message ?? '', /private/);
    assert.equal(requests, 0);
  });

  it('is rejected as a literal too, which is never resolved', async () => {
    const rule = new AddressRule([]);
    for (const url of [`http://127.0.0.1:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`, `http://2130706433:${port}/`])
      assert.equal(await failureTo(new Outgoing({ rule }), url), 'blocked_address');
    assert.equal(await failureTo(new Outgoing({ rule }), `http://localhost:${port}/`), 'blocked_address');
    assert.equal(requests, 0);
  });

  it('is only connected to at its permitted addresses', async () => {
    const resolve = resolving(['10.0.0.1', '::1', '127.0.0.1', '64:ff9b::7f00:1']);
    assert.equal(await failureTo(new Outgoing({ rule: loopback, resolve }), `http://mixed.example.com:${port}/`), null);
    assert.equal(requests, 1);
  });

  it('may be allowed by the operator', async () => {
    const check = new TargetCheck({ rule: loopback, ownUrl: 'http://127.0.0.1:4000' });
    assert.equal(await check.problemOf(`http://localhost:${port}/`), null);
    assert.equal(await check.problemOf(`http://127.0.0.1:${port}/`), null);
    assert.match((await check.problemOf('http://127.0.0.1:4000/hook'))?.message ?? '', /service itself/);
  });

  it('can be saved while no name server knows it, unless it can only be private', async () => {
    const resolve = () => Promise.reject(new Error('no such name'));
    const check = new TargetCheck({ rule: new AddressRule([]), ownUrl: null, resolve });
    assert.equal(await check.problemOf('https://tomorrow.example.com/hook'), null);
    for (const host of ['metadata', 'db', 'metadata.google.internal', 'printer.local'])
      assert.match((await check.problemOf(`http://${host}/`))?.message ?? '', /private/, host);
    assert.equal(await failureTo(new Outgoing({ rule: loopback, resolve }), 'https://tomorrow.example.com/'), 'dns');
  });
});

function listen(server: Server | SocketServer): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(portOf(server))));
}

function portOf(server: Server | SocketServer): number {
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createSocketServer((socket: Socket) => socket.destroy());
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
