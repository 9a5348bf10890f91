/** Autosaves over HTTP: how a save with `autosave` appears in history and audit, and when it is rejected. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { createEntry, given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';

const actionsOf = (list: ApiResponse) => (list.at('items') as { action: string }[]).map(({ action }) => action);

onEachEngine('an autosave', (stage) => {
  async function scene(): Promise<Scene & { audit: string }> {
    const made = await given(stage.url, { types: magazine });
    return { ...made, audit: `/accounts/${made.member.accountId}/audit` };
  }

  it('raises the version and is one record of history, by PATCH and by PUT, by id and by key', async () => {
    const { owner, base } = await scene();
    const id = await createEntry(owner, base, { content_type_id: 'author', key: 'ada', fields: { name: 'A' } });
    const [name, autosave] = [(text: string) => ({ name: text }), true];
    await owner.patch(`/entries/${id}`, { fields: name('Ad'), autosave }, 200);
    await owner.patch(`${base}/entries/ada`, { fields: name('Ada'), autosave, version: 2 }, 200);
    const put = { content_type_id: 'author', fields: name('Ada L'), autosave };
    const last = await owner.put(`${base}/entries/ada`, put, 200);
    assert.equal(last.number('version'), 4);
    assert.equal((await owner.put(`${base}/entries/ada`, put, 200)).number('version'), 4, 'nothing is new');
    await owner.patch(`/entries/${id}`, { fields: name('x'), autosave, version: 2 }, 409);
    await owner.patch(`/entries/${id}`, { fields: name('x'), autosave: 'yes' }, 422);
    assert.deepEqual(actionsOf(await owner.get(`/entries/${id}/versions`, 200)), ['autosave', 'create']);
    await owner.get(`/entries/${id}/versions/3`, 404);
    const created = await owner.put(`${base}/entries/bob`, put, 201);
    assert.deepEqual(actionsOf(await owner.get(`/entries/${created.string('id')}/versions`, 200)), ['create']);
  });

  it('is in the audit only if asked for, with its paths and without its words', async () => {
    const { owner, base, audit } = await scene();
    const id = await createEntry(owner, base, { content_type_id: 'author', fields: { name: 'A' } });
    await owner.patch(`/entries/${id}`, { fields: { name: 'a secret word', city: 'Bath' }, autosave: true }, 200);
    const all = await owner.get(audit, 200);
    assert.ok(!actionsOf(all).includes('entry.autosave'));
    assert.equal(all.number('total'), (all.at('items') as unknown[]).length);
    const asked = await owner.get(`${audit}?action=entry.autosave`, 200);
    assert.deepEqual(actionsOf(asked), ['entry.autosave']);
    assert.deepEqual(asked.at('items.0.changes.after'), {
      version: 2,
      paths: ['fields.name.en-US', 'fields.city.en-US'],
    });
    assert.ok(!asked.text.includes('a secret word'));
  });
});

onEachEngine('the preview address of a content type', (stage) => {
  it('is kept, cloned, merged and removed', async () => {
    const { owner, base, space } = await given(stage.url);
    const first = 'https://www.example.com/{locale}/{slug}';
    const type = { api_id: 'page', name: 'Page', fields: [{ id: 'title', type: 'string' }] };
    const made = await owner.post(`${base}/content-types`, { ...type, preview_url: first }, 201);
    assert.equal(made.at('preview_url'), first);
    const refused = await owner.patch(`${base}/content-types/page`, { preview_url: 'http://example.com/' }, 422);
    assert.equal(refused.at('detail.errors.0.path'), 'preview_url');
    await owner.post(`${base}/clone`, { name: 'branch' }, 201);
    const branch = `${space}/environments/branch`;
    await until(async () => (await owner.get(branch, 200)).at('status') === 'ready');
    assert.equal((await owner.get(`${branch}/content-types/page`, 200)).at('preview_url'), first);
    const second = 'http://localhost:3000/{key}';
    await owner.patch(`${branch}/content-types/page`, { preview_url: second }, 200);
    await owner.post(`${base}/merges`, { from: 'branch', dry_run: false }, 201);
    assert.equal((await owner.get(`${base}/content-types/page`, 200)).at('preview_url'), second);
    const replaced = await owner.put(`${base}/content-types/page`, type, 200);
    assert.equal(replaced.at('preview_url'), null);
  });
});
