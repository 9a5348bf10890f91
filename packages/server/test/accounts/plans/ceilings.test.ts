/**
 * Ceilings of plans: nobody can create more than a plan allows, however many try at once and on whichever node; deletion frees
 * capacity; and the counters match the actual contents.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { createEntry, given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { subscribe, writePlans } from './plans-file.ts';
import { assertCounted } from './recount.ts';

const LIMIT = 10;
const TRIES = Number(process.env.CEILING_TRIES ?? 30);
const FILE_BYTES = 1_000;

interface Try {
  readonly scene: Scene;
  /** The owner, at either node. */
  readonly owner: Actor;
  readonly n: number;
}

/** How to create one of each metric; `used` is what a scene has before. */
const creating: Record<string, (one: Try) => Promise<ApiResponse>> = {
  spaces: ({ owner, n }) => owner.post('/spaces', { name: `Space ${n}` }),
  environments: ({ owner, scene, n }) => owner.post(`${scene.space}/environments`, { name: `branch-${n}` }),
  locales: ({ owner, scene, n }) => owner.post(`${scene.space}/locales`, { code: `de-x-v${n}` }),
  content_types: ({ owner, scene, n }) => owner.post(`${scene.base}/content-types`, { name: `Type ${n}`, fields: [] }),
  entries: ({ owner, scene, n }) =>
    owner.post(`${scene.base}/entries`, { content_type_id: 'author', fields: { name: `Author ${n}` } }),
  assets: ({ owner, scene, n }) => upload(owner, scene, n),
  asset_bytes: ({ owner, scene, n }) => upload(owner, scene, n),
  members: ({ owner, scene, n }) => addBySCIM(owner, scene, n),
  api_keys: ({ owner, scene, n }) => owner.post(`${scene.space}/api-keys`, { name: `Key ${n}`, kind: 'delivery' }),
  webhooks: ({ owner, scene, n }) =>
    owner.post(`${scene.space}/webhooks`, { name: `Hook ${n}`, url: 'https://93.184.215.14/hook' }),
};
/** Routes that create what plans count, besides those of SCIM, which has a description of its own. */
const creatingRoutes = [
  'post /spaces',
  'post /spaces/{space_id}/environments',
  'post /spaces/{space_id}/environments/{environment}/clone',
  'post /spaces/{space_id}/environments/{environment}/merges',
  'post /spaces/{space_id}/environments/{environment}/merges/{merge_id}/undo',
  'post /spaces/{space_id}/locales',
  'post /spaces/{space_id}/environments/{environment}/content-types',
  'put /spaces/{space_id}/environments/{environment}/content-types/{api_id}',
  'post /spaces/{space_id}/environments/{environment}/entries',
  'put /spaces/{space_id}/environments/{environment}/entries/{key}',
  'post /spaces/{space_id}/environments/{environment}/media',
  'patch /media/{asset_id}',
  'post /spaces/{space_id}/api-keys',
  'post /spaces/{space_id}/webhooks',
  'post /invitations/accept',
  'post /auth/signup',
];
const limits: Record<string, number> = { asset_bytes: LIMIT * FILE_BYTES };
const scimTokens = new Map<string, string>();

