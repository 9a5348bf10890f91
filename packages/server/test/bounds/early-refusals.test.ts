/** A refusal that comes before the body has arrived reaches the client, whatever it sends and however. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { before, it } from 'node:test';
import { makeScene, type Scene } from '../scene.ts';
import { onEachEngine } from '../stage.ts';

const MEBIBYTE = 1024 * 1024;
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

const refused: readonly Refused[] = [
  { name: 'a body', path: '/entries', body: BODY, type: 'application/json', hasToken: true, status: 413, tries: 50 },
  {
    name: 'an import',
    path: '/import',
    body: LINES,
    type: 'application/x-ndjson',
    hasToken: true,
    status: 413,
    tries: 10,
  },
  {
    name: 'a body without a token',
    path: '/entries',
    body: BODY,
    type: 'application/json',
    hasToken: false,
    status: 401,
    tries: 10,
  },
  {
    name: 'a body of another type',
    path: '/import',
    body: BODY,
    type: 'text/plain',
    hasToken: true,
    status: 415,
    tries: 10,
  },
];

onEachEngine('the refusal of what is too large', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await makeScene(stage.url);
  });
  const headersOf = ({ type, hasToken }: Refused) => ({
    'content-type': type,
    ...(hasToken ? { authorization: `Bearer ${scene.owner.token}` } : {}),
  });

  for (const one of refused) {
    for (const [how, length, agent] of [
      ['on a kept connection', true, new http.Agent({ keepAlive: true, maxSockets: 1 })],
      ['on a connection of its own', true, false],
      ['in chunks', false, false],
    ] as const) {
      it(`reaches Node's http client: ${one.name}, ${how}`, async () => {
        for (let count = 0; count < one.tries; count++) {
          const headers = { ...headersOf(one), ...(length ? { 'content-length': one.body.length } : {}) };
          assert.equal(
            await statusOf(`${stage.url}${scene.base}${one.path}`, { headers, agent, method: 'POST' }, one.body),
            one.status,
          );
        }
        if (agent !== false) agent.destroy();
      });
    }
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

function statusOf(url: string, options: http.RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end(body);
  });
}
