/** Details of the interface that no other story meets: each has to hold on both engines. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createEntry, field, given, makeKey, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { until } from '../../../testing/src/until.ts';

onEachEngine('the interface', (stage) => {
  let scene: Scene;
  let id: string;

  before(async () => {
    scene = await given(stage.url);
    const fields = [field('title', 'string', { required: true }), field('count', 'integer')];
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'page', name: 'Page', fields }, 201);
    id = await createEntry(scene.owner, scene.base, { content_type_id: 'page', fields: { title: 'One', count: 10 } });
  });

  it('shows a key no other space than its own, and nothing of accounts', async () => {
    const other = (await scene.owner.post('/spaces', { name: 'Other' }, 201)).string('id');
    const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'viewer' });
    const paths = [`/spaces/${other}`, `/spaces/${other}/webhooks`, `/spaces/${other}/api-keys`, `/spaces/spc_none`];
    for (const path of paths) {
      const response = await key.get(path, 404);
      assert.equal(response.at('detail.resource'), 'space');
    }
    await key.delete(`/spaces/${other}`, 404);
    await key.patch(`/spaces/${other}/locales/loc_none`, { name: 'x' }, 404);
    await key.get(`${scene.space}/webhooks`, 403);
    for (const actor of [key, scene.management]) {
      await actor.post('/spaces', { name: 'x' }, 403);
      await actor.get('/accounts', 403);
      await actor.get(`/accounts/${scene.member.accountId}`, 403);
      await actor.get('/accounts/acc_none/audit', 403);
    }
  });

  it('gives the errors of each entry of a bulk, and says where its id was', async () => {
    const empty = await createEntry(scene.owner, scene.base, { content_type_id: 'page', fields: { count: 1 } });
    const bulk = await scene.owner.post(`${scene.base}/entries/bulk`, { action: 'publish', ids: [empty, 'none'] }, 200);
    assert.equal(bulk.at('results.0.error.code'), 'validation_failed');
    assert.equal(bulk.at('results.0.error.errors.0.path'), 'fields.title.en-US');
    assert.equal(bulk.at('results.0.error.errors.0.rule'), 'required');
    assert.match(bulk.string('results.1.error.message'), /check the id in the body/);
  });

  it('compares with a version that is not there as with a bad parameter', async () => {
    const refused = await scene.owner.get(`/entries/${id}/versions/1/diff?to=99`, 422);
    assert.equal(refused.at('detail.errors.0.path'), 'query.to');
    await scene.owner.get(`/entries/${id}/versions/99/diff?to=1`, 404);
  });

  it('lists the latest requests of a space, with the key and the reason of a refusal, and without secrets', async () => {
    const fresh = await given(stage.url);
    const path = `${fresh.space}/requests`;
    const keyOf = async (name: string) => {
      const keys = await fresh.owner.get(`${fresh.space}/api-keys`, 200);
      return (keys.list('items') as { id: string; name: string; kind: string }[]).find(({ kind }) => kind === name);
    };
    const [delivery, management] = [await keyOf('delivery'), await keyOf('management')];
    for (let read = 0; read < 2; read++) await fresh.delivery.get(`${fresh.read}/entries?limit=1`, 200);
    const failing = [
      () => fresh.delivery.get(`${fresh.read}/entries?limit=1&access_token=secret`, 422),
      () => fresh.delivery.get(`${fresh.read}/entries/none`, 404),
      () => fresh.delivery.get(`${fresh.base}/entries`, 403),
      () => fresh.management.get(`${fresh.base}/entries?limit=0`, 422),
      () => fresh.owner.post(`${fresh.base}/entries`, { content_type_id: 'none' }, 422),
    ];
    // A request is listed once its response has been sent, which its client may know first.
    for (const [before, send] of failing.entries()) {
      await send();
      await until(async () => (await fresh.owner.get(`${path}?failed=true`, 200)).at('total') === before + 1);
    }
    const ofKey = await fresh.owner.get(`${path}?key=${delivery?.id}&order=-failed,at`, 200);
    assert.deepEqual(
      ofKey.list('items').map((item) => {
        const { plane, status, code, key } = item as Record<string, unknown>;
        return [plane, status, code, (key as { name: string }).name];
      }),
      [
        ['delivery', 422, 'validation_failed', delivery?.name],
        ['delivery', 404, 'not_found', delivery?.name],
        ['delivery', 403, 'wrong_plane', delivery?.name],
        ['delivery', 200, null, delivery?.name],
        ['delivery', 200, null, delivery?.name],
      ],
    );
    assert.equal(ofKey.string('items.0.path'), `${fresh.read}/entries?limit=1&access_token=[hidden]`);
    assert.match(ofKey.string('items.2.message'), /delivery plane/);
    const failed = await fresh.owner.get(`${path}?failed=true&plane=management&limit=1`, 200);
    assert.deepEqual([failed.at('total'), failed.at('items.0.code')], [2, 'validation_failed']);
    const next = /<([^>]*)>/.exec(String(failed.headers.link))?.[1] ?? '';
    const both = [failed, await fresh.owner.get(next, 200)];
    assert.deepEqual(
      both.map((page) => page.at('items.0.user_id') ?? page.at('items.0.key.id')),
      [fresh.member.userId, management?.id],
    );
    assert.equal((await fresh.owner.get(`${path}?path=ENTRIES/none`, 200)).at('total'), 1);
    assert.match(failed.string('source.node'), /^[a-z0-9]{6}$/);
    for (const query of ['?plane=scim', '?failed=maybe', '?order=path', '?since=x'])
      await fresh.owner.get(`${path}${query}`, 422);
    await fresh.delivery.get(path, 403);
    await scene.owner.get(path, 404);
    const foreign = await fresh.owner.get(`${path}?limit=1000`, 200);
    assert.ok(foreign.list('items').every((item) => (item as { user_id: string }).user_id !== scene.member.userId));
  });

  it('finds a whole number however it is written', async () => {
    for (const text of ['10', '10.0', '%2B10', '10.000']) {
      const found = await scene.preview.get(`${scene.read}/entries?content_type=page&fields.count=${text}`, 200);
      assert.deepEqual(found.each('items', 'id'), [id], text);
    }
  });

  it('tags what a token can see with its space', async () => {
    const info = await scene.delivery.get('/delivery/token-info', 200);
    assert.equal(info.headers['cache-tag'], scene.spaceId);
  });

  it('begins no message with a path', async () => {
    const refused = await scene.owner.get(`${scene.space}/webhooks?limit=0`, 422);
    assert.equal(refused.at('detail.message'), 'Has to be 1 or more (query.limit).');
  });

  it('offers no Idempotency-Key where it has no effect', async () => {
    const { json } = await scene.owner.get('/openapi.json', 200);
    const { paths } = json as { paths: Record<string, { post?: { parameters?: { $ref?: string }[] } }> };
    const offering = (path: string) =>
      JSON.stringify(paths[path]?.post?.parameters ?? []).includes('parameters/IdempotencyKey');
    assert.equal(offering('/spaces/{space_id}/environments/{environment}/import'), false);
    assert.equal(offering('/spaces/{space_id}/environments/{environment}/entries'), true);
  });

  it('versions sessions by their renewals', async () => {
    const [session] = (await scene.owner.get('/auth/sessions', 200)).list('items') as { id: string; version: number }[];
    assert.ok(session !== undefined && session.version === 1);
    const { refreshToken } = scene.member;
    await scene.owner.post('/auth/refresh', { refresh_token: refreshToken }, 200);
    const renewed = await scene.owner.get(`/auth/sessions/${session.id}`, 200);
    assert.ok(renewed.number('version') > 1);
    await scene.owner.delete(`/auth/sessions/${session.id}`, 409, { 'if-match': '"1"' });
  });
});