describeEachEngine('ceilings', (engine) => {
  const nodes: TestService[] = [];
  let database: Database;
  before(async () => {
    const plans = Object.keys(creating).map((metric) => ({
      id: metric,
      name: metric,
      price: 0,
      interval: 'month',
      limits: { [metric]: limits[metric] ?? LIMIT },
    }));
    const env = { LECTERN_PLANS_FILE: writePlans([{ id: 'all', name: 'All', price: 0, interval: 'year' }, ...plans]) };
    for (let node = 0; node < 2; node++)
      nodes.push(
        await startService(
          { engine, env: { ...env, LECTERN_DEFAULT_PLAN: 'all' } },
          { mergeSizes: { whole: 2, part: 1 } },
        ),
      );
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await Promise.all(nodes.map((node) => node.close()));
  });

  async function sceneOn(plan: string): Promise<Scene> {
    const scene = await given(nodes[0]?.url ?? '', { types: magazine });
    await subscribe(database, scene.member.accountId, plan);
    return scene;
  }

  for (const [metric, create] of Object.entries(creating)) {
    it(`leave exactly as many ${metric} as allowed of ${TRIES} that are created at once`, async () => {
      const scene = await sceneOn(metric);
      await scimTokenOf(scene);
      const limit = limits[metric] ?? LIMIT;
      const usedBefore = (await assertCounted(database.reader))[scene.member.accountId]?.[metric] ?? 0;
      const responses = await Promise.all(
        Array.from({ length: TRIES }, (_, n) =>
          create({ scene, n, owner: new Actor(nodes[n % 2]?.url ?? '', scene.owner.token) }),
        ),
      );
      const created = responses.filter(({ status }) => status === 201).length;
      const unit = limit / LIMIT;
      assert.equal(created, (limit - usedBefore) / unit, String(responses.find(({ status }) => status !== 201)));
      for (const response of responses.filter(({ status }) => status !== 201)) refused(response, metric, limit);
      assert.equal((await assertCounted(database.reader))[scene.member.accountId]?.[metric], limit);
    });
  }

  it('are described for every route that creates', async () => {
    const { paths } = (await new Actor(nodes[0]?.url ?? '', null).get('/openapi.json', 200)).json as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const without = creatingRoutes.filter((route) => {
      const [method = '', path = ''] = route.split(' ');
      return paths[path]?.[method]?.responses['402'] === undefined;
    });
    assert.deepEqual(without, []);
  });

  it('are given back by what is deleted, whole environments and spaces too', async () => {
    const scene = await sceneOn('entries');
    const author = { content_type_id: 'author', fields: { name: 'Ada' } };
    const ids: string[] = [];
    for (let n = 0; n < LIMIT; n++) ids.push(await createEntry(scene.owner, scene.base, author));
    refused(await scene.owner.post(`${scene.base}/entries`, author), 'entries', LIMIT);
    await scene.owner.delete(`/entries/${ids[0]}`, 204);
    await createEntry(scene.owner, scene.base, author);
    await scene.owner.delete(scene.space, 204);
    const counted = (await assertCounted(database.reader))[scene.member.accountId];
    assert.deepEqual(
      { ...counted, members: 0 },
      Object.fromEntries(Object.keys(counted ?? {}).map((name) => [name, 0])),
    );
    const space = `/spaces/${(await scene.owner.post('/spaces', { name: 'Next' }, 201)).string('id')}`;
    await scene.owner.post(`${space}/environments`, { name: 'branch' }, 201);
    const branch = `${space}/environments/branch`;
    await scene.owner.post(`${branch}/content-types`, { api_id: 'author', name: 'Author', fields: [] }, 201);
    for (let n = 0; n < LIMIT; n++)
      await scene.owner.post(`${branch}/entries`, { content_type_id: 'author', fields: {} }, 201);
    await scene.owner.delete(branch, 204);
    assert.equal((await assertCounted(database.reader))[scene.member.accountId]?.entries, 0);
  });

  it('take nothing for what fails, and nothing twice for one Idempotency-Key', async () => {
    const scene = await sceneOn('entries');
    const body = { content_type_id: 'author', fields: { name: 'Ada' }, key: 'ada' };
    for (let n = 0; n < 3; n++)
      await scene.owner.post(`${scene.base}/entries`, body, 201, { 'idempotency-key': 'one' });
    assertError(await scene.owner.post(`${scene.base}/entries`, body), 409, 'conflict');
    assertError(
      await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'author', fields: { name: 1 } }),
      422,
      'validation_failed',
    );
    assert.equal((await assertCounted(database.reader))[scene.member.accountId]?.entries, 1);
    const others = Array.from({ length: LIMIT }, () => ({ content_type_id: 'author', fields: {} }));
    for (const other of others.slice(1)) await scene.owner.post(`${scene.base}/entries`, other, 201);
    const headers = { 'idempotency-key': 'late' };
    refused(await scene.owner.post(`${scene.base}/entries`, others[0], undefined, headers), 'entries', LIMIT);
    await scene.owner.delete(`${scene.base}/entries/ada`, 204);
    await scene.owner.post(`${scene.base}/entries`, others[0], 201, headers);
  });

  it('refuse what is new after a downgrade, and nothing that is there', async () => {
    const scene = await sceneOn('all');
    const author = { content_type_id: 'author', fields: { name: 'Ada' } };
    const ids: string[] = [];
    for (let n = 0; n < LIMIT + 2; n++) ids.push(await createEntry(scene.owner, scene.base, author));
    await subscribe(database, scene.member.accountId, 'entries');
    const response = await scene.owner.post(`${scene.base}/entries`, author);
    assertError(response, 402, 'plan_limit_reached');
    assert.equal(response.at('detail.used'), LIMIT + 2);
    await scene.owner.patch(`/entries/${ids[0]}`, { fields: { name: 'Grace' } }, 200);
    await scene.owner.post(`/entries/${ids[0]}/publish`, undefined, 200);
    assert.equal((await scene.owner.get(`${scene.base}/entries?limit=1`, 200)).number('total'), LIMIT + 2);
    await scene.owner.post(`${scene.base}/entries/bulk`, { action: 'delete', ids: ids.slice(0, 3) }, 200);
    await createEntry(scene.owner, scene.base, author);
    await assertCounted(database.reader);
  });

  it('refuse a merge in parts, and undoing it, before anything is written', async () => {
    const { owner, base, ...scene } = await sceneOn('entries');
    const authors = async (place: string, name: string, count: number) => {
      for (let n = 1; n <= count; n++)
        await createEntry(owner, place, { key: `${name}-${n}`, content_type_id: 'author', fields: { name } });
    };
    const deleteAuthors = async (place: string, name: string, count: number) => {
      for (let n = 1; n <= count; n++) await owner.delete(`${place}/entries/${name}-${n}`, 204);
    };
    await authors(base, 'old', 3);
    await cloneOf({ owner, base, ...scene }, 'branch');
    const branch = `${scene.space}/environments/branch`;
    await deleteAuthors(branch, 'old', 3);
    await authors(branch, 'new', 4);
    await authors(base, 'other', 1);
    const merge = () => owner.post(`${base}/merges`, { from: 'branch', dry_run: false });
    const response = await merge();
    refused(response, 'entries', LIMIT);
    assert.match(response.string('detail.message'), /room for 4 more/);
    assert.equal((await owner.get(`${base}/merges`, 200)).at('total'), 0);
    await deleteAuthors(branch, 'new', 3);
    await deleteAuthors(base, 'other', 1);
    const merged = await merge();
    assert.deepEqual([merged.status, merged.at('parts')], [201, 4]);
    await authors(branch, 'full', LIMIT - 2);
    const undo = `${base}/merges/${merged.string('id')}/undo`;
    refused(await owner.post(undo), 'entries', LIMIT);
    assert.equal((await owner.get(undo.slice(0, -'/undo'.length), 200)).at('complete'), true);
    await deleteAuthors(branch, 'full', 3);
    await owner.post(undo, undefined, 200);
    await assertCounted(database.reader);
  });

  it('stop an import at the line that is beyond, and let the lines before it stand', async () => {
    const scene = await sceneOn('entries');
    const lines = Array.from({ length: 300 }, (_, n) => ({
      entry: { key: `line-${n}`, content_type: 'author', fields: { name: { 'en-US': `Line ${n}` } } },
    }));
    const raw = [...lines, lines[0]].map((line) => JSON.stringify(line)).join('\n');
    const response = await scene.owner.send('POST', `${scene.base}/import`, {
      raw,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(response.status, 200, String(response));
    const results = response.list('results') as { result: string; error?: { code: string } }[];
    assert.equal(results.filter(({ result }) => result === 'created').length, LIMIT);
    assert.ok(results.slice(0, LIMIT).every(({ result }) => result === 'created'));
    assert.ok(results.slice(LIMIT, -1).every(({ error }) => error?.code === 'plan_limit_reached'));
    assert.equal(results.at(-1)?.result, 'unchanged');
    assert.equal((await assertCounted(database.reader))[scene.member.accountId]?.entries, LIMIT);
  });

  it('leave as many as allowed of imports at once', async () => {
    const scene = await sceneOn('entries');
    const imports = Array.from({ length: 6 }, (_, n) => {
      const lines = Array.from({ length: 8 }, (__, line) =>
        JSON.stringify({ entry: { key: `k${n}-${line}`, content_type: 'author', fields: {} } }),
      );
      const parts = { raw: lines.join('\n'), headers: { 'content-type': 'application/x-ndjson' } };
      return new Actor(nodes[n % 2]?.url ?? '', scene.owner.token).send('POST', `${scene.base}/import`, parts);
    });
    const results = (await Promise.all(imports)).flatMap((response) =>
      response.status === 402 ? [] : (response.each('results', 'result') as string[]),
    );
    assert.equal(results.filter((result) => result === 'created').length, LIMIT);
    assert.equal((await assertCounted(database.reader))[scene.member.accountId]?.entries, LIMIT);
  });
});

