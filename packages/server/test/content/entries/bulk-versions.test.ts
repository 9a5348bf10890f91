/**
 * A bulk that names the versions its caller saw does nothing to an entry with another version; the publish plan names the
 * versions.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const ACTIONS = ['publish', 'unpublish', 'archive', 'delete'] as const;

onEachEngine('a bulk with versions', (stage) => {
  async function setUp(): Promise<Scene> {
    const scene = await given(stage.url);
    const fields = [field('title', 'string'), field('link', 'entry')];
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'note', name: 'Note', fields }, 201);
    return scene;
  }

  async function write({ owner, base }: Scene, key: string, fields: object = {}): Promise<ApiResponse> {
    return owner.put(`${base}/entries/${key}`, { content_type_id: 'note', fields: { title: key, ...fields } });
  }

  for (const action of ACTIONS)
    it(`does not ${action} an entry that somebody has changed since, and says which version it has`, async () => {
      const scene = await setUp();
      const { owner, base } = scene;
      for (const key of ['same', 'changed', 'unnamed']) {
        await write(scene, key);
        if (action === 'unpublish') await owner.post(`${base}/entries/${key}/publish`, undefined, 200);
      }
      const seen = action === 'unpublish' ? 2 : 1;
      await owner.patch(`${base}/entries/changed`, { fields: { title: 'Another' } }, 200);
      const body = { action, ids: ['same', 'changed', 'unnamed'], versions: { same: seen, changed: seen } };
      const results = (await owner.post(`${base}/entries/bulk`, body, 200)).at('results') as {
        status: string;
        error?: { code: string; expected: number; actual: number };
      }[];
      assert.deepEqual(
        results.map(({ status }) => status === 'failed'),
        [false, true, false],
      );
      const { code, expected, actual } = results[1]?.error ?? {};
      assert.deepEqual([code, expected, actual], ['version_conflict', seen, seen + 1]);
      const left = await owner.get(`${base}/entries/changed`, 200);
      assert.equal(left.number('version'), seen + 1);
    });

  it('does nothing at all where it is atomic and one of them has changed', async () => {
    const scene = await setUp();
    const { owner, base } = scene;
    for (const key of ['same', 'changed']) await write(scene, key);
    await owner.patch(`${base}/entries/changed`, { fields: { title: 'Another' } }, 200);
    const body = { action: 'publish', ids: ['same', 'changed'], versions: { same: 1, changed: 1 }, atomic: true };
    const refused = await owner.post(`${base}/entries/bulk`, body, 422);
    assert.deepEqual(
      [refused.at('detail.results.0.status'), refused.at('detail.results.1.error.code')],
      ['undone', 'version_conflict'],
    );
    assert.deepEqual(
      [refused.at('detail.errors.0.rule'), refused.at('detail.errors.0.path')],
      ['version_conflict', 'ids.1'],
    );
    for (const key of ['same', 'changed'])
      assert.equal((await owner.get(`${base}/entries/${key}`, 200)).at('status'), 'draft');
    await owner.post(`${base}/entries/bulk`, { ...body, versions: { same: 1, changed: 2 } }, 200);
  });

  it('refuses a version under a name that is not in ids, and one that is no version', async () => {
    const scene = await setUp();
    await write(scene, 'same');
    for (const versions of [{ other: 1 }, { same: 0 }, { same: 1.5 }, { same: '1' }, { same: null }]) {
      const body = { action: 'publish', ids: ['same'], versions };
      await scene.owner.post(`${scene.base}/entries/bulk`, body, 422);
    }
    assert.equal((await scene.owner.get(`${scene.base}/entries/same`, 200)).at('status'), 'draft');
  });

  it('publishes exactly what a plan was made from', async () => {
    const scene = await setUp();
    const { owner, base } = scene;
    const id = (await write(scene, 'target')).string('id');
    await write(scene, 'source', { link: { type: 'entry', id } });
    await owner.patch(`${base}/entries/source`, { fields: { title: 'Again' } }, 200);
    const plan = await owner.post(`${base}/publish-plan`, { ids: ['source'] }, 200);
    const items = plan.at('items') as { id: string; version: number }[];
    assert.deepEqual(items.map(({ version }) => version).sort(), [1, 2]);
    const versions = Object.fromEntries(items.map((item) => [item.id, item.version]));
    const body = { action: 'publish', ids: items.map((item) => item.id), versions, atomic: true };
    await owner.patch(`${base}/entries/target`, { fields: { title: 'Unseen' } }, 200);
    await owner.post(`${base}/entries/bulk`, body, 422);
    await owner.post(`${base}/entries/bulk`, { ...body, versions: { ...versions, [id]: 2 } }, 200);
    assert.equal((await owner.get(`${base}/entries/target`, 200)).at('status'), 'published');
  });
});
