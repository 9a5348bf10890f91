/** Permissions of authors: they can write drafts, and change only their own. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEntry, makeKey } from '../../../../testing/src/given.ts';
import { onTwoNodes } from './two-nodes.ts';

onTwoNodes('authors', (stage) => {
  it('write drafts of their own, and nothing else', async () => {
    const { owner, base, spaceId } = stage.scene;
    const author = await makeKey(owner, spaceId, { kind: 'management', role: 'author' });
    const body = (name: string, key: string) => ({ content_type_id: 'author', key, fields: { name } });
    const own = await createEntry(author, base, body('Own', 'own-entry'));
    const foreign = await createEntry(owner, base, body('Foreign', 'foreign-entry'));

    await author.patch(`/entries/${own}`, { fields: { city: 'Here' } }, 200);
    await author.put(`${base}/entries/own-entry`, { content_type_id: 'author', fields: { name: 'Own again' } }, 200);
    await author.put(`${base}/entries/own-other`, { content_type_id: 'author', fields: { name: 'Other' } }, 201);
    await author.get(`/entries/${foreign}`, 200);

    const refused = [
      [await author.patch(`/entries/${foreign}`, { fields: { city: 'There' } }), 'entry.update'],
      [await author.put(`${base}/entries/foreign-entry`, { content_type_id: 'author', fields: {} }), 'entry.update'],
      [await author.post(`/entries/${own}/publish`), 'entry.publish'],
      [await author.post(`/entries/${own}/archive`), 'entry.archive'],
      [await author.delete(`/entries/${own}`), 'entry.delete'],
      [await author.post(`${base}/entries/bulk`, { action: 'publish', ids: [own] }), 'entry.publish'],
    ] as const;
    for (const [response, permission] of refused) {
      assert.equal(response.status, 403, String(response));
      assert.equal(response.at('detail.code'), 'insufficient_permission');
      assert.equal(response.at('detail.permission'), permission);
    }
    assert.equal((await owner.get(`/entries/${foreign}`, 200)).at('version'), 1);
  });

  it('edit on what was published of theirs, which stays published', async () => {
    const { owner, base, spaceId, delivery, read } = stage.scene;
    const author = await makeKey(owner, spaceId, { kind: 'management', role: 'author' });
    const id = await createEntry(author, base, { content_type_id: 'author', fields: { name: 'First' } });
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    assert.equal((await author.patch(`/entries/${id}`, { fields: { name: 'Second' } }, 200)).at('status'), 'changed');
    assert.equal((await delivery.get(`${read}/entries/${id}`, 200)).at('fields.name'), 'First');
  });
});
