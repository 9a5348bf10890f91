/**
 * What every route does alike, generated from `openapi.json`: bodies that are broken, too large, compressed or of
 * another media type, parameters that are unknown, and answers to whoever has no token.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Actor, type RequestParts, send, valueAt } from './client.ts';
import { type Route, routesOf } from './described-routes.ts';
import { makeScene, type Scene } from './scene.ts';
import { onEachEngine } from './stage.ts';

const BODY_BYTES_MAX = 1024 * 1024;
const json = { 'content-type': 'application/json' };

/** Refusals that a route owes every body that it cannot read. */
const bodies: readonly (readonly [string, number, string, RequestParts])[] = [
  ['broken JSON', 400, 'malformed_request', { raw: '{"a":', headers: json }],
  ['bytes that are not UTF-8', 400, 'malformed_request', { raw: Buffer.from([0x22, 0xff, 0x22]), headers: json }],
  [
    'a body that is too large',
    413,
    'payload_too_large',
    { raw: Buffer.alloc(BODY_BYTES_MAX + 1, 0x20), headers: json },
  ],
  ['plain text', 415, 'unsupported_media_type', { raw: 'a', headers: { 'content-type': 'text/plain' } }],
  [
    'a compressed body',
    415,
    'unsupported_media_type',
    { raw: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } },
  ],
];

onEachEngine(
  'every route',
  (stage) => {
    let scene: Scene;
    let routes: Route[];
    before(async () => {
      scene = await makeScene(stage.url);
      routes = routesOf((await new Actor(stage.url, null).get('/openapi.json', 200)).json);
      assert.ok(routes.length > 40);
    });

    let networks = 0;
    /** Of many networks: what one of them can send without a token is bounded. */
    const fromElsewhere = (headers: RequestParts['headers']) => ({
      ...headers,
      'x-forwarded-for': `192.0.2.${++networks % 250}`,
    });

    /** Sends a request to a route of the scene and checks what it is refused with. */
    const refused = async (route: Route, parts: RequestParts, status: number, code: string, query = '') => {
      const headers = fromElsewhere(parts.headers);
      const response = await send(stage.url, route.method, pathIn(scene, route) + query, { ...parts, headers });
      assert.equal(response.status, status, String(response));
      assert.equal(response.at('detail.code'), code);
      assert.deepEqual(Object.keys(response.json ?? {}), ['detail']);
    };

    for (const [name, status, code, parts] of bodies) {
      it(`that takes a JSON body refuses ${name} with ${status}`, async () => {
        const taking = routes.filter((route) => valueAt(contentOf(route), 'application/json') !== undefined);
        assert.ok(taking.length > 15, `${taking.length} routes take JSON`);
        for (const route of taking) await refused(route, { token: scene.owner.token, ...parts }, status, code);
      });
    }

    it('refuses a parameter it does not know', async () => {
      const reading = routes.filter((route) => route.method === 'GET' && route.path.startsWith('/spaces'));
      for (const route of reading) {
        const { token } = route.path.includes('/delivery/') ? scene.delivery : scene.owner;
        await refused(route, { token }, 422, 'validation_failed', '?lmit=1');
      }
    });

    it('except the public ones requires a token, with the same message', async () => {
      const responses = new Set<string>();
      for (const route of routes.filter((candidate) => isGuarded(candidate))) {
        const response = await send(stage.url, route.method, pathIn(scene, route));
        assert.equal(response.status, 401, String(response));
        assert.match(String(response.headers['www-authenticate']), /^Bearer/);
        responses.add(response.text);
      }
      assert.equal(responses.size, 1, [...responses].join('\n'));
    });

    it('echoes the request id, and names the version of the API', async () => {
      for (const route of routes.filter((candidate) => candidate.method === 'GET')) {
        const response = await send(stage.url, 'GET', pathIn(scene, route), {
          headers: { 'x-request-id': 'from-the-client' },
        });
        assert.equal(response.headers['x-request-id'], 'from-the-client', String(response));
        assert.equal(response.headers['x-cms-version'], '1');
        assert.equal(response.headers['x-content-type-options'], 'nosniff');
      }
    });
  },
  { LECTERN_TRUSTED_PROXIES: '127.0.0.1/32' },
);

function contentOf(route: Route): unknown {
  return valueAt(route.operation, 'requestBody.content');
}

/** Whether the OpenAPI document requires a token. */
function isGuarded(route: Route): boolean {
  return Number(valueAt(route.operation, 'security.length') ?? 0) > 0;
}

/** The path of a route in the scene; what does not exist there is named `nothing`. */
function pathIn(scene: Scene, route: Route): string {
  return route.path
    .replace('{space_id}', scene.spaceId)
    .replace('{environment}', 'master')
    .replace('{account_id}', scene.member.accountId)
    .replaceAll(/\{[^}]+\}/g, 'nothing');
}
