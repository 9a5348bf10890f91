/** The OpenAPI document: operation names are stable, schemas are shared, examples are valid. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import type { Api } from '../api.ts';
import { responses } from '../error-schemas.ts';
import { shareSchemas } from './components.ts';
import { type ExampleIds, exampleIds, withIds } from './example-ids.ts';
import type { JsonObject } from './json.ts';
import { operationId, operationOf } from './operation.ts';
import { registerOpenApi } from './register.ts';
import { sectionsOf } from './sections.ts';

test('names of operations come from method and path', () => {
  const names = [
    ['GET', '/spaces', 'getSpaces'],
    ['GET', '/spaces/:space_id', 'getSpace'],
    ['PUT', '/spaces/:space_id/environments/:environment/content-types/:api_id', 'putSpaceEnvironmentContentType'],
    ['POST', '/entries/:entry_id/versions/:version/restore', 'postEntryVersionRestore'],
    ['GET', '/openapi.json', 'getOpenapiJson'],
    ['DELETE', '/spaces/:space_id/environment-aliases/:alias', 'deleteSpaceEnvironmentAlias'],
    ['GET', '/environments/:environment/merges/:merge_id', 'getEnvironmentMerge'],
    ['GET', '/addresses/:address/statuses/:status', 'getAddressStatus'],
    ['GET', '/branches/:branch/releases/:release', 'getBranchRelease'],
    ['GET', '/access/:id/media/:asset_id', 'getAccessMedia'],
  ] as const;
  for (const [method, url, name] of names) assert.equal(operationId(method, url), name);
});

test('a route lists the errors it declares and those of its plane', () => {
  const schema = { response: { 201: Type.Object({}), ...responses('slug_conflict', 'conflict') } };
  const managed = operationOf({ method: 'POST', url: '/things', schema, config: { permission: 'thing.create' } });
  assert.deepEqual(Object.keys(managed.schema.response as object), ['201']);
  for (const code of ['slug_conflict', 'conflict', 'idempotency_conflict', 'wrong_plane', 'unauthenticated'] as const) {
    assert.ok(managed.errors.includes(code), code);
  }
  const open = operationOf({ method: 'GET', url: '/healthz', schema: {}, config: { public: true } });
  assert.deepEqual(open.errors, ['headers_too_large', 'internal_error']);
  assert.deepEqual([managed.plane, open.plane], ['management', 'public']);
  assert.equal(operationOf({ method: 'GET', url: '/x', schema: {}, config: {} }).plane, 'reading');
  const ending = {
    method: 'POST',
    url: '/auth/logout',
    schema: {},
    config: { loggedIn: true, orCookie: () => undefined },
  };
  assert.deepEqual((operationOf(ending).schema as JsonObject).security, [
    { managementToken: [] },
    { refreshCookie: [] },
  ]);
});

test('schemas with a title appear once, others with the same title get a number, data is left alone', () => {
  const components: JsonObject = {};
  const thing = { title: 'Thing', type: 'object', properties: { id: { type: 'string' } } };
  const page = (items: object) => ({
    type: 'object',
    properties: { items: { type: 'array', items }, total: {}, skip: {}, limit: {} },
  });
  const other = { title: 'Thing', type: 'string' };
  const shared = shareSchemas({ a: thing, b: page({ ...thing }), c: other, example: thing }, components);
  assert.deepEqual(shared, {
    a: { $ref: '#/components/schemas/Thing' },
    b: { $ref: '#/components/schemas/ThingPage' },
    c: { $ref: '#/components/schemas/Thing2' },
    example: thing,
  });
  assert.deepEqual(Object.keys(components), ['Thing', 'ThingPage', 'Thing2']);
});

test('sections have an order of their own, two sentences each, and come last if nobody described them', () => {
  const sections = sectionsOf(['Things', 'Audit', 'Entries', 'Audit', 'Delivery and preview']);
  assert.deepEqual(
    sections.map(({ name }) => name),
    ['Delivery and preview', 'Entries', 'Audit', 'Things'],
  );
  for (const { description } of sections.slice(0, -1)) assert.equal(description?.match(/[.](?= |$)/g)?.length, 2);
});

test('a running demo shows its own ids', () => {
  const own = Object.fromEntries(Object.keys(exampleIds).map((name) => [name, `own-${name}`])) as ExampleIds;
  const text = `${exampleIds.space} ent${exampleIds.environmentCode}home ${exampleIds.space}`;
  assert.equal(withIds(text, own), 'own-space entown-environmentCodehome own-space');
});

test('routes are described as they are at the first request, except the hidden ones', async () => {
  const app = Fastify();
  const openApi = registerOpenApi(app as unknown as Api, { serverUrl: 'https://cms.example.com' });
  app.register(async (plane) => {
    const Sent = Type.Object({ name: Type.String() }, { title: 'Sent' });
    const schema = {
      summary: 'Send',
      tags: ['Things'],
      body: Type.Union([Sent, Type.Null()]),
      response: { 204: Type.Null() },
    };
    plane.post('/things/:thing_id/send', { schema, config: { permission: 'thing.send' } }, () => null);
    plane.get('/secret', { schema: { hide: true } as object }, () => null);
  });
  await app.ready();
  const document = JSON.parse(await openApi.text(null));
  await app.close();
  assert.deepEqual(Object.keys(document.paths), ['/things/{thing_id}/send']);
  assert.deepEqual(document.servers, [{ url: 'https://cms.example.com' }]);
  const { post } = document.paths['/things/{thing_id}/send'];
  assert.equal(post.operationId, 'postThingSend');
  assert.equal(post.requestBody.required, false);
  assert.equal(post.responses[204].content, undefined);
  assert.deepEqual(post.security, [{ managementToken: [] }]);
  assert.deepEqual(post.responses[422], { $ref: '#/components/responses/ValidationFailed' });
  assert.deepEqual(Object.keys(document.components.schemas).slice(-1), ['Sent']);
});
