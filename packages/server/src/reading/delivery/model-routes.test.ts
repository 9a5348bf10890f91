/** Content types and locales on the delivery and preview planes: what they show, their pages, tags and refusals. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

onEachEngine('the model on the reading planes', (stage) => {
  let scene: Scene;

  before(async () => {
    scene = await given(stage.url);
    await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: 'page', name: 'Page', fields: [field('title', 'string', { localized: true })] },
      201,
    );
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'author', name: 'Author', fields: [] }, 201);
    await scene.owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en-US', optional: true }, 201);
  });

  const types = (query = '') => `${scene.read}/content-types${query}`;
  const etagOf = ({ headers }: ApiResponse) => String(headers.etag);

  it('lists content types with their fields, and nothing that only editors need', async () => {
    const settings = {
      preview_url: 'https://www.example.com/{slug}?secret=quiet-harbour',
      layout: { side: ['title'] },
    };
    const managed = await scene.owner.patch(`${scene.base}/content-types/page`, settings, 200);
    const {
      version: _,
      hidden_fields: __,
      preview_url,
      preview_picture: ___,
      layout,
      warnings,
      ...visible
    } = managed.json as Record<string, unknown>;
    assert.equal(preview_url, settings.preview_url);
    assert.deepEqual(layout, { groups: [], side: ['title'], half: [] });
    assert.deepEqual(
      (warnings as { rule: string }[]).map(({ rule }) => rule),
      ['secret'],
    );
    for (const actor of [scene.delivery, scene.preview]) {
      const list = await actor.get(types('?order=-api_id'), 200);
      assert.deepEqual([list.at('total'), list.at('skip'), list.at('limit')], [2, 0, 100]);
      assert.deepEqual(list.each('items', 'api_id'), ['page', 'author']);
      assert.deepEqual(list.at('items.0'), visible);
      assert.ok(!list.text.includes('quiet-harbour'));
    }
  });

  it('lists locales with the code of the one that each falls back on', async () => {
    const list = await scene.delivery.get(`${scene.read}/locales?order=code`, 200);
    const shown = list.list('items') as Record<string, unknown>[];
    assert.deepEqual(
      shown.map(({ id: _, ...locale }) => locale),
      [
        { code: 'de', name: 'German', fallback: 'en-US', default: false, optional: true },
        { code: 'en-US', name: 'American English', fallback: null, default: true, optional: false },
      ],
    );
  });

  it('pages by cursor', async () => {
    const first = await scene.delivery.get(types('?limit=1'), 200);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await scene.delivery.get(next, 200);
    assert.deepEqual([...first.each('items', 'api_id'), ...second.each('items', 'api_id')], ['author', 'page']);
    assert.equal(second.headers.link, undefined);
  });

  it('has a tag that holds until the model changes, and tells caches what it rests on', async () => {
    const before = await scene.delivery.get(types(), 200);
    const code = String(before.string('items.0.id').split('_')[1]);
    assert.equal(before.headers['cache-tag'], `${scene.spaceId},environment_${code}`);
    assert.equal(before.headers['cache-control'], 'private, no-cache');
    assert.match(String(before.headers['x-cms-revision']), /^\d+$/);
    const known = { 'if-none-match': etagOf(before) };
    assert.equal((await scene.delivery.get(types(), 304, known)).text, '');
    const changed = await scene.owner.patch(`${scene.base}/content-types/author`, { name: 'Writer' }, 200);
    const revision = String(changed.headers['x-cms-revision']);
    const after = await scene.delivery.get(types(`?min_revision=${revision}`), 200, known);
    assert.deepEqual(after.each('items', 'name'), ['Writer', 'Page']);
    assert.ok(Number(after.headers['x-cms-revision']) >= Number(revision));
  });

  it('refuses what it does not take, and hides what the token does not see', async () => {
    for (const query of ['?limit=0', '?order=fields', '?locale=de', '?min_revision=x'])
      await scene.delivery.get(types(query), 422);
    await scene.delivery.get(`/spaces/${scene.spaceId}/environments/nothing/delivery/locales`, 404);
    await scene.delivery.get('/spaces/spc_nothing/environments/master/delivery/content-types', 404);
    await scene.owner.get(types(), 403);
    assert.equal((await new Actor(stage.url, null).send('GET', types())).status, 401);
  });
});
