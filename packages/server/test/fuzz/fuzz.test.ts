/**
 * Requests generated from the service's own description, with valid tokens: none is answered with a 5xx, every
 * refusal has exactly the key `detail`, and the service lives on. `FUZZ_REQUESTS` and `FUZZ_SEED` steer a run.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { Actor, send } from '../client.ts';
import { createEntry, makeMagazine, makeScene, type Scene } from '../scene.ts';
import { onEachEngine } from '../stage.ts';
import { type GeneratedRequest, requestsTo, routesOf } from './generated-requests.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
/** What would end the scene that the requests are sent to. */
const DESTRUCTIVE = [/^DELETE \/spaces\/\{[^}]+\}$/, /^\w+ \/auth\/(logout|sessions|login|signup|forgot-password)/];

onEachEngine('generated requests', (stage) => {
  let scene: Scene;
  let description: unknown;
  let known: Record<string, string>;
  before(async () => {
    scene = await makeScene(stage.url);
    await makeMagazine(scene);
    const entry = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    description = (await new Actor(stage.url, null).get('/openapi.json', 200)).json;
    known = await knownParameters(scene, entry);
  });

  it(`cause no 5xx in ${REQUESTS} tries (seed ${SEED})`, async () => {
    const routes = routesOf(description).filter(
      (route) => !DESTRUCTIVE.some((shape) => shape.test(`${route.method} ${route.path}`)),
    );
    assert.ok(routes.length > 40, `${routes.length} routes are described`);
    const request = fc.oneof(...routes.map((route) => requestsTo(route, description, known)));
    const property = fc.asyncProperty(request, (one) => assertTaken(stage.url, scene, one));
    await fc.assert(property, { seed: SEED, numRuns: REQUESTS });
    await scene.owner.get('/auth/me', 200);
  });
});

async function assertTaken(url: string, scene: Scene, request: GeneratedRequest): Promise<void> {
  const actor = request.path.includes('/delivery/') ? scene.delivery : scene.owner;
  const parts = {
    token: actor.token,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const answer = await send(url, request.method, request.path, parts);
  assert.ok(answer.status < 500, String(answer));
  if (answer.status >= 400) {
    assert.deepEqual(Object.keys(answer.json ?? {}), ['detail'], String(answer));
    assert.equal(typeof answer.at('detail.code'), 'string', String(answer));
  }
}

/** Values for path parameters, by every name that a route may give them. */
async function knownParameters(scene: Scene, entry: string): Promise<Record<string, string>> {
  const type = await scene.owner.get(`${scene.base}/content-types`, 200);
  const locale = await scene.owner.get(`${scene.space}/locales`, 200);
  const key = await scene.owner.get(`${scene.space}/api-keys`, 200);
  const spaceId = scene.spaceId;
  const typeId = type.string('items.0.id');
  return {
    space: spaceId,
    spaceId,
    space_id: spaceId,
    env: 'master',
    environment: 'master',
    environmentName: 'master',
    entryId: entry,
    entry_id: entry,
    entry,
    contentTypeId: typeId,
    content_type_id: typeId,
    apiId: 'author',
    api_id: 'author',
    localeId: locale.string('items.0.id'),
    locale_id: locale.string('items.0.id'),
    keyId: key.string('items.0.id'),
    key_id: key.string('items.0.id'),
    accountId: scene.member.accountId,
    account_id: scene.member.accountId,
    key: 'fuzzed',
    version: '1',
    n: '1',
    assetId: 'picture',
  };
}
