/** What links to an entry: rows and queries follow every save, and every change of the model that hides or shows links. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEntry, field, publishNew } from '../../../../testing/src/given.ts';
import { type EntryStage, onTwoNodes } from './two-nodes.ts';

onTwoNodes('links of entries', (stage) => {
  it('follow drafts and published states apart', async () => {
    const { owner, base } = stage.scene;
    const ada = await publishNew(owner, base, { content_type_id: 'author', key: 'ada-1', fields: { name: 'Ada' } });
    const bob = await publishNew(owner, base, { content_type_id: 'author', key: 'bob-1', fields: { name: 'Bob' } });
    const fields = { title: 'Linked', author: 'ada-1' };
    const id = await publishNew(owner, base, { content_type_id: 'article', fields });
    assert.deepEqual(await linksTo(stage, ada), [[id, 'draft,published']]);
    await owner.patch(`/entries/${id}`, { fields: { author: 'bob-1' } }, 200);
    assert.deepEqual(await linksTo(stage, ada), [[id, 'published']]);
    assert.deepEqual(await linksTo(stage, bob), [[id, 'draft']]);
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    assert.deepEqual(await linksTo(stage, ada), []);
    assert.deepEqual(await linksTo(stage, bob), [[id, 'draft,published']]);
    await owner.post(`/entries/${id}/unpublish`, undefined, 200);
    assert.deepEqual(await linksTo(stage, bob), [[id, 'draft']]);
    await owner.delete(`/entries/${bob}`, 204);
    await owner.post(`/entries/${id}/publish`, undefined, 422);
    await owner.delete(`/entries/${id}`, 204);
  });

  it('go when their field is hidden, and come back with it, in references and in queries', async () => {
    const { owner, base } = stage.scene;
    const path = `${base}/content-types/hiding`;
    const [name, friend, pals] = [
      field('name', 'string'),
      field('friend', 'entry'),
      field('pals', 'array', { items: { type: 'entry' } }),
    ];
    await owner.put(path, { name: 'Hiding', display_field: 'name', fields: [name, friend, pals] }, 201);
    const target = await publishNew(owner, base, { content_type_id: 'author', key: 'target-1', fields: { name: 'T' } });
    const id = await publishNew(owner, base, { content_type_id: 'hiding', fields: { name: 'H', friend: 'target-1' } });
    const other = await publishNew(owner, base, {
      content_type_id: 'hiding',
      fields: { name: 'P', pals: ['target-1'] },
    });
    const both = [[id, 'draft,published'] as const, [other, 'draft,published'] as const].toSorted();
    assert.deepEqual((await linksTo(stage, target)).toSorted(), both);
    assert.deepEqual(await found(stage), [id, other].toSorted());
    await owner.put(
      `${path}?confirm_data_loss=true`,
      { name: 'Hiding', display_field: 'name', fields: [name, pals] },
      200,
    );
    assert.deepEqual(await linksTo(stage, target), [[other, 'draft,published']]);
    assert.deepEqual(await found(stage), [other]);
    await owner.patch(`/entries/${id}`, { fields: { name: 'H2' } }, 200);
    const restored = { ...friend, restore: true };
    await owner.put(path, { name: 'Hiding', display_field: 'name', fields: [name, restored, pals] }, 200);
    assert.deepEqual((await linksTo(stage, target)).toSorted(), both);
    assert.deepEqual(await found(stage), [id, other].toSorted());
  });

  it('go with the locale that held them', async () => {
    const { owner, base, space } = stage.scene;
    const locale = await owner.post(`${space}/locales`, { code: 'de' }, 201);
    const fields = [field('name', 'string'), field('friend', 'entry', { localized: true })];
    await owner.put(`${base}/content-types/spoken`, { name: 'Spoken', fields }, 201);
    const target = await publishNew(owner, base, { content_type_id: 'author', key: 'target-2', fields: { name: 'T' } });
    const friend = { 'en-US': 'nobody-yet', de: 'target-2' };
    const id = await createEntry(owner, base, { content_type_id: 'spoken', fields: { name: 'S', friend } });
    assert.deepEqual(await linksTo(stage, target), [[id, 'draft']]);
    await owner.delete(`${space}/locales/${locale.string('id')}?confirm_data_loss=true`, 204);
    assert.deepEqual(await linksTo(stage, target), []);
    const list = await owner.get(`${base}/entries?links_to=target-2`, 200);
    assert.equal(list.at('total'), 0);
  });

  it('may lead in circles and to themselves', async () => {
    const { owner, base } = stage.scene;
    const body = { content_type_id: 'author', key: 'loop', fields: { name: 'Loop', favourite: 'loop' } };
    const id = await createEntry(owner, base, body);
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    assert.deepEqual(await linksTo(stage, id), [[id, 'draft,published']]);
    await owner.delete(`/entries/${id}`, 204);
  });
});

async function linksTo({ second }: EntryStage, id: string): Promise<(readonly [string, string])[]> {
  const response = await second.get(`/entries/${id}/references`, 200);
  const states = response.each('items', 'in').map(String);
  return response.each('items', 'id').map((source, index) => [String(source), states[index] ?? '']);
}

/** Results of the query engine, for drafts and for published states. */
async function found({ scene }: EntryStage): Promise<unknown[]> {
  const query = 'content_type=hiding&links_to=target-1';
  const published = (await scene.delivery.get(`${scene.read}/entries?${query}`, 200)).each('items', 'id').toSorted();
  const drafts = (await scene.owner.get(`${scene.base}/entries?${query}`, 200)).each('items', 'id').toSorted();
  assert.deepEqual(drafts, published);
  return published;
}
