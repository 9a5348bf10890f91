/**
 * Bad input, one case per line: each gets the right 4xx, with exactly one key `detail`, with a code and a sentence that
 * says what to do. Nothing here may ever cause a 5xx.
 */
import assert from 'node:assert/strict';
import net from 'node:net';
import { before, describe, it } from 'node:test';
import { badBodies } from './bad-input/bodies.ts';
import type { Case } from './bad-input/case.ts';
import { badModels } from './bad-input/models.ts';
import { badPaths, badTokens } from './bad-input/places.ts';
import { badQueries } from './bad-input/queries.ts';
import { type ApiResponse, send } from './client.ts';
import { createEntry, makeMagazine, makeScene, type Scene } from './scene.ts';
import { onEachEngine } from './stage.ts';

/** The status of each code. */
const statusOf: Readonly<Record<string, number>> = {
  malformed_request: 400,
  unauthenticated: 401,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  headers_too_large: 431,
};

onEachEngine('bad input', (stage) => {
  let scene: Scene;
  let entry = '';
  before(async () => {
    scene = await makeScene(stage.url);
    await makeMagazine(scene);
    entry = await createEntry(scene.owner, scene.base, {
      content_type_id: 'author',
      key: 'known',
      fields: { name: 'Ada' },
    });
  });

  const table = (title: string, cases: readonly Case[]) => {
    describe(title, () => {
      for (const one of cases) {
        it(`${one.name}: ${one.codes.join(' or ')}`, async () => {
          const path = (one.path ?? '{base}/entries')
            .replace('{base}', scene.base)
            .replace('{read}', scene.read)
            .replace('{space}', scene.space)
            .replace('{entry}', entry);
          const token = one.path?.startsWith('{read}') ? scene.delivery.token : scene.owner.token;
          assertRefused(await send(stage.url, one.method ?? 'POST', path, { token, ...one.parts }), one);
        });
      }
    });
  };
  table('bodies', badBodies);
  table('queries', badQueries);
  table('paths', badPaths);
  table('models', badModels);
  table('tokens', badTokens);

  it('broken HTTP gets a response or a closed connection, and harms nobody', async () => {
    const broken = [
      'GET / HTTP/9.9\r\n\r\n',
      'GARBAGE\r\n\r\n',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\n${'x-many: 1\r\n'.repeat(3_000)}\r\n`,
      'GET /spaces HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
    ];
    for (const bytes of broken) {
      const response = await sendBytes(stage.url, bytes);
      assert.match(response, /^(HTTP\/1\.1 4\d\d |$)/, bytes.slice(0, 60));
      const body = response.split('\r\n\r\n')[1] ?? '';
      if (body !== '') assert.deepEqual(Object.keys(JSON.parse(body)), ['detail'], response);
    }
    await scene.owner.get('/auth/me', 200);
  });
});

function assertRefused(response: ApiResponse, one: Case): void {
  const code = String(response.at('detail.code'));
  assert.ok(one.codes.includes(code), String(response));
  assert.equal(response.status, statusOf[code], String(response));
  assert.deepEqual(Object.keys(response.json ?? {}), ['detail']);
  assert.match(response.string('detail.message'), /^\S.{10,}[.!?]$/s, 'a message is a sentence');
  assert.match(String(response.headers['content-type']), /^application\/json/);
  if (one.hint !== undefined) assert.ok(response.text.includes(one.hint), `${one.hint} is not in ${response}`);
  if (code === 'unauthenticated') assert.match(String(response.headers['www-authenticate']), /^Bearer/);
  if (code === 'validation_failed') assert.ok(response.list('detail.errors').length > 0);
}

/** Writes bytes to a fresh connection and reads until the other side ends it or falls silent. */
function sendBytes(url: string, bytes: string): Promise<string> {
  const SILENCE_MS = 1_500;
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(SILENCE_MS, end);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
  });
}
