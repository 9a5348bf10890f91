/** Saved views: what they list is checked, who sees and changes them, how many there may be, and what they go with. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Actor } from '../../../../testing/src/client.ts';
import { given, joinAs, type Member, magazine, makeKey, type Scene, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { VIEWS_MAX } from '../../../src/content/views/views.ts';

const drafts = {
  name: 'Waiting for review',
  shared: false,
  content_type: 'article',
  query: 'status=draft,changed&fields.title[exists]=true&q=tide&order=-updated_at',
  columns: ['title', 'status', 'updated_at'],
};

onEachEngine('saved views', (stage) => {
  let scene: Scene;
  let path: string;
  let editor: Member;
  let viewer: Member;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    path = `${scene.space}/views`;
    [editor, viewer] = [await joinAs(scene.member, 'editor'), await joinAs(scene.member, 'viewer')];
  });

  const save = async (by: Actor, body: object = {}) => (await by.post(path, { ...drafts, ...body }, 201)).string('id');
  const namesSeenBy = async (by: Actor) => (await by.get(`${path}?order=name`, 200)).each('items', 'name');

  it('keep what was saved, and raise their version with each change that is one', async () => {
    const made = await editor.actor.post(path, drafts, 201);
    const one = `${path}/${made.string('id')}`;
    assert.deepEqual([made.headers.location, made.headers.etag], [one, '"1"']);
    assert.deepEqual((await editor.actor.get(one, 200)).json, made.json);
    const { name, shared, content_type, query, columns } = made.json as typeof drafts;
    assert.deepEqual({ name, shared, content_type, query, columns }, drafts);
    const changed = await editor.actor.patch(one, { columns: ['slug'], content_type: null, query: '' }, 200);
    assert.deepEqual([changed.at('version'), changed.at('content_type'), changed.at('name')], [2, null, drafts.name]);
    assert.equal((await editor.actor.patch(one, { columns: ['slug'] }, 200)).at('version'), 2);
    assert.equal((await editor.actor.patch(one, { name: 'x', version: 1 }, 409)).at('detail.code'), 'version_conflict');
    await editor.actor.delete(one, 409, { 'if-match': '"1"' });
    await editor.actor.delete(one, 204);
    await editor.actor.get(one, 404);
  });

  it('list only what the list of entries would take', async () => {
    for (const [wrong, paths] of [
      [{ query: 'fields.titel=x' }, ['query.fields.titel']],
      [{ query: 'statsu=draft&order=nothing' }, ['query.statsu', 'query.order']],
      [{ query: 'status=lost' }, ['query.status']],
      [
        { query: 'limit=5&skip=3&cursor=x&content_type=author' },
        ['query.limit', 'query.skip', 'query.cursor', 'query.content_type'],
      ],
      [{ query: '?status=draft' }, ['query']],
      [{ content_type: 'novel' }, ['content_type']],
      [{ columns: ['title', 'title'] }, ['columns']],
    ] as const) {
      const refused = await editor.actor.post(path, { ...drafts, ...wrong }, 422);
      assert.deepEqual(refused.each('detail.errors', 'path'), paths, String(refused));
    }
    assert.equal(
      (await editor.actor.post(path, { ...drafts, query: 'q=%E4' }, 400)).at('detail.code'),
      'malformed_request',
    );
    await editor.actor.post(path, { ...drafts, environment: 'nowhere' }, 404);
  });

  it('are checked against the model of the environment that is named', async () => {
    await scene.owner.post(`${scene.space}/environments`, { name: 'redesign' }, 201);
    await scene.owner.post(
      `${scene.space}/environments/redesign/content-types`,
      { name: 'Recipe', fields: [{ id: 'minutes', type: 'integer' }] },
      201,
    );
    const recipes = { content_type: 'recipe', query: 'fields.minutes[lt]=30', columns: ['minutes'] };
    await editor.actor.post(path, { ...drafts, ...recipes }, 422);
    const id = await save(editor.actor, { ...recipes, environment: 'redesign' });
    await editor.actor.patch(`${path}/${id}`, { query: '' }, 422);
    await editor.actor.patch(`${path}/${id}`, { query: '', environment: 'redesign' }, 200);
    await editor.actor.delete(`${path}/${id}`, 204);
  });

  it('exist for their owner alone, unless they are shared', async () => {
    const own = await save(viewer.actor, { name: 'of the viewer' });
    const shared = await save(editor.actor, { name: 'of all', shared: true });
    const stranger = (await signUp(stage.url)).actor;
    const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'admin' });
    for (const other of [scene.owner, editor.actor, key]) {
      assert.deepEqual(await namesSeenBy(other), ['of all']);
      for (const id of [own, 'viw_nothing']) {
        const refusals = [
          await other.get(`${path}/${id}`, 404),
          await other.patch(`${path}/${id}`, { name: 'x' }, 404),
          await other.delete(`${path}/${id}`, 404),
        ];
        for (const refusal of refusals) assert.equal(refusal.at('detail.resource'), 'view');
      }
    }
    assert.deepEqual(await namesSeenBy(viewer.actor), ['of all', 'of the viewer']);
    assert.equal((await stranger.get(`${path}/${shared}`, 404)).at('detail.resource'), 'space');
    await editor.actor.delete(`${path}/${shared}`, 204);
    await viewer.actor.delete(`${path}/${own}`, 204);
  });

  it('are shared, changed and taken back by editors, and by keys only shared', async () => {
    const author = await joinAs(scene.member, 'author');
    for (const { actor } of [viewer, author]) {
      const own = await save(actor);
      for (const refused of [
        await actor.post(path, { ...drafts, shared: true }, 403),
        await actor.patch(`${path}/${own}`, { shared: true }, 403),
      ])
        assert.equal(refused.at('detail.permission'), 'view.manage');
      await actor.delete(`${path}/${own}`, 204);
    }
    const id = await save(editor.actor, { shared: true });
    await author.actor.patch(`${path}/${id}`, { name: 'x' }, 403);
    await author.actor.delete(`${path}/${id}`, 403);
    assert.equal((await scene.owner.patch(`${path}/${id}`, { shared: false }, 200)).at('shared'), false);
    await editor.actor.get(`${path}/${id}`, 404);
    await scene.owner.delete(`${path}/${id}`, 204);
    const refused = await scene.management.post(path, drafts, 422);
    assert.deepEqual(refused.each('detail.errors', 'path'), ['shared']);
    await scene.management.delete(`${path}/${await save(scene.management, { shared: true })}`, 204);
    const bound = await makeKey(scene.owner, scene.spaceId, {
      kind: 'management',
      role: 'admin',
      environments: ['master'],
    });
    assert.deepEqual(await namesSeenBy(bound), []);
    await bound.post(path, { ...drafts, shared: true }, 403);
  });

  it(`are ${VIEWS_MAX} at most for one person, and ${VIEWS_MAX} for all`, async () => {
    const crowded = await given(stage.url);
    const views = `${crowded.space}/views`;
    for (const shared of [false, true]) {
      const body = { name: 'x', shared, query: '', columns: [] };
      for (let n = 0; n < VIEWS_MAX; n++) await crowded.owner.post(views, body, 201);
      assert.equal((await crowded.owner.post(views, body, 409)).at('detail.code'), 'conflict');
    }
    const [first] = (await crowded.owner.get(`${views}?limit=${2 * VIEWS_MAX}`, 200)).each('items', 'id');
    await crowded.owner.patch(`${views}/${first}`, { shared: true }, 409);
    const other = await joinAs(crowded.member, 'viewer');
    await other.actor.post(views, { name: 'x', shared: false, query: '', columns: [] }, 201);
  });

  it('go with their owner, and shared ones stay', async () => {
    const leaving = await joinAs(scene.member, 'editor');
    const own = await save(leaving.actor, { name: 'personal' });
    await save(leaving.actor, { name: 'stays', shared: true });
    await scene.owner.delete(`/accounts/${scene.member.accountId}/members/${leaving.userId}`, 204);
    assert.deepEqual(await namesSeenBy(scene.owner), ['stays']);
    await scene.owner.get(`${path}/${own}`, 404);
  });

  it('tell the audit what is shared, and of personal ones only that they are there', async () => {
    const shared = await save(editor.actor, { name: 'told', shared: true });
    const own = await save(editor.actor, { name: 'secret plans' });
    const audit = await scene.owner.get(`/accounts/${scene.member.accountId}/audit?action=view.create&limit=2`, 200);
    const after = (id: string) => {
      const index = audit.each('items', 'target.id').indexOf(id);
      return audit.at(`items.${index}.changes.after`);
    };
    const { name, ...rest } = drafts;
    assert.deepEqual(after(shared), { ...rest, name: 'told', shared: true });
    assert.deepEqual(after(own), { shared: false });
    assert.ok(!audit.text.includes('secret plans') && name !== 'told');
  });
});
