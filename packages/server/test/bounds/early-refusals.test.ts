/** A rejection that is sent before the whole body has arrived reaches the client, whatever it sends and however. */
import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { given, type Scene } from '../../../testing/src/given.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';

const MEBIBYTE = 1024 * 1024;
const PIECE_BYTES = MEBIBYTE;
const PAUSE_MS = 5;
const BODY = Buffer.alloc(4 * MEBIBYTE, ' ');
const LINES = Buffer.alloc(12 * MEBIBYTE, '\n');

interface Refused {
  readonly name: string;
  readonly path: string;
  readonly body: Buffer;
  readonly type: string;
  readonly hasToken: boolean;
  readonly status: number;
  readonly tries: number;
}

/** How often each request is sent, because its rejection may be read before or after all of it has arrived. */
const TRIES = Number(process.env.REFUSAL_TRIES ?? 10);

const refused: readonly Refused[] = [
  { name: 'a body', path: '/entries', body: BODY, type: 'application/json', hasToken: true, status: 413, tries: TRIES },
  {
    name: 'an import',
    path: '/import',
    body: LINES,
    type: 'application/x-ndjson',
    hasToken: true,
    status: 413,
    tries: Math.ceil(TRIES / 5),
  },
  {
    name: 'a body without a token',
    path: '/entries',
    body: BODY,
    type: 'application/json',
    hasToken: false,
    status: 401,
    tries: Math.ceil(TRIES / 5),
  },
  {
    name: 'a body of another type',
    path: '/import',
    body: BODY,
    type: 'text/plain',
    hasToken: true,
    status: 415,
    tries: Math.ceil(TRIES / 5),
  },
];

onFirstEngine('the refusal of what is too large', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url);
  });
  const headersOf = ({ type, hasToken }: Refused) => ({
    'content-type': type,
    ...(hasToken ? { authorization: `Bearer ${scene.owner.token}` } : {}),
  });

  for (const one of refused) {
    it(`reaches a client that reads once it has sent everything: ${one.name}`, async () => {
      const response = await sendThenRead(`${stage.url}${scene.base}${one.path}`, headersOf(one), one.body);
      assert.match(response, new RegExp(`^HTTP/1.1 ${one.status} [^]*"detail"`));
    });
    it(`reaches Node's http client: ${one.name}`, async () => {
      for (let count = 0; count < one.tries; count++) {
        const headers = { ...headersOf(one), 'content-length': one.body.length };
        const options = { headers, method: 'POST', agent: count % 2 === 0 ? false : undefined };
        assert.equal(await statusOf(`${stage.url}${scene.base}${one.path}`, options, one.body), one.status);
      }
    });
    it(`reaches fetch: ${one.name}`, async () => {
      for (let count = 0; count < one.tries; count++) {
        const request = { method: 'POST', headers: headersOf(one), body: new Uint8Array(one.body) };
        const response = await fetch(`${stage.url}${scene.base}${one.path}`, request);
        assert.equal(response.status, one.status);
        assert.deepEqual(Object.keys((await response.json()) as object), ['detail']);
      }
    });
  }
});

/** The response as text. The body is sent in pieces, with pauses that are long enough for a rejection. */
async function sendThenRead(url: string, headers: Record<string, string>, body: Buffer): Promise<string> {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  const lines = { host, ...headers, 'content-length': body.length, connection: 'close' };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n`);
  for (const piece of piecesOf(body)) {
    await sleep(PAUSE_MS);
    socket.write(piece);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function statusOf(url: string, options: http.RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    void writePieces(request, body);
  });
}

async function writePieces(request: http.ClientRequest, body: Buffer): Promise<void> {
  for (const piece of piecesOf(body)) {
    request.write(piece);
    await sleep(PAUSE_MS);
  }
  request.end();
}

function piecesOf(body: Buffer): Buffer[] {
  const count = Math.ceil(body.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, at) => body.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES));
}
