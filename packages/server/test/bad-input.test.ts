/**
 * Bad input, one case a line: every one is answered with the 4xx it deserves, in exactly one key `detail`, with a
 * code and a sentence that says what to do. Nothing here may ever cause a 5xx.
 */
import assert from 'node:assert/strict';
import net from 'node:net';
import { before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Answer, type RequestParts, send } from './client.ts';
import { createEntry, makeMagazine, makeScene, type Scene } from './scene.ts';
import { onEachEngine } from './stage.ts';

const MEBIBYTE = 1024 * 1024;
const DEEP = 200_000;
const json = { 'content-type': 'application/json' };

/** What each code is answered with. */
const statusOf: Readonly<Record<string, number>> = {
  malformed_request: 400,
  unauthenticated: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  headers_too_large: 431,
};

interface Case {
  readonly name: string;
  readonly method?: string;
  /** Path; `{base}`, `{read}`, `{space}` and `{entry}` are put in. By default the one entries are created at. */
  readonly path?: string;
  readonly parts?: RequestParts;
  /** Codes that are right. */
  readonly codes: readonly string[];
  /** Text that the answer has to hold, such as the path of what is wrong or a suggestion. */
  readonly hint?: string;
}

const entryBody = (more: Record<string, unknown>) => ({ content_type_id: 'author', fields: { name: 'x' }, ...more });

