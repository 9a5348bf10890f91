/** Stories of what an entry was before, and of many entries at once: versions, differences, restoring, bulk. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createEntry, given, magazine, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

onEachEngine('entries', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
  });

  const author = (fields: Record<string, unknown>, more: { key?: string } = {}) =>
    createEntry(scene.owner, scene.base, { content_type_id: 'author', fields, ...more });

  describe('versions', () => {
    it('are listed newest first, read, compared and restored', async () => {
      const id = await author({ name: 'Ada', city: 'London' });
      await scene.owner.patch(`/entries/${id}`, { fields: { city: 'Paris' } }, 200);
      await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
      const list = await scene.owner.get(`/entries/${id}/versions`, 200);
      assert.deepEqual(list.each('items', 'version'), [3, 2, 1]);
      assert.ok(list.each('items', 'action').every((action) => typeof action === 'string'));
      assert.ok(list.each('items', 'fields').every((fields) => fields === undefined));
      const first = await scene.owner.get(`/entries/${id}/versions/1`, 200);
      assert.deepEqual(first.at('fields.city'), { 'en-US': 'London' });
      const diff = await scene.owner.get(`/entries/${id}/versions/1/diff?to=2`, 200);
      assert.ok(diff.text.includes('city') && diff.text.includes('London') && diff.text.includes('Paris'), diff.text);
      assert.ok(!diff.text.includes('"Ada"'), 'what did not change is not in the difference');
      const restored = await scene.owner.post(`/entries/${id}/versions/1/restore`, undefined, 200);
      assert.equal(restored.at('version'), 4);
      assert.equal(restored.at('status'), 'changed');
      assert.deepEqual(restored.at('fields.city'), { 'en-US': 'London' });
      await scene.owner.get(`/entries/${id}/versions/9`, 404);
    });

    it('count on under the key of a deleted entry', async () => {
      const id = await author({ name: 'One' }, { key: 'phoenix' });
      await scene.owner.delete(`/entries/${id}`, 204);
      const again = await scene.owner.put(
        `${scene.base}/entries/phoenix`,
        { content_type_id: 'author', fields: { name: 'Two' } },
        201,
      );
      assert.equal(again.at('id'), id);
      assert.ok(again.number('version') > 1);
    });
  });

  describe('bulk', () => {
    const bulk = (body: Record<string, unknown>, status: number) =>
      scene.owner.post(`${scene.base}/entries/bulk`, body, status);
    it('does each on its own', async () => {
      const good = await author({ name: 'Good' });
      const bad = await author({ city: 'Nameless' });
      const response = await bulk({ action: 'publish', ids: [good, bad] }, 200);
      assert.deepEqual(response.each('results', 'id'), [good, bad]);
      assert.equal(response.at('results.1.error.code'), 'validation_failed');
      assert.equal((await scene.owner.get(`/entries/${good}`, 200)).at('status'), 'published');
      assert.equal((await scene.owner.get(`/entries/${bad}`, 200)).at('status'), 'draft');
    });

    it('does all or nothing when atomic', async () => {
      const good = await author({ name: 'Good' });
      const bad = await author({ city: 'Nameless' });
      const refused = await bulk({ action: 'publish', ids: [good, bad], atomic: true }, 422);
      assert.ok(refused.text.includes(bad), 'the refusal carries the results');
      const entry = await scene.owner.get(`/entries/${good}`, 200);
      assert.equal(entry.at('status'), 'draft');
      assert.equal(entry.at('version'), 1);
      await bulk({ action: 'delete', ids: [good, bad], atomic: true }, 200);
      await scene.owner.get(`/entries/${good}`, 404);
    });

    it('takes at most 1,000 ids', async () => {
      await bulk({ action: 'publish', ids: Array.from({ length: 1_001 }, (_, index) => `k${index}`) }, 422);
      await bulk({ action: 'explode', ids: [] }, 422);
    });
  });
});
