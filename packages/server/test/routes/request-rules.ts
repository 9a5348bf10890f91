/**
 * Rules that every route keeps, generated from its description: unknown or unreadable input is rejected, a stale `version` is a
 * conflict in the body as in the header, reads have tags, and every response has its request ids.
 */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type ApiResponse, type RequestParts, send, valueAt } from '../../../testing/src/client.ts';
import type { Scene } from '../../../testing/src/given.ts';
import { listOf, type Route } from './described-routes.ts';
import { LINES_HEADERS } from './ground.ts';
import { bodyWith, type PathIds, pathOf } from './resources.ts';
import type { NamedRow } from './table.ts';

const STALE = 9_999;
const BODY_BYTES_MAX = 1024 * 1024;
const SKIP_MAX = 100_000;
const JSON_HEADERS = { 'content-type': 'application/json' };
/** Pages and the service itself, which ignore what they do not read; files have tests of their own. */
const SERVICE = /^\/(healthz|readyz|metrics|metrics\/top|openapi\.json|docs|assets\/.*)$/;
/** Routes that act on all sessions, on the calling one, or on what has no version. */
const WITHOUT_VERSION: readonly string[] = [
  'DELETE /auth/sessions',
  'POST /auth/logout',
  'DELETE /auth/second-factor/totp',
  'DELETE /spaces/{space_id}/exports/{export_id}',
  'DELETE /spaces/{space_id}/imports/{import_id}',
  'DELETE /spaces/{space_id}/environments/{environment}/calendar/feed',
  'DELETE /spaces/{space_id}/preview-links/{preview_link_id}',
];
/** Refusals that a route owes every body that it cannot read. */
const UNREADABLE: readonly (readonly [status: number, code: string, RequestParts])[] = [
  [400, 'malformed_request', { raw: '{"a":', headers: JSON_HEADERS }],
  [400, 'malformed_request', { raw: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_HEADERS }],
  [413, 'payload_too_large', { raw: Buffer.alloc(BODY_BYTES_MAX + 1, 0x20), headers: JSON_HEADERS }],
  [415, 'unsupported_media_type', { raw: 'a', headers: { 'content-type': 'text/plain' } }],
  [415, 'unsupported_media_type', { raw: gzipSync('{}'), headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' } }],
];

/** A route in a scene. */
export interface TriedRoute {
  readonly row: NamedRow;
  readonly route: Route;
  /** The whole description. */
  readonly description: unknown;
  readonly scene: Scene;
  readonly ids: PathIds;
}

/** One rule: the routes it applies to, their minimum number, and a check that fails if it is broken. */
interface Rule {
  readonly applies: (tried: TriedRoute) => boolean;
  readonly routesMin: number;
  readonly check: (tried: TriedRoute) => Promise<void>;
}

/** The rules by what a route does that keeps them. */
export const requestRules: Readonly<Record<string, Rule>> = {
  'refuses an unknown key of its body, and nothing else': {
    applies: (tried) => keepsRules(tried) && tried.row.method !== 'GET' && !takesOtherThanJson(tried),
    routesMin: 100,
    check: async (tried) => {
      const response = await ask(tried, { body: { ...bodyOf(tried), zz: 1 } });
      assert.equal(response.status, 422, String(response));
      assert.deepEqual(response.each('detail.errors', 'path'), ['zz'], String(response));
    },
  },
  'refuses an unknown parameter': {
    applies: keepsRules,
    routesMin: 170,
    check: async (tried) => {
      const parts = takes(tried, 'application/x-ndjson') ? { headers: LINES_HEADERS } : { body: bodyOf(tried) ?? {} };
      const hasBody = tried.row.method !== 'GET' && !takes(tried, 'multipart/form-data');
      const response = await ask(tried, hasBody ? parts : {}, '?zz=1');
      assertRefused(response, 422, 'validation_failed');
      assert.ok(response.each('detail.errors', 'path').includes('query.zz'), String(response));
    },
  },
  'refuses a body that it cannot read': {
    applies: (tried) => takes(tried, 'application/json'),
    routesMin: 75,
    check: async (tried) => {
      for (const [status, code, parts] of UNREADABLE) assertRefused(await ask(tried, parts), status, code);
    },
  },
  'refuses a name with a control character, and nothing else': {
    applies: (tried) => keepsRules(tried) && namesIn(tried).length > 0,
    routesMin: 20,
    check: async (tried) => {
      for (const name of namesIn(tried)) {
        for (const character of ['\r', '\n', '\u001b', '\u007f', '\u0085', '\u2028']) {
          const response = await ask(tried, { body: { ...bodyOf(tried), [name]: `a${character}b` } });
          assert.equal(response.status, 422, `${JSON.stringify(character)} ${response}`);
          assert.deepEqual(response.each('detail.errors', 'path'), [name], String(response));
        }
      }
    },
  },
  'refuses a whole number in its path or query unless it is plain digits': {
    applies: (tried) => keepsRules(tried) && integersIn(tried).length > 0,
    routesMin: 35,
    check: async (tried) => {
      for (const { name, where } of integersIn(tried)) {
        for (const text of ['1e0', '0x1', '%201', '1.0', '%2B1']) {
          const isPath = where === 'path';
          const ids = isPath ? { ...tried.ids, [name]: text } : tried.ids;
          const response = await ask({ ...tried, ids }, {}, isPath ? '' : `?${name}=${text}`);
          assert.equal(response.status, 422, String(response));
          assert.ok(response.each('detail.errors', 'path').includes(`${where}.${name}`), String(response));
        }
      }
    },
  },
  'refuses a stale version, in the body and in the header alike': {
    applies: (tried) => keepsRules(tried) && takesVersion(tried),
    routesMin: 55,
    check: async (tried) => {
      const body = bodyOf(tried);
      const isBare = tried.row.method === 'DELETE' && body === undefined;
      const inHeader = { ...(isBare ? {} : { body: body ?? {} }), headers: { 'if-match': `"${STALE}"` } };
      for (const parts of [{ body: { ...body, version: STALE } }, inHeader]) {
        const response = await ask(tried, parts);
        assertRefused(response, 409, 'version_conflict');
        assert.equal(response.at('detail.expected'), STALE);
      }
    },
  },
  'takes the version of what it changes or deletes': {
    applies: ({ row }) => ['PATCH', 'PUT', 'DELETE'].includes(row.method) && !WITHOUT_VERSION.includes(row.name),
    routesMin: 40,
    check: async (tried) => assert.ok(takesVersion(tried), 'its responses need version_conflict'),
  },
  'is 304 where the client has what it reads': {
    applies: (tried) =>
      keepsRules(tried) && tried.row.method === 'GET' && tried.row.access !== 'read' && takes304(tried),
    routesMin: 20,
    check: async (tried) => {
      const first = await ask(tried);
      assert.equal(first.headers.etag, `"${first.number('version')}"`, String(first));
      const again = await ask(tried, { headers: { 'if-none-match': String(first.headers.etag) } });
      assert.deepEqual([again.status, again.text], [304, ''], String(again));
      assert.equal((await ask(tried, { headers: { 'if-none-match': '"0"' } })).status, 200);
    },
  },
  'refuses a skip beyond the last with the name of the cursor': {
    applies: (tried) => keepsRules(tried) && parametersOf(tried).includes('skip'),
    routesMin: 30,
    check: async (tried) => {
      const response = await ask(tried, {}, `?skip=${SKIP_MAX + 1}`);
      assert.equal(response.at('detail.errors.0.path'), 'query.skip', String(response));
      assert.match(response.string('detail.message'), /cursor/);
    },
  },
  'requires a token, unless it is public, and says so': {
    applies: () => true,
    routesMin: 180,
    check: async (tried) => {
      const isGuarded = tried.row.access !== 'public';
      assert.equal(Number(valueAt(tried.route.operation, 'security.length')) > 0, isGuarded, 'in its description');
      if (!isGuarded) return;
      const response = await ask(tried, { token: null });
      assertRefused(response, 401, 'unauthenticated');
      assert.match(String(response.headers['www-authenticate']), /^Bearer/);
    },
  },
  'echoes the id of a request, and names the version of the API': {
    applies: () => true,
    routesMin: 180,
    check: async (tried) => {
      const query = keepsRules(tried) ? '?zz=1' : '';
      const { headers } = await ask(tried, { token: null, headers: { 'x-request-id': 'mine' } }, query);
      assert.deepEqual([headers['x-request-id'], headers['x-cms-version']], ['mine', '1']);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    },
  },
};

let networks = 0;

/** Sends a request to a route, of a network of its own: what one can send without a token is bounded. */
export function ask({ row, scene, ids }: TriedRoute, parts: RequestParts = {}, query = ''): Promise<ApiResponse> {
  const { token } = row.access === 'read' ? scene.delivery : scene.owner;
  const headers = { ...parts.headers, 'x-forwarded-for': `192.0.2.${++networks % 250}` };
  return send(scene.url, row.method, pathOf(row.name, ids) + query, { token, ...parts, headers });
}

function assertRefused(response: ApiResponse, status: number, code: string): void {
  assert.equal(response.status, status, String(response));
  assert.equal(response.at('detail.code'), code, String(response));
  assert.deepEqual(Object.keys(response.json ?? {}), ['detail']);
}

/** Whether it is a route of the interface, which refuses what it does not know. */
function keepsRules({ row }: TriedRoute): boolean {
  return !SERVICE.test(row.path);
}

/** A body that the route accepts but for the one thing that a rule adds. */
function bodyOf({ row, ids }: TriedRoute): Record<string, unknown> | undefined {
  return row.body === undefined ? undefined : bodyWith(row.body, ids);
}

function contentOf({ route }: TriedRoute): object {
  return (valueAt(route.operation, 'requestBody.content') ?? {}) as object;
}

function takes(tried: TriedRoute, type: string): boolean {
  return Object.hasOwn(contentOf(tried), type);
}

function takesOtherThanJson(tried: TriedRoute): boolean {
  return Object.keys(contentOf(tried)).length > 0 && !takes(tried, 'application/json');
}

function parametersOf({ route }: TriedRoute): string[] {
  const parameters = listOf(valueAt(route.operation, 'parameters'));
  return parameters.map((one) => String(valueAt(one, 'name') ?? valueAt(one, '$ref')));
}

function takesVersion(tried: TriedRoute): boolean {
  return parametersOf(tried).includes('#/components/parameters/IfMatch');
}

function takes304({ route }: TriedRoute): boolean {
  return valueAt(route.operation, 'responses.304') !== undefined;
}

/** The names that a body may have at its top. */
function namesIn({ route, description }: TriedRoute): string[] {
  const schema = valueAt(route.operation, 'requestBody.content.application/json.schema');
  const [, component] = /^#\/components\/schemas\/(.+)$/.exec(String(valueAt(schema, '$ref'))) ?? [];
  const properties = valueAt(
    component === undefined ? schema : valueAt(description, `components.schemas.${component}`),
    'properties',
  );
  return Object.keys((properties ?? {}) as object).filter((name) => /^(.+_)?name$/.test(name));
}

/** The parameters that are whole numbers. */
function integersIn({ route }: TriedRoute): { name: string; where: string }[] {
  const parameters = (valueAt(route.operation, 'parameters') ?? []) as { name: string; in: string; schema?: object }[];
  return parameters
    .filter(({ schema }) => valueAt(schema, 'type') === 'integer')
    .map(({ name, in: where }) => ({ name, where }));
}
