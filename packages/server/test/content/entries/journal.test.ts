/** The records of each action on an entry in the journal and among the versions, and the actions that leave none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEntry } from '../../../../testing/src/given.ts';
import { type EntryStage, entryRow, itemsOf, keyOf, onTwoNodes, versionsOf } from './two-nodes.ts';

type Status = 'draft' | 'published' | 'changed' | 'archived';

const steps: Record<Status, readonly string[]> = {
  draft: [],
  published: ['publish'],
  changed: ['publish', 'edit'],
  archived: ['archive'],
};

/**
 * The events of each action from each status, with the status they show and whether delivery sees the change; null if it is
 * rejected.
 */
const told: Record<string, Record<Status, readonly string[] | null>> = {
  edit: {
    draft: ['entry.update draft hidden'],
    published: ['entry.update changed hidden'],
    changed: ['entry.update changed hidden'],
    archived: null,
  },
  publish: {
    draft: ['entry.publish published seen'],
    published: [],
    changed: ['entry.publish published seen'],
    archived: null,
  },
  unpublish: {
    draft: null,
    published: ['entry.unpublish draft seen'],
    changed: ['entry.unpublish draft seen'],
    archived: null,
  },
  archive: {
    draft: ['entry.archive archived hidden'],
    published: ['entry.unpublish draft seen', 'entry.archive archived seen'],
    changed: ['entry.unpublish draft seen', 'entry.archive archived seen'],
    archived: [],
  },
  unarchive: { draft: null, published: null, changed: null, archived: ['entry.update draft hidden'] },
  delete: {
    draft: ['entry.delete draft hidden'],
    published: ['entry.unpublish draft seen', 'entry.delete published seen'],
    changed: ['entry.unpublish draft seen', 'entry.delete changed seen'],
    archived: ['entry.delete archived hidden'],
  },
};

onTwoNodes('the journal of entries', (stage) => {
  for (const [action, byStatus] of Object.entries(told)) {
    for (const [status, expected] of Object.entries(byStatus)) {
      it(`records ${action} from ${status}: ${expected?.join(', ') ?? 'nothing, it is rejected'}`, async () => {
        const id = await entryIn(stage, status as Status);
        const before = await itemsOf(stage.database, id);
        const response = await act(stage, id, action);
        assert.equal(response.status, expected === null ? 409 : action === 'delete' ? 204 : 200, String(response));
        const items = (await itemsOf(stage.database, id)).slice(before.length);
        assert.deepEqual(
          items.map((item) => `${item.event} ${item.status} ${item.published === 1 ? 'seen' : 'hidden'}`),
          expected ?? [],
        );
        assert.equal(new Set(items.map(({ revision }) => revision)).size, items.length === 0 ? 0 : 1, 'one write');
      });
    }
  }

  it('carries the default locale’s slug, before and after it moves', async () => {
    const { owner, base } = stage.scene;
    const body = { content_type_id: 'article', key: 'slugged', slug: 'first-slug', fields: { title: 'S' } };
    const id = await createEntry(owner, base, body);
    await owner.patch(`/entries/${id}`, { slug: 'second-slug' }, 200);
    assert.deepEqual(
      (await itemsOf(stage.database, id)).map(({ slug }) => slug),
      ['first-slug', 'second-slug'],
    );
  });

  it('has one audit record a write, and none for what changes nothing', async () => {
    const { owner, base } = stage.scene;
    const id = await createEntry(owner, base, { content_type_id: 'author', fields: { name: 'Audited' } });
    await owner.patch(`/entries/${id}`, { fields: { name: 'Audited' } }, 200);
    await owner.patch(`/entries/${id}`, { fields: { name: 'Again' } }, 200);
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    await owner.delete(`/entries/${id}`, 204);
    const rows = await stage.database.reader
      .selectFrom('journal')
      .select(['action', 'changes', 'request_id', 'ip'])
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['entry.create', 'entry.update', 'entry.publish', 'entry.delete'],
    );
    assert.ok(rows.every((row) => row.request_id !== null && row.ip !== null));
    assert.deepEqual(JSON.parse(rows[1]?.changes ?? 'null'), {
      before: { version: 1, fields: { 'name.en-US': 'Audited' } },
      after: { version: 2, fields: { 'name.en-US': 'Again' } },
    });
  });

  describe('bulk', () => {
    const bulk = (body: Record<string, unknown>, status: number) =>
      stage.scene.owner.post(`${stage.scene.base}/entries/bulk`, body, status);

    it('leaves nothing of the entries that refused', async () => {
      const [good, bad] = [await author(stage, { name: 'Good' }), await author(stage, { city: 'Nameless' })];
      const response = await bulk({ action: 'publish', ids: [good, bad, 'nobody'] }, 200);
      assert.deepEqual(response.each('results', 'status'), ['published', 'failed', 'failed']);
      assert.deepEqual(await eventsOf(stage, good), ['entry.create', 'entry.publish']);
      assert.deepEqual(await eventsOf(stage, bad), ['entry.create']);
      const row = await entryRow(stage.database, bad);
      assert.equal((await versionsOf(stage.database, row ?? { id: 0 })).length, 1);
    });

    it('leaves nothing at all if it is atomic and one item is rejected', async () => {
      const [good, bad] = [await author(stage, { name: 'Good' }), await author(stage, { city: 'Nameless' })];
      const revision = await revisionOf(stage, good);
      const response = await bulk({ action: 'publish', ids: [good, bad], atomic: true }, 422);
      assert.deepEqual(response.each('detail.results', 'status'), ['undone', 'failed']);
      assert.deepEqual(await eventsOf(stage, good), ['entry.create']);
      assert.equal(await revisionOf(stage, good), revision);
    });

    it('is one write with many events if it is atomic, and accepts keys and repeated ids', async () => {
      const ids = [await author(stage, { name: 'A' }), await author(stage, { name: 'B' })];
      const [first = '', second = ''] = ids;
      await bulk({ action: 'publish', ids: [first, keyOf(second), first], atomic: true }, 200);
      const items = [...(await itemsOf(stage.database, first)), ...(await itemsOf(stage.database, second))];
      const published = items.filter(({ event }) => event === 'entry.publish');
      assert.equal(published.length, 2);
      assert.equal(published[0]?.revision, published[1]?.revision);
      const response = await bulk({ action: 'delete', ids: [first, first] }, 200);
      assert.deepEqual(response.each('results', 'status'), ['deleted', 'failed']);
    });

    it('has an audit record for each entry that changed, with the request id in common', async () => {
      const [good, bad] = [await author(stage, { name: 'One' }), await author(stage, { city: 'Nameless' })];
      const other = await author(stage, { name: 'Two' });
      await bulk({ action: 'publish', ids: [good, bad, other, good] }, 200);
      const records = await stage.database.reader
        .selectFrom('journal')
        .select(['target_id', 'request_id'])
        .where('action', '=', 'entry.publish')
        .where('target_id', 'in', [good, bad, other])
        .orderBy('id')
        .execute();
      assert.deepEqual(
        records.map((record) => record.target_id),
        [good, other],
      );
      assert.equal(new Set(records.map((record) => record.request_id)).size, 1);
    });

    it('that changes nothing writes nothing', async () => {
      const id = await author(stage, { name: 'Still' });
      await bulk({ action: 'publish', ids: [id] }, 200);
      const revision = await revisionOf(stage, id);
      await bulk({ action: 'publish', ids: [id] }, 200);
      assert.equal(await revisionOf(stage, id), revision);
    });
  });

  it('keeps a record of every version, with the revisions between which it was published', async () => {
    const id = await author(stage, { name: 'Stood' });
    for (const action of ['publish', 'edit', 'publish', 'unpublish', 'publish', 'archive', 'unarchive']) {
      assert.equal((await act(stage, id, action)).status, 200);
    }
    const row = await entryRow(stage.database, id);
    const versions = await versionsOf(stage.database, row ?? { id: 0 });
    assert.deepEqual(
      versions.map(({ version, action }) => `${version} ${action}`),
      ['1 create', '2 publish', '3 update', '4 publish', '5 unpublish', '6 publish', '7 archive', '8 unarchive'],
    );
    const items = await itemsOf(stage.database, id);
    const revisions = [...new Set(items.map(({ revision }) => revision))];
    const stood = versions.map(({ published_from: from, published_until: until }) => [from, until]);
    const at = (index: number) => revisions[index] ?? null;
    assert.deepEqual(stood, [
      [null, null],
      [at(1), at(3)],
      [null, null],
      [at(3), at(4)],
      [null, null],
      [at(5), at(6)],
      [null, null],
      [null, null],
    ]);
  });
});