const bodies: readonly Case[] = [
  { name: 'no body', codes: ['validation_failed', 'malformed_request', 'unsupported_media_type'] },
  { name: 'an empty body', parts: { raw: '', headers: json }, codes: ['malformed_request', 'validation_failed'] },
  {
    name: 'half of an object',
    parts: { raw: '{"content_type_id": "auth', headers: json },
    codes: ['malformed_request'],
    hint: 'JSON',
  },
  { name: 'two values', parts: { raw: '{} {}', headers: json }, codes: ['malformed_request'] },
  { name: 'single quotes', parts: { raw: "{'a': 1}", headers: json }, codes: ['malformed_request'] },
  { name: 'NaN', parts: { raw: '{"a": NaN}', headers: json }, codes: ['malformed_request'] },
  {
    name: 'a byte order mark alone',
    parts: { raw: Buffer.from([0xef, 0xbb, 0xbf]), headers: json },
    codes: ['malformed_request'],
  },
  {
    name: 'bytes that are not UTF-8',
    parts: { raw: Buffer.from([0x22, 0xff, 0xfe, 0x22]), headers: json },
    codes: ['malformed_request'],
    hint: 'UTF-8',
  },
  { name: 'a list', parts: { body: [] }, codes: ['validation_failed'] },
  { name: 'a text', parts: { body: 'text' }, codes: ['validation_failed'] },
  { name: 'null', parts: { body: null }, codes: ['validation_failed'] },
  { name: 'a number', parts: { body: 5 }, codes: ['validation_failed'] },
  { name: 'true', parts: { raw: 'true', headers: json }, codes: ['validation_failed'] },
  { name: 'an unknown key', parts: { body: entryBody({ slgu: 'x' }) }, codes: ['validation_failed'], hint: 'slug' },
  {
    name: 'an unknown field',
    parts: { body: entryBody({ fields: { nmae: 'x' } }) },
    codes: ['validation_failed'],
    hint: 'name',
  },
  {
    name: 'fields that are a list',
    parts: { body: entryBody({ fields: [] }) },
    codes: ['validation_failed'],
    hint: 'fields',
  },
  {
    name: 'fields that are null',
    parts: { body: entryBody({ fields: null }) },
    codes: ['validation_failed'],
    hint: 'fields',
  },
  {
    name: 'a number for text',
    parts: { body: entryBody({ fields: { name: 5 } }) },
    codes: ['validation_failed'],
    hint: 'fields.name.en-US',
  },
  {
    name: 'text for a type',
    parts: { body: entryBody({ content_type_id: 5 }) },
    codes: ['validation_failed'],
    hint: 'content_type_id',
  },
  {
    name: 'a type that is not there',
    parts: { body: entryBody({ content_type_id: 'auhtor' }) },
    codes: ['validation_failed'],
    hint: 'content_type_id',
  },
  { name: 'no type', parts: { body: { fields: {} } }, codes: ['validation_failed'], hint: 'content_type_id' },
  {
    name: 'NUL in text',
    parts: { raw: '{"content_type_id":"author","fields":{"name":"a\\u0000b"}}', headers: json },
    codes: ['validation_failed'],
    hint: 'NUL',
  },
  {
    name: 'NUL in a key',
    parts: { raw: '{"content_type_id":"author","fields":{"na\\u0000me":"x"}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'half a surrogate pair',
    parts: { raw: '{"content_type_id":"author","fields":{"name":"\\ud800"}}', headers: json },
    codes: ['validation_failed'],
    hint: 'surrogate',
  },
  {
    name: '__proto__ as a key',
    parts: { raw: '{"content_type_id":"author","fields":{"__proto__":{"name":"x"}}}', headers: json },
    codes: ['validation_failed'],
    hint: '__proto__',
  },
  {
    name: '__proto__ at the top',
    parts: { raw: '{"__proto__":{"admin":true},"content_type_id":"author","fields":{}}', headers: json },
    codes: ['validation_failed'],
    hint: '__proto__',
  },
  {
    name: 'an escaped __proto__',
    parts: { raw: '{"content_type_id":"author","fields":{"\\u005f_proto__":1}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'constructor as a field',
    parts: { body: entryBody({ fields: { constructor: 'x' } }) },
    codes: ['validation_failed'],
  },
  {
    name: 'hasOwnProperty as a field',
    parts: { body: entryBody({ fields: { hasOwnProperty: 'x' } }) },
    codes: ['validation_failed'],
  },
  {
    name: 'toString as a type',
    parts: { body: entryBody({ content_type_id: 'toString' }) },
    codes: ['validation_failed'],
  },
  {
    name: `${DEEP} lists in each other`,
    parts: { raw: '['.repeat(DEEP) + ']'.repeat(DEEP), headers: json },
    codes: ['validation_failed', 'malformed_request'],
  },
  {
    name: `${DEEP} objects in each other`,
    parts: { raw: `${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}`, headers: json },
    codes: ['validation_failed', 'malformed_request'],
  },
  {
    name: 'depth inside a json field',
    parts: {
      raw: `{"content_type_id":"article","fields":{"extra":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      headers: json,
    },
    codes: ['validation_failed', 'malformed_request'],
  },
  {
    name: 'a body of 2 MB',
    parts: { raw: JSON.stringify(entryBody({ fields: { name: 'x'.repeat(2 * MEBIBYTE) } })), headers: json },
    codes: ['payload_too_large'],
    hint: 'limit',
  },
  {
    name: 'a number out of range',
    parts: { raw: '{"content_type_id":"article","fields":{"rating":1e400000}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'an integer that is not safe',
    parts: { raw: '{"content_type_id":"article","fields":{"pages":9007199254740993}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'text/plain',
    parts: { raw: '{}', headers: { 'content-type': 'text/plain' } },
    codes: ['unsupported_media_type'],
    hint: 'application/json',
  },
  { name: 'no content type', parts: { raw: '{}' }, codes: ['unsupported_media_type'] },
  {
    name: 'a form',
    parts: { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'multipart',
    parts: { raw: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'XML',
    parts: { raw: '<a/>', headers: { 'content-type': 'application/xml' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'garbage behind the content type',
    parts: { raw: JSON.stringify(entryBody({ evil: 1 })), headers: { 'content-type': 'application/json garbage' } },
    codes: ['unsupported_media_type', 'validation_failed'],
  },
  {
    name: 'another charset',
    parts: { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
    codes: ['unsupported_media_type', 'validation_failed'],
  },
  {
    name: 'a gzipped body',
    parts: { raw: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'a brotli body',
    parts: { raw: brotliCompressSync(Buffer.alloc(MEBIBYTE)), headers: { ...json, 'content-encoding': 'br' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'an idempotency key of 256 characters',
    parts: { body: entryBody({}), headers: { 'idempotency-key': 'k'.repeat(256) } },
    codes: ['validation_failed'],
  },
  {
    name: 'an If-Match that is no version',
    method: 'PATCH',
    path: '/entries/{entry}',
    parts: { body: { fields: {} }, headers: { 'if-match': 'W/"x"' } },
    codes: ['validation_failed'],
  },
  {
    name: 'a version that is no number',
    method: 'PATCH',
    path: '/entries/{entry}',
    parts: { body: { version: 'x', fields: {} } },
    codes: ['validation_failed'],
    hint: 'version',
  },
  {
    name: 'a status in a body',
    method: 'PATCH',
    path: '/entries/{entry}',
    parts: { body: { status: 'published' } },
    codes: ['validation_failed'],
    hint: 'status',
  },
  {
    name: 'a body with an action that takes none',
    method: 'POST',
    path: '/entries/{entry}/publish',
    parts: { body: { force: true } },
    codes: ['validation_failed'],
  },
  {
    name: 'a broken body with an action',
    method: 'POST',
    path: '/entries/{entry}/publish',
    parts: { raw: '{', headers: json },
    codes: ['malformed_request'],
  },
];

const list = (query: string, codes: readonly string[] = ['validation_failed'], hint?: string): Case => ({
  name: `${query.slice(0, 60)} on delivery`,
  method: 'GET',
  path: `{read}/entries?${query}`,
  codes,
  ...(hint === undefined ? {} : { hint }),
});

const queries: readonly Case[] = [
  ...['-1', '0', '1001', '1e9', 'abc', '1.5', '', '0x10', '99999999999999999999', 'NaN', '%00'].map((limit) =>
    list(`limit=${limit}`, undefined, limit === '%00' ? 'NUL' : 'limit'),
  ),
  ...['-1', 'abc', '1e3', '2147483648', '100001'].map((skip) => list(`skip=${skip}`)),
  ...['4', '-1', '1.5', 'all', ''].map((include) => list(`include=${include}`, undefined, 'include')),
  ...['fr', '', '**', 'en-us%00', '__proto__'].map((locale) =>
    list(`locale=${locale}`, undefined, locale.includes('%00') ? 'NUL' : 'locale'),
  ),
  ...[
    'nothing',
    '-',
    '',
    'fields.',
    '-password',
    'created_by',
    'fields.a.b.c',
    '__proto__',
    'title;drop table entries',
  ].map((order) => list(`order=${encodeURIComponent(order)}`)),
  ...['x', '', '__proto__', 'fields.nothing'].map((select) => list(`select=${select}`)),
  ...[
    'fields.nothing=1',
    'fields.=1',
    'fields=1',
    'fields.name[foo]=1',
    'fields.name[=1',
    'fields.a.b.c=1',
    'fields.__proto__=1',
    'fields.constructor.prototype=1',
  ].map((query) => list(query)),
  list("fields.name'%20or%20'1'='1=x"),
  list('lmit=5', undefined, 'limit'),
  list('access_token=x'),
  list('q=x'),
  list('min_revision=1'),
  list('limit=1&limit=2', undefined, 'limit'),
  list('cursor=abc'),
  list('cursor=%00%ff', ['validation_failed', 'malformed_request']),
  list('%E0%A4%A', ['malformed_request', 'validation_failed', 'not_found']),
  list('content_type=nothing', undefined, 'content_type'),
  list(Array.from({ length: 300 }, (_, index) => `x${index}=1`).join('&')),
  list(`slug=${'x'.repeat(20_000)}`, ['headers_too_large', 'validation_failed']),
];

const paths: readonly Case[] = [
  { name: 'a path that is not there', method: 'GET', path: '/nothing', codes: ['not_found'] },
  {
    name: 'a method that is not there',
    method: 'PUT',
    path: '/spaces',
    parts: { body: {} },
    codes: ['method_not_allowed'],
  },
  { name: 'DELETE of a list', method: 'DELETE', path: '{base}/entries', codes: ['method_not_allowed'] },
  {
    name: 'a method that nobody knows',
    method: 'PROPFIND',
    path: '/spaces',
    codes: ['method_not_allowed', 'not_found'],
  },
  { name: 'a slash too many', method: 'GET', path: '//spaces', codes: ['not_found'] },
  { name: 'a slash at the end', method: 'GET', path: '/spaces/', codes: ['not_found'] },
  { name: 'dots in a path', method: 'GET', path: '/spaces/../spaces', codes: ['not_found'] },
  { name: 'encoded dots in a path', method: 'GET', path: '/entries/%2e%2e', codes: ['not_found'] },
  { name: 'an encoded slash in an id', method: 'GET', path: '/entries/a%2fb', codes: ['not_found'] },
  {
    name: 'NUL in a path',
    method: 'GET',
    path: '/entries/a%00b',
    codes: ['not_found', 'malformed_request', 'validation_failed'],
  },
  { name: 'a broken escape in a path', method: 'GET', path: '/entries/%zz', codes: ['malformed_request', 'not_found'] },
  {
    name: 'bytes that are not UTF-8 in a path',
    method: 'GET',
    path: '/entries/%ff%fe',
    codes: ['malformed_request', 'not_found'],
  },
  { name: 'upper case', method: 'GET', path: '/SPACES', codes: ['not_found'] },
  { name: 'an id of nobody', method: 'GET', path: '/entries/ent_zzzzzz_nothing', codes: ['not_found'] },
  { name: 'an id of another kind', method: 'GET', path: '/content-types/{entry}', codes: ['not_found'] },
  { name: 'a key where an id is due', method: 'GET', path: '/entries/known', codes: ['not_found'] },
  {
    name: 'an id that is far too long',
    method: 'GET',
    path: `/entries/${'x'.repeat(3_000)}`,
    codes: ['not_found', 'validation_failed', 'headers_too_large'],
  },
  {
    name: '__proto__ as an environment',
    method: 'GET',
    path: '{space}/environments/__proto__/entries',
    codes: ['not_found'],
  },
  {
    name: 'a version that is none',
    method: 'GET',
    path: '/entries/{entry}/versions/0',
    codes: ['not_found', 'validation_failed'],
  },
  {
    name: 'a version that is a word',
    method: 'GET',
    path: '/entries/{entry}/versions/first',
    codes: ['not_found', 'validation_failed'],
  },
  {
    name: 'a version out of range',
    method: 'GET',
    path: '/entries/{entry}/versions/99999999999999999999',
    codes: ['not_found', 'validation_failed'],
  },
  {
    name: 'a key of dots in PUT',
    method: 'PUT',
    path: '{base}/entries/..%2f',
    parts: { body: entryBody({}) },
    codes: ['not_found', 'validation_failed'],
  },
  {
    name: 'huge headers',
    method: 'GET',
    path: '/spaces',
    parts: { headers: { 'x-padding': 'x'.repeat(40_000) } },
    codes: ['headers_too_large'],
  },
];

const models: readonly Case[] = [
  ...["id'); DROP", 'a.b', '$x', '__proto__', 'constructor', 'ü', '', '1a', 'x'.repeat(65)].map((id) => ({
    name: `a field called ${id.slice(0, 20) || 'nothing'}`,
    path: '{base}/content-types',
    parts: { body: { name: 'Bad', fields: [{ id, name: 'x', type: 'string' }] } },
    codes: ['validation_failed'],
  })),
  ...['(?=x)', '\\1', '(', '((a{1,1000}){1,1000})', 'x'.repeat(513)].map((pattern) => ({
    name: `the pattern ${pattern.slice(0, 20)}`,
    path: '{base}/content-types',
    parts: { body: { name: 'Bad', fields: [{ id: 'a', name: 'a', type: 'string', validations: { pattern } }] } },
    codes: ['validation_failed'],
    hint: 'pattern',
  })),
  {
    name: 'a thousand fields',
    path: '{base}/content-types',
    parts: {
      body: {
        name: 'Bad',
        fields: Array.from({ length: 1_000 }, (_, n) => ({ id: `f${n}`, name: 'f', type: 'string' })),
      },
    },
    codes: ['validation_failed'],
  },
  ...['../x', 'MASTER', 'a b', '', 'x'.repeat(65), '__proto__', '-a'].map((name) => ({
    name: `an environment called ${name.slice(0, 20) || 'nothing'}`,
    path: '{space}/environments',
    parts: { body: { name } },
    codes: ['validation_failed'],
    hint: 'name',
  })),
  {
    name: 'an environment that is there',
    path: '{space}/environments',
    parts: { body: { name: 'master' } },
    codes: ['conflict'],
  },
  { name: 'a space without a name', path: '/spaces', parts: { body: {} }, codes: ['validation_failed'], hint: 'name' },
  {
    name: 'a space with a name of 10,000 letters',
    path: '/spaces',
    parts: { body: { name: 'x'.repeat(10_000) } },
    codes: ['validation_failed'],
    hint: 'name',
  },
  {
    name: 'a key of no kind',
    path: '{space}/api-keys',
    parts: { body: { name: 'x', kind: 'master' } },
    codes: ['validation_failed'],
    hint: 'kind',
  },
];

const tokens: readonly Case[] = [
  ...[
    '',
    'x',
    'cms_del_',
    `cms_mgm_${'A'.repeat(49)}`,
    'a.b.c',
    '...',
    `ey${'x'.repeat(5_000)}.e30.x`,
    'cms_xxx_abc',
  ].map((token) => ({
    name: `the token ${token.slice(0, 20) || 'nothing'}`,
    method: 'GET',
    path: '/spaces',
    parts: { token: null, headers: { authorization: `Bearer ${token}` } },
    codes: ['unauthenticated'],
  })),
  {
    name: 'Basic',
    method: 'GET',
    path: '/spaces',
    parts: { token: null, headers: { authorization: 'Basic YTpi' } },
    codes: ['unauthenticated'],
  },
  { name: 'no token', method: 'GET', path: '/spaces', parts: { token: null }, codes: ['unauthenticated'] },
  {
    name: 'no token on a path with a bad body',
    parts: { token: null, raw: '{', headers: json },
    codes: ['unauthenticated'],
  },
  {
    name: 'no token on delivery',
    method: 'GET',
    path: '{read}/entries',
    parts: { token: null },
    codes: ['unauthenticated'],
  },
];

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
  table('bodies', bodies);
  table('queries', queries);
  table('paths', paths);
  table('models', models);
  table('tokens', tokens);

  it('broken HTTP is answered or cut off, and harms nobody', async () => {
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
      const answer = await sendBytes(stage.url, bytes);
      assert.match(answer, /^(HTTP\/1\.1 4\d\d |$)/, bytes.slice(0, 60));
      const body = answer.split('\r\n\r\n')[1] ?? '';
      if (body !== '') assert.deepEqual(Object.keys(JSON.parse(body)), ['detail'], answer);
    }
    await scene.owner.get('/auth/me', 200);
  });
});

function assertRefused(answer: Answer, one: Case): void {
  const code = String(answer.at('detail.code'));
  assert.ok(one.codes.includes(code), String(answer));
  assert.equal(answer.status, statusOf[code], String(answer));
  assert.deepEqual(Object.keys(answer.json ?? {}), ['detail']);
  assert.match(answer.string('detail.message'), /^\S.{10,}[.!?]$/s, 'a message is a sentence');
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  if (one.hint !== undefined) assert.ok(answer.text.includes(one.hint), `${one.hint} is not in ${answer}`);
  if (code === 'unauthenticated') assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
  if (code === 'validation_failed') assert.ok(answer.list('detail.errors').length > 0);
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
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
  });
}
