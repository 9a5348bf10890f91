/**
 * What the service says of itself: the description of its interface, which must be whole and true, its page, which
 * must load nothing from elsewhere, its health and its metrics.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { errorCatalogue } from '../../../contract/src/errors.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { createService, type Service } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { PROGRAM_COMMIT, PROGRAM_VERSION } from '../../src/platform/config/program-version.ts';
import { freshBackupFolder } from '../operations/backup/fresh-folder.ts';

/** Bodies that are files or have some: nobody can write one down. */
const FILES = ['multipart/form-data', 'application/x-tar', '*/*'];
const METRICS_TOKEN = 'the-metrics-token';

type Json = Record<string, unknown>;
interface Described {
  readonly route: string;
  readonly operation: Json;
}

function start(variables: Record<string, string> = {}): Promise<Service> {
  const base = { LECTERN_DATA_DIR: temporaryFolder('docs'), LECTERN_LOG_LEVEL: 'silent' };
  return createService(readConfig({ ...base, ...variables }), { checkResponses: true });
}

describe('the description of the service', () => {
  let service: Service;
  let text: string;
  let document: Json;
  let operations: Described[];
  before(async () => {
    service = await start({ LECTERN_METRICS_TOKEN: METRICS_TOKEN, LECTERN_BACKUP: freshBackupFolder() });
    text = (await service.app.inject('/openapi.json')).body;
    document = JSON.parse(text);
    operations = Object.entries(at(document, 'paths')).flatMap(([path, item]) =>
      Object.entries(item as Json).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path}`,
        operation: operation as Json,
      })),
    );
  });
  after(() => service.close());

  describe('openapi.json', () => {
    it('is OpenAPI 3.1 in which every reference leads somewhere', () => {
      assert.equal(document.openapi, '3.1.0');
      assert.deepEqual([at(document, 'info').title, at(document, 'info').version], ['Lectern', '1']);
      const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
      assert.ok(references.length > 100);
      for (const path of new Set(references)) {
        const target = path.split('/').reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);
        assert.equal(typeof target, 'object', `${path} is not there`);
      }
      for (const kind of Object.values(at(document, 'components'))) {
        for (const name of Object.keys(kind as Json)) assert.match(name, /^[A-Za-z0-9_-]+$/);
      }
    });

    it('has for every route its summary, tag, name, tokens and parameters', () => {
      assert.ok(operations.length > 50, `${operations.length} routes`);
      const tags = (document.tags as Json[]).map(({ name }) => name);
      const names = operations.map(({ operation }) => operation.operationId);
      assert.equal(new Set(names).size, names.length, 'two routes have one name');
      for (const { route, operation } of operations) {
        assert.match(String(operation.summary), /^[A-Z].*[^.]$/, route);
        const own = operation.tags as string[];
        assert.ok(own.length === 1 && tags.includes(own[0] ?? ''), `${route} needs one tag`);
        for (const scheme of operation.security as Json[]) {
          for (const name of Object.keys(scheme))
            assert.ok(name in at(at(document, 'components'), 'securitySchemes'), route);
        }
        const named = [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
        const declared = parametersOf(operation).filter((parameter) => parameter.in === 'path');
        assert.deepEqual(declared.map(({ name }) => name).sort(), named.sort(), route);
      }
    });

    it('has for every route its responses: one success, and each error in one form', () => {
      for (const { route, operation } of operations) {
        const statuses = Object.keys(at(operation, 'responses'));
        assert.ok(
          statuses.some((status) => status.startsWith('2')),
          `${route} has no successful response`,
        );
        assert.ok(statuses.includes('500'), route);
        const isOpen = (operation.security as Json[]).length === 0;
        for (const status of ['401', '403']) assert.ok(isOpen || statuses.includes(status), `${route} needs ${status}`);
        for (const [status, response] of Object.entries(at(operation, 'responses'))) {
          const { description } = resolved(document, response);
          assert.ok(typeof description === 'string' && description !== 'Default Response', `${route} ${status}`);
          const isOwn = route === 'GET /readyz' && status === '503';
          assert.equal('$ref' in (response as Json), Number(status) >= 400 && !isOwn, `${route} ${status}`);
        }
      }
    });

    it('has every error of the catalogue, with an example', () => {
      for (const code of Object.keys(errorCatalogue)) {
        assert.ok(text.includes(`{"const":"${code}"}`) || text.includes(`"code":{"enum":["${code}"]`), code);
      }
    });

    it('has a small part for sites, which says nothing of the rest', async () => {
      const part = (await service.app.inject('/openapi.json?part=content')).json();
      const paths = Object.keys(at(part, 'paths'));
      const reading = Object.keys(at(document, 'paths')).filter((path) => /\/delivery\/|^\/assets\//.test(path));
      assert.deepEqual(paths, reading);
      for (const path of paths) assert.deepEqual(at(part, 'paths')[path], at(document, 'paths')[path]);
      assert.deepEqual(Object.keys(at(at(part, 'components'), 'securitySchemes')), ['deliveryToken', 'previewToken']);
      const { schemas } = at(part, 'components') as { schemas: Json };
      assert.ok('RichText' in schemas && 'DeliveredEntry' in schemas && !('ManagedEntry' in schemas));
      for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
        assert.ok(name in at(at(part, 'components'), kind), name);
      assert.ok(JSON.stringify(part).length < text.length / 5);
      assert.equal((await service.app.inject('/openapi.json?part=rest')).statusCode, 422);
    });

    it('says of parameters that take objects that each key is sent in brackets', () => {
      const parameters = operations.flatMap(({ operation }) => parametersOf(operation));
      const objects = parameters.filter(({ schema }) => JSON.stringify(schema).includes('"object"'));
      assert.deepEqual([...new Set(objects.map(({ name }) => name))].sort(), [
        'created_at',
        'fields',
        'published_at',
        'updated_at',
      ]);
      for (const { style, explode } of objects) assert.deepEqual([style, explode], ['deepObject', true]);
    });

    it('has valid examples of all requests and successful responses', () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
      const validators = new Map<string, ValidateFunction>();
      let examples = 0;
      const check = (place: string, schema: unknown, values: readonly unknown[]) => {
        const key = JSON.stringify(schema);
        const validate = validators.get(key) ?? ajv.compile({ ...(schema as Json), components: document.components });
        validators.set(key, validate);
        for (const value of values) {
          assert.ok(validate(value), `${place}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
          examples += 1;
        }
      };
      for (const { route, operation } of operations) {
        for (const parameter of parametersOf(operation)) {
          // Values of the path and the query are text where they are sent.
          const values = examplesOf(parameter).map((value) =>
            at(parameter, 'schema').type === 'string' ? String(value) : value,
          );
          check(`${route} ${parameter.name}`, parameter.schema, values);
        }
        const responses = Object.entries(at(operation, 'responses'));
        const bodies = [operation.requestBody, ...responses.map(([, response]) => response)];
        for (const holder of bodies) {
          for (const [type, media] of Object.entries(at(resolved(document, holder), 'content')) as [string, Json][]) {
            const values = examplesOf(media);
            const isOwnError = holder === at(operation, 'responses')['503'];
            assert.ok(
              values.length > 0 || isOwnError || FILES.includes(type),
              `${route} ${type} has no example; run node scripts/write-examples.ts`,
            );
            check(route, media.schema, values);
          }
        }
      }
      assert.ok(examples > 300, `${examples} examples`);
    });

    it('reveals neither the version of the program nor internals', () => {
      const paths = Object.keys(at(document, 'paths'));
      assert.deepEqual(
        paths.filter((path) => path.includes('*') || path.startsWith('/docs/')),
        [],
      );
      assert.doesNotMatch(text, /node_modules|scalar|fastify/i);
    });
  });

  describe('the page', () => {
    it('loads nothing but files of this service, and its policy allows nothing else', async () => {
      const page = await service.app.inject('/docs');
      assert.equal(page.statusCode, 200);
      const policy = String(page.headers['content-security-policy']);
      assert.doesNotMatch(policy, /unsafe-eval|https?:|\*/);
      assert.match(policy, /default-src 'none'.*script-src 'self'.*connect-src 'self'/);
      const loaded = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1] ?? '');
      assert.ok(loaded.length >= 3);
      for (const address of loaded.filter((other) => other !== 'data:,')) {
        assert.doesNotMatch(address, /^\/|:/, `${address} is not relative`);
        assert.equal((await service.app.inject(`/${address}`)).statusCode, 200, address);
      }
    });

    it('is where a browser gets that opens the service, under a path of a proxy too', async () => {
      const { statusCode, headers } = await service.app.inject('/');
      assert.deepEqual([statusCode, headers.location], [302, 'docs']);
      assert.equal((await service.app.inject({ method: 'HEAD', url: '/' })).statusCode, 302);
    });

    it('starts the viewer with settings that name no other host', async () => {
      const script = await service.app.inject('/docs/start.js');
      assert.match(script.body, /"url":"openapi\.json"/);
      assert.doesNotMatch(script.body, /\/\//);
      assert.match(script.body, /"withDefaultFonts":false.*"telemetry":false/);
    });

    for (const url of ['/docs/viewer.js', '/openapi.json', '/openapi.json?part=content']) {
      it(`sends ${url} small, and once`, async () => {
        const read = (headers: Record<string, string>) => service.app.inject({ url, headers });
        const plain = await read({ 'accept-encoding': 'gzip;q=0' });
        assert.equal(plain.headers['content-encoding'], undefined);
        const tags = new Set([plain.headers.etag]);
        for (const [accepted, encoding, decoded] of [
          ['gzip', 'gzip', gunzipSync],
          ['gzip, br', 'br', brotliDecompressSync],
        ] as const) {
          const small = await read({ 'accept-encoding': accepted });
          assert.equal(small.headers['content-encoding'], encoding);
          assert.equal(small.headers.vary, 'Accept-Encoding');
          assert.ok(decoded(small.rawPayload).equals(plain.rawPayload));
          assert.ok(small.rawPayload.length < plain.rawPayload.length / 2);
          const tag = String(small.headers.etag);
          const again = await read({ 'accept-encoding': accepted, 'if-none-match': `"other", W/${tag}` });
          assert.deepEqual([again.statusCode, again.body], [304, '']);
          tags.add(tag);
        }
        assert.equal(tags.size, 3);
      });
    }

    it('serves no other file of the package', async () => {
      for (const path of [
        '/docs/',
        '/docs/index.html',
        '/docs/js/scalar.js',
        '/docs/..%2fpackage.json',
        '/viewer/js/scalar.js',
      ]) {
        assert.equal((await service.app.inject(path)).statusCode, 404, path);
      }
    });
  });

  describe('its health', () => {
    it('needs no token, and is not cached', async () => {
      const [live, ready] = [await service.app.inject('/healthz'), await service.app.inject('/readyz')];
      assert.deepEqual([live.statusCode, live.json()], [200, { status: 'ok' }]);
      assert.deepEqual(
        [ready.statusCode, ready.json()],
        [
          200,
          {
            status: 'ok',
            database: 'ok',
            writes: 'ok',
            draining: false,
            version: PROGRAM_VERSION,
            commit: PROGRAM_COMMIT,
          },
        ],
      );
      assert.deepEqual([live.headers['cache-control'], ready.headers['cache-control']], ['no-store', 'no-store']);
    });

    it('is not ready while the process shuts down', async () => {
      service.readiness.draining = true;
      const [live, ready] = [await service.app.inject('/healthz'), await service.app.inject('/readyz')];
      service.readiness.draining = false;
      assert.equal(live.statusCode, 200);
      assert.deepEqual([ready.statusCode, ready.json().draining, ready.json().detail.code], [503, true, 'unavailable']);
      assert.equal(ready.headers['retry-after'], '1');
    });
  });

  describe('its metrics', () => {
    const authorization = `Bearer ${METRICS_TOKEN}`;

    it('need the token; without it the path does not exist', async () => {
      const nothing = await service.app.inject('/no-such-path');
      for (const wrong of [undefined, 'Bearer wrong', METRICS_TOKEN, `${authorization}x`]) {
        const response = await service.app.inject({
          url: '/metrics',
          headers: wrong === undefined ? {} : { authorization: wrong },
        });
        assert.deepEqual([response.statusCode, response.body], [404, nothing.body], String(wrong));
      }
      const without = await start();
      const response = await without.app.inject({ url: '/metrics', headers: { authorization } });
      await without.close();
      assert.deepEqual([response.statusCode, response.body], [404, nothing.body]);
    });

    it('count requests by the pattern of their route, never by what a client wrote', async () => {
      await service.app.inject('/spaces/spc_private');
      await service.app.inject({ method: 'PATCH', url: '/made-up-path?x=private' });
      const { body } = await service.app.inject({ url: '/metrics', headers: { authorization } });
      const counted = 'lectern_http_request_duration_seconds_count';
      assert.match(body, new RegExp(`${counted}\\{method="GET",route="/spaces/:space_id",status="401"\\} 1`));
      assert.match(body, new RegExp(`${counted}\\{method="",route="404",status="404"\\} [1-9]`));
      assert.doesNotMatch(body, /private|made-up/);
      for (const name of [
        'process_resident_memory_bytes',
        'nodejs_eventloop_lag_seconds',
        'lectern_index_memory_bytes',
        'lectern_large_response_bytes',
      ]) {
        assert.match(body, new RegExp(`^${name} [\\d.]+$`, 'm'));
      }
    });

    it('say which background jobs there are, as docs/operations/metrics.md does', async () => {
      const { body } = await service.app.inject({ url: '/metrics', headers: { authorization } });
      const jobs = [...body.matchAll(/^lectern_job_runs_total\{job="([^"]+)"\} \d+$/gm)].map(([, job]) => job);
      const page = await readFile(new URL('../../../../docs/operations/metrics.md', import.meta.url), 'utf8');
      const documented = [...page.matchAll(/^\| `([a-z-]+)` \| (?:each|one) /gm)].map(([, job]) => job);
      assert.deepEqual(
        jobs,
        documented,
        'its table has one row for each row of composition/background-jobs.ts, in their order',
      );
      assert.match(body, /^# TYPE lectern_job_runs_total counter$/m);
      assert.match(body, /^lectern_job_last_success_timestamp_seconds\{job="webhook-sending"\} 1[\d.e+]+$/m);
    });
  });

  function parametersOf(operation: Json): Json[] {
    return ((operation.parameters as Json[] | undefined) ?? []).map((parameter) => resolved(document, parameter));
  }
});

/** The object under a key; an empty one if there is none. */
function at(value: unknown, key: string): Json {
  return ((value as Json | undefined)?.[key] as Json | undefined) ?? {};
}

function resolved(document: Json, value: unknown): Json {
  const reference = (value as Json | undefined)?.$ref;
  if (typeof reference !== 'string') return (value as Json | undefined) ?? {};
  const keys = reference.split('/').slice(1);
  return keys.reduce<unknown>((found, key) => (found as Json)[key], document) as Json;
}

function examplesOf(holder: Json): unknown[] {
  if (holder.example !== undefined) return [holder.example];
  const examples = Object.values(at(holder, 'examples')) as Json[];
  return examples.filter((example) => 'value' in example).map((example) => example.value);
}