function assertError(response: ApiResponse, status: number, code: string): void {
  assert.deepEqual([response.status, response.at('detail.code')], [status, code], String(response));
}

function refused(response: ApiResponse, metric: string, limit: number): void {
  assert.equal(response.status, 402, String(response));
  // SCIM has its own format of error responses.
  if (response.request.includes('/scim/')) return;
  assertError(response, 402, 'plan_limit_reached');
  assert.deepEqual([response.at('detail.metric'), response.at('detail.limit')], [metric, limit]);
  assert.ok(response.number('detail.used') <= limit);
}

async function upload(owner: Actor, { base }: Scene, n: number): Promise<ApiResponse> {
  const file = { name: `note-${n}.txt`, bytes: String(n).padEnd(FILE_BYTES, '.') };
  return owner.send('POST', `${base}/media`, await formOf([['file', file]]));
}

async function scimTokenOf({ owner, member }: Scene): Promise<void> {
  const made = await owner.post(`/accounts/${member.accountId}/scim-tokens`, { name: 'test' }, 201);
  scimTokens.set(member.accountId, made.string('token'));
}

async function addBySCIM({ url }: Actor, { member }: Scene, n: number): Promise<ApiResponse> {
  const body = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `member-${n}-${member.accountId.slice(-6).toLowerCase()}@example.com`,
  };
  return send(url, 'POST', '/scim/v2/Users', { token: scimTokens.get(member.accountId) ?? '', body });
}