onTwoNodes(
  'versions that are kept',
  (stage) => {
    it('are the published ones and the newest others', async () => {
      const id = await author(stage, { name: 'Many' });
      for (const action of ['publish', 'edit', 'edit', 'publish', 'edit', 'edit', 'edit', 'edit', 'unpublish']) {
        assert.equal((await act(stage, id, action)).status, 200);
      }
      const list = await stage.scene.owner.get(`/entries/${id}/versions`, 200);
      assert.deepEqual(list.each('items', 'version'), [10, 9, 8, 5, 2]);
      assert.deepEqual(list.each('items', 'published'), [false, false, false, true, true]);
      await stage.scene.owner.get(`/entries/${id}/versions/7`, 404);
      await stage.scene.owner.post(`/entries/${id}/versions/2/restore`, undefined, 200);
      const restored = await stage.scene.owner.get(`/entries/${id}`, 200);
      assert.equal(restored.at('version'), 11);
      assert.equal(restored.at('fields.city'), undefined);
    });
  },
  { LECTERN_VERSIONS_KEPT: '3' },
);

function author(stage: EntryStage, fields: Record<string, unknown>): Promise<string> {
  return createEntry(stage.scene.owner, stage.scene.base, { content_type_id: 'author', fields });
}

async function entryIn(stage: EntryStage, status: Status): Promise<string> {
  const id = await author(stage, { name: 'Ada' });
  for (const step of steps[status]) assert.equal((await act(stage, id, step)).status, 200);
  return id;
}

/** Acts on the node that did not create the entry. */
function act({ second }: EntryStage, id: string, action: string) {
  if (action === 'edit') return second.patch(`/entries/${id}`, { fields: { city: `City ${Math.random()}` } });
  if (action === 'delete') return second.delete(`/entries/${id}`);
  return second.post(`/entries/${id}/${action}`);
}

async function eventsOf({ database }: EntryStage, id: string): Promise<(string | null)[]> {
  return (await itemsOf(database, id)).map(({ event }) => event);
}

async function revisionOf({ database }: EntryStage, id: string): Promise<number> {
  const row = await entryRow(database, id);
  const environment = await database.reader
    .selectFrom('environments')
    .select('revision')
    .where('number', '=', row?.environment ?? 0)
    .executeTakeFirstOrThrow();
  return environment.revision;
}
