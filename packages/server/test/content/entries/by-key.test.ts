/** Paths that name an entry by its key in an environment give the same responses as those that use its id. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { createEntry, given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const actions = ['publish', 'unpublish', 'archive', 'unarchive'] as const;

onEachEngine('an entry by key', (stage) => {
  let scene: Scene;
  let path: string;
  let id: string;
  let at: string;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    path = `${scene.base}/entries/ada`;
    const created = { content_type_id: 'author', key: 'ada', fields: { name: 'Ada' } };
    id = await createEntry(scene.owner, scene.base, created);
    at = `/entries/${id}`;
  });

  it('is read as by its id, with its version as ETag', async () => {
    assertAlike(await scene.owner.get(path, 200), await scene.owner.get(at, 200));
  });

  it('is changed, and refuses another version than the one that was read', async () => {
    const changed = await scene.owner.patch(path, { fields: { city: 'London' }, version: 1 }, 200);
    assert.equal(changed.at('fields.city.en-US'), 'London');
    assertAlike(changed, await scene.owner.get(at, 200));
    for (const parts of [{ body: { version: 1 } }, { body: {}, headers: { 'if-match': '"1"' } }]) {
      const refused = await scene.owner.send('PATCH', path, parts);
      assert.equal(refused.status, 409, String(refused));
      assertAlike(refused, await scene.owner.send('PATCH', at, parts));
    }
  });

  for (const action of actions) {
    it(`takes ${action}, with the refusals that the id gets`, async () => {
      const response = await scene.owner.post(`${path}/${action}`, undefined, 200);
      const { warnings, ...entry } = response.json as Record<string, unknown>;
      assert.deepEqual(entry, (await scene.owner.get(at, 200)).json);
      assert.deepEqual(warnings, action === 'publish' ? [] : undefined);
      const stale = { version: 1 };
      assertAlike(await scene.owner.post(`${path}/${action}`, stale), await scene.owner.post(`${at}/${action}`, stale));
    });
  }

  it('is not found in another environment, by another key, or by its id', async () => {
    const missing = await scene.owner.get(`/entries/${id.replace('ada', 'eva')}`, 404);
    await scene.owner.post(`${scene.space}/environments`, { name: 'staging' }, 201);
    const paths = [
      `${scene.space}/environments/staging/entries/ada`,
      `${scene.base}/entries/eva`,
      `${scene.base}/entries/${id}`,
    ];
    for (const nowhere of paths) {
      assertAlike(await scene.owner.get(nowhere, 404), missing);
      assertAlike(await scene.owner.patch(nowhere, { fields: {} }, 404), missing);
      assertAlike(await scene.owner.send('DELETE', nowhere), missing);
      for (const action of actions)
        assertAlike(await scene.owner.post(`${nowhere}/${action}`, undefined, 404), missing);
    }
    const unknown = await scene.owner.get(`${scene.space}/environments/nowhere/entries/ada`, 404);
    assert.equal(unknown.at('detail.resource'), 'environment');
  });

  it('is deleted', async () => {
    assert.equal((await scene.owner.send('DELETE', path)).status, 204);
    for (const gone of [path, at]) await scene.owner.get(gone, 404);
  });
});

function assertAlike(one: ApiResponse, other: ApiResponse): void {
  const [first, second] = [one, other].map(({ status, json, headers }) => [status, json, headers.etag]);
  assert.deepEqual(first, second);
}
