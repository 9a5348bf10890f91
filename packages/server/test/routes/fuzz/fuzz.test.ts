/**
 * Requests generated from the service's own description, with valid tokens: none is answered with a 5xx, every
 * refusal has exactly the key `detail`, and the service lives on. `FUZZ_REQUESTS` makes a run longer.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { Actor, type ApiResponse, send } from '../../../../testing/src/client.ts';
import { createEntry, given, invite, joinAs, magazine, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { mergedBranch } from '../../branches/merging/merges.ts';
import { archiveOf, importInto, makeExport } from '../../branches/transfer/archives.ts';
import { providerOf } from '../../identity/scim/provider.ts';
import { routesOf } from '../described-routes.ts';
import { type GeneratedRequest, requestsTo } from './generated-requests.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 700);
/** How many of each there are, so that some are left after others were deleted. */
const ENTRIES = 30;
const KEYS = 5;
/** What the service of the tests has no model and no Stripe for. */
const NOT_CONFIGURED: ReadonlySet<string> = new Set(['ai_not_configured', 'billing_not_configured']);
/** What would end the scene that the requests are sent to, or, by requiring a second factor, lock its owner out. */
const DESTRUCTIVE = [
  /^DELETE \/spaces\/\{[^}]+\}$/,
  /^PATCH \/accounts\/\{[^}]+\}$/,
  /^\w+ \/auth\/(logout|sessions|login|signup|forgot-password)/,
];

onEachEngine('generated requests', (stage) => {
  let scene: Scene;
  let description: unknown;
  let known: Record<string, string[]>;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    description = (await new Actor(stage.url, null).get('/openapi.json', 200)).json;
    known = await knownParameters(scene);
  });

  it(`cause no 5xx in ${REQUESTS} tries (seed ${SEED})`, async (context) => {
    const tally = new Map<number, number>();
    const routes = routesOf(description).filter(
      (route) => !DESTRUCTIVE.some((shape) => shape.test(`${route.method} ${route.path}`)),
    );
    assert.ok(routes.length > 40, `${routes.length} routes are described`);
    const request = fc.oneof(...routes.map((route) => requestsTo(route, description, known)));
    const property = fc.asyncProperty(request, async (one) => {
      const status = await assertTaken(stage.url, scene, one);
      tally.set(status, (tally.get(status) ?? 0) + 1);
    });
    await fc.assert(property, { seed: SEED, numRuns: REQUESTS });
    context.diagnostic(`answered with ${[...tally].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
    await scene.owner.get('/auth/me', 200);
  });
});

async function assertTaken(url: string, scene: Scene, request: GeneratedRequest): Promise<number> {
  const actor = request.path.includes('/delivery/') ? scene.delivery : scene.owner;
  const parts = {
    token: actor.token,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  const response = await send(url, request.method, request.path, parts);
  assert.ok(response.status < 500 || isExpected(request, response), String(response));
  if (response.status >= 400) {
    assert.deepEqual(Object.keys(response.json ?? {}), ['detail'], String(response));
    assert.equal(typeof response.at('detail.code'), 'string', String(response));
  }
  return response.status;
}

/** Values for path parameters, by name: several of what requests may delete. */
async function knownParameters(scene: Scene): Promise<Record<string, string[]>> {
  const entries: string[] = [];
  for (let n = 0; n < ENTRIES; n++) {
    const content_type_id = n % 2 === 0 ? 'author' : 'article';
    const fields = n % 2 === 0 ? { name: 'Ada' } : { title: `Title ${n}` };
    entries.push(await createEntry(scene.owner, scene.base, { content_type_id, fields }));
  }
  await scene.owner.put(`${scene.space}/environment-aliases/live`, { environment: 'master' }, 201);
  const provider = await providerOf(scene.member);
  const tokens = await scene.owner.get(`/accounts/${scene.member.accountId}/scim-tokens`, 200);
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n++) {
    const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'x', kind: 'preview' }, 201);
    keys.push(key.string('id'));
  }
  const views: string[] = [];
  for (const shared of [true, false]) {
    const view = await scene.owner.post(`${scene.space}/views`, { name: 'x', shared, query: '', columns: [] }, 201);
    views.push(view.string('id'));
  }
  const changeSet = (await scene.owner.post(`${scene.base}/change-sets`, { name: 'x' }, 201)).string('id');
  const link = await scene.owner.post(`${scene.space}/preview-links`, { change_set: changeSet }, 201);
  const locale = await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
  const types = (await scene.owner.get(`${scene.base}/content-types`, 200)).each('items', 'id').map(String);
  return {
    space_id: [scene.spaceId],
    environment: ['master', 'live', 'branch'],
    alias: ['live', 'next'],
    merge_id: [await mergedBranch(scene)],
    entry_id: entries,
    id: [...types, ...entries.slice(0, 4)],
    api_id: ['author', 'article', 'fresh'],
    locale_id: [locale.string('id')],
    key_id: keys,
    view_id: views,
    change_set_id: [changeSet],
    preview_link_id: [link.string('id')],
    account_id: [scene.member.accountId],
    record_id: (await scene.owner.get(`/accounts/${scene.member.accountId}/audit`, 200))
      .each('items', 'id')
      .map(String),
    user_id: [(await joinAs(scene.member, 'editor')).userId],
    invitation_id: [await invite(scene.member), await invite(scene.member)],
    group_id: [await provider.addGroup('One'), await provider.addGroup('Two')],
    token_id: tokens.each('items', 'id').map(String),
    key: ['fuzzed', 'other'],
    version: ['1', '2'],
    export_id: [(await makeExport(scene)).string('id')],
    import_id: [(await importInto(scene, archiveOf([['export.json', '{}']]))).string('id')],
  };
}

/** What the service says of itself or of its future: no language model is set up here, and a revision may never come. */
function isExpected(request: GeneratedRequest, response: ApiResponse): boolean {
  return NOT_CONFIGURED.has(String(response.at('detail.code'))) || asksForTheFuture(request, response);
}

/** A revision in the future is refused with a request to retry; that is not a fault. */
function asksForTheFuture({ path }: GeneratedRequest, response: ApiResponse): boolean {
  return path.includes('min_revision=') && response.status === 503 && response.headers['retry-after'] !== undefined;
}
