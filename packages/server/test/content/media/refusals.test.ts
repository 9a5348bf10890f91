/** Uploads that are rejected, that break off or that find no room: each gets a clear response and leaves nothing behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, it } from 'node:test';
import type { ApiResponse, RequestParts } from '../../../../testing/src/client.ts';
import { type FormParts, formOf } from '../../../../testing/src/form.ts';
import { until } from '../../../../testing/src/until.ts';
import { filesUnderWay, type MediaStage, onEachStorage, sendForm, upload } from './storages.ts';

const LIMIT = 1_048_576;
const GONE_WITHIN_MS = 60_000;
const FILE = ['file', { name: 'a.txt', bytes: 'A file.' }] as const;

/** What is sent, and what is answered: status, code, path of the first violation, and a word of the message. */
const refusedForms: readonly (readonly [string, FormParts, number, string, string, RegExp])[] = [
  ['no file', [['title', 'x']], 422, 'validation_failed', 'file', /Send a file/],
  ['an empty form', [], 422, 'validation_failed', 'file', /Send a file/],
  ['two files', [FILE, FILE], 422, 'validation_failed', 'file', /one file/],
  ['an empty file', [['file', { name: 'a', bytes: '' }]], 422, 'validation_failed', 'file', /empty/],
  ['a file as a text', [['file', 'text']], 422, 'validation_failed', 'file', /file name/],
  ['a file under another name', [['picture', FILE[1]]], 422, 'validation_failed', 'picture', /named file/],
  ['an unknown field', [['titel', 'x'], FILE], 422, 'validation_failed', 'titel', /mean "?title/],
  ['an unknown field behind the file', [FILE, ['titel', 'x']], 422, 'validation_failed', 'titel', /title/],
  ['a field twice', [['title', 'x'], ['title', 'y'], FILE], 422, 'validation_failed', 'title', /once/],
  ['a field of a prototype', [['__proto__', 'x'], FILE], 422, 'validation_failed', 'body', /rename/],
  [
    'too many fields',
    [...Array.from({ length: 11 }, (_, at) => [`f${at}`, 'x'] as const), FILE],
    422,
    'validation_failed',
    'body',
    /10/,
  ],
  ['a locale that is none', [['title', '{"xx": "x"}'], FILE], 422, 'validation_failed', 'title.xx', /locale/],
  ['a text that is too long', [['alt', 'x'.repeat(10_001)], FILE], 422, 'validation_failed', 'alt', /10000/],
  ['a field that is too large', [['alt', 'x'.repeat(LIMIT + 1)], FILE], 422, 'validation_failed', 'alt', /1048576/],
  ['NUL in a text', [['alt', 'a\0b'], FILE], 422, 'validation_failed', 'alt', /NUL/],
  ['a key that is none', [['key', 'a/b'], FILE], 422, 'validation_failed', 'key', /1 to 64/],
  ['a key like an id', [['key', 'ast_abc123_x'], FILE], 422, 'validation_failed', 'key', /id/],
  [
    'a point that is none',
    [['focal_point', '{"x": 2, "y": 0}'], FILE],
    422,
    'validation_failed',
    'focal_point',
    /0 to 1/,
  ],
  [
    'too many tags',
    [['tags', Array.from({ length: 51 }, (_, at) => at).join(',')], FILE],
    422,
    'validation_failed',
    'tags',
    /50/,
  ],
  ['a long name', [['file', { name: `${'n'.repeat(252)}.txt`, bytes: 'x' }]], 422, 'validation_failed', 'file', /255/],
  [
    'a file that is too large',
    [['file', { name: 'a', bytes: Buffer.alloc(LIMIT + 1) }]],
    413,
    'payload_too_large',
    '',
    /1 MB \(1048576 bytes\)/,
  ],
  [
    'a file that is far too large',
    [['file', { name: 'a', bytes: Buffer.alloc(20 * LIMIT) }]],
    413,
    'payload_too_large',
    '',
    /1048576/,
  ],
];

const json = { 'content-type': 'application/json' };
const form = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
const refusedBodies: readonly (readonly [string, RequestParts, number, string])[] = [
  ['JSON', { raw: '{}', headers: json }, 415, 'unsupported_media_type'],
  ['text', { raw: 'x', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
  ['no type', { raw: 'x' }, 415, 'unsupported_media_type'],
  ['no boundary', { raw: 'x', headers: { 'content-type': 'multipart/form-data' } }, 400, 'malformed_request'],
  ['a boundary that is too long', { raw: 'x', headers: form('b'.repeat(300)) }, 400, 'malformed_request'],
  ['no form at all', { raw: 'x', headers: form('b') }, 400, 'malformed_request'],
  [
    'a form without end',
    { raw: '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', headers: form('b') },
    400,
    'malformed_request',
  ],
];

onEachStorage(
  'a refused upload',
  (stage) => {
    let path: string;
    before(() => {
      path = `${stage.scene.base}/media`;
    });

    const assertNothing = async () => {
      await until(
        () => filesUnderWay(stage),
        ({ length }) => length === 0,
        GONE_WITHIN_MS,
      );
      assert.equal((await stage.scene.owner.get(path, 200)).at('total'), 0, 'no record');
    };

    for (const [name, parts, status, code, at, message] of refusedForms) {
      it(`is told why: ${name}`, async () => {
        const response = await sendForm(stage.scene.owner, path, parts);
        assertRefused(response, status, code);
        if (at !== '') assert.equal(response.at('detail.errors.0.path'), at, String(response));
        else assert.equal(response.at('detail.limit'), LIMIT);
        assert.match(response.string('detail.message'), message);
        await assertNothing();
      });
    }

    for (const [name, parts, status, code] of refusedBodies) {
      it(`is told why: ${name}`, async () => {
        assertRefused(await stage.scene.owner.send('POST', path, parts), status, code);
        await assertNothing();
      });
    }

    it('by a query that it does not take', async () => {
      assertRefused(await sendForm(stage.scene.owner, `${path}?draft=1`, [FILE]), 422, 'validation_failed');
      await assertNothing();
    });

    it('leaves nothing where the client goes away', async () => {
      const { raw, headers } = await formOf([['file', { name: 'a.bin', bytes: Buffer.alloc(LIMIT / 2, 1) }]]);
      for (const share of [0.1, 0.5, 0.9]) {
        await sendAndGoAway(stage, path, { raw: Buffer.from(raw), headers }, share);
        await assertNothing();
      }
    });

    it('is no obstacle to the next one', async () => {
      const { scene } = stage;
      const made = await upload(scene, FILE[1], [['key', 'taken']]);
      assert.equal(made.status, 201, String(made));
      assertRefused(await upload(scene, FILE[1], [['key', 'taken']]), 409, 'conflict');
      const largest = await upload(scene, { name: 'a', bytes: Buffer.alloc(LIMIT, 1) });
      assert.deepEqual([largest.status, largest.at('size')], [201, LIMIT]);
      assert.deepEqual(filesUnderWay(stage), []);
    });
  },
  { LECTERN_UPLOAD_MAX: '1' },
);

function assertRefused(response: ApiResponse, status: number, code: string): void {
  assert.deepEqual([response.status, response.at('detail.code')], [status, code], String(response));
}

/** Sends a part of a request, then closes the connection. */
async function sendAndGoAway(
  stage: MediaStage,
  path: string,
  { raw, headers }: { raw: Buffer; headers: RequestParts['headers'] },
  share: number,
): Promise<void> {
  const { hostname, port } = new URL(stage.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const type = String(headers?.['content-type']);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${stage.scene.owner.token}\r\n`);
  socket.write(`Content-Type: ${type}\r\nContent-Length: ${raw.length}\r\n\r\n`);
  socket.write(raw.subarray(0, Math.floor(raw.length * share)));
  await until(() => filesUnderWay(stage).length > 0, Boolean, GONE_WITHIN_MS);
  socket.destroy();
  await once(socket, 'close');
}
