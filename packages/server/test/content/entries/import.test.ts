/** The effects of an import on entries, versions and the journal, line by line, and what leaves no trace. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { createEntry, field, publishNew } from '../../../../testing/src/given.ts';
import { type EntryStage, entryRow, itemsOf, keyOf, onTwoNodes, versionsOf } from './two-nodes.ts';

interface EventCase {
  readonly name: string;
  /** The previous state: actions on an entry created with the name `Old`; null if it does not exist. */
  readonly before: readonly string[] | null;
  readonly record: Record<string, unknown>;
  /** Events, each with its status. */
  readonly events: readonly string[];
  readonly status: string;
}

const cases: readonly EventCase[] = [
  { name: 'a draft', before: null, record: {}, events: ['entry.create draft'], status: 'draft' },
  {
    name: 'something published',
    before: null,
    record: { status: 'published' },
    events: ['entry.create draft', 'entry.publish published'],
    status: 'published',
  },
  {
    name: 'something archived',
    before: null,
    record: { status: 'archived' },
    events: ['entry.create draft', 'entry.archive archived'],
    status: 'archived',
  },
  {
    name: 'something changed',
    before: null,
    record: { status: 'changed', published_fields: { name: 'Older' } },
    events: ['entry.create draft', 'entry.publish published', 'entry.update changed'],
    status: 'changed',
  },
  {
    name: 'other values of a draft',
    before: [],
    record: {},
    events: ['entry.update draft'],
    status: 'draft',
  },
  {
    name: 'other values of something published',
    before: ['publish'],
    record: { status: 'published' },
    events: ['entry.update changed', 'entry.publish published'],
    status: 'published',
  },
  {
    name: 'a draft of what was published',
    before: ['publish'],
    record: { fields: { name: 'Old' } },
    events: ['entry.unpublish draft'],
    status: 'draft',
  },
  {
    name: 'the publication of a draft as it is',
    before: [],
    record: { status: 'published', fields: { name: 'Old' } },
    events: ['entry.publish published'],
    status: 'published',
  },
  {
    name: 'the archiving of something published, as it is',
    before: ['publish'],
    record: { status: 'archived', fields: { name: 'Old' } },
    events: ['entry.unpublish draft', 'entry.archive archived'],
    status: 'archived',
  },
  {
    name: 'an edit of something published',
    before: ['publish'],
    record: { status: 'changed', published_fields: { name: 'Old' } },
    events: ['entry.update changed'],
    status: 'changed',
  },
  {
    name: 'a draft of what was archived',
    before: ['archive'],
    record: { fields: { name: 'Old' } },
    events: ['entry.update draft'],
    status: 'draft',
  },
];

onTwoNodes('an import', (stage) => {
  for (const [index, { name, before, record, events, status }] of cases.entries()) {
    it(`of ${name} tells: ${events.join(', ')}`, async () => {
      const key = `imported-${index}`;
      const id = await prepare(stage, key, before);
      const known = (await itemsOf(stage.database, idOr(id, key))).length;
      const line = { entry: { key, content_type: 'author', fields: { name: 'New' }, ...record } };
      const first = await importLines(stage, [line], '?events=true');
      assert.deepEqual(first.each('results', 'result'), [before === null ? 'created' : 'updated'], String(first));
      const items = (await itemsOf(stage.database, idOr(id, key))).slice(known);
      assert.deepEqual(
        items.map((item) => `${item.event} ${item.status}`),
        events,
      );
      const entry = await stage.second.get(`/entries/${first.string('results.0.id')}`, 200);
      assert.equal(entry.at('status'), status);
      await assertUnchanged(stage, [line]);
      await assertVersions(stage, first.string('results.0.id'));
    });
  }

  it('sends no events unless requested, and is journalled all the same', async () => {
    const line = { entry: { key: 'silent', content_type: 'author', status: 'published', fields: { name: 'S' } } };
    const response = await importLines(stage, [line]);
    const items = await itemsOf(stage.database, response.string('results.0.id'));
    assert.deepEqual(
      items.map(({ event, published }) => [event, published]),
      [
        [null, 1],
        [null, 1],
      ],
    );
  });

  it('keeps original times, of both states, and accepts new ones', async () => {
    const times = {
      created_at: '2019-01-01T00:00:00.000Z',
      updated_at: '2019-02-01T00:00:00.000Z',
      published_at: '2019-01-20T00:00:00.000Z',
      first_published_at: '2019-01-10T00:00:00.000Z',
    };
    const fields = { name: 'Edited' };
    const record = { key: 'timed', content_type: 'author', status: 'changed', fields, published_fields: { name: 'T' } };
    const id = (await importLines(stage, [{ entry: { ...record, ...times } }])).string('results.0.id');
    const entry = await stage.scene.owner.get(`/entries/${id}`, 200);
    for (const [name, time] of Object.entries(times)) assert.equal(entry.at(name), time, name);
    await assertUnchanged(stage, [{ entry: { ...record, ...times } }]);
    const later = { ...times, published_at: '2019-01-21T00:00:00.000Z' };
    assert.equal((await importLines(stage, [{ entry: { ...record, ...later } }])).at('results.0.result'), 'updated');
    assert.equal((await stage.scene.owner.get(`/entries/${id}`, 200)).at('published_at'), later.published_at);
    await assertUnchanged(stage, [{ entry: { ...record, ...later } }]);
  });

  it('rejects an invalid time', async () => {
    const entry = { key: 'untimely', content_type: 'author', fields: {}, created_at: '2019-13-45T99:00:00Z' };
    const response = await importLines(stage, [{ entry }]);
    assert.equal(response.at('results.0.result'), 'refused');
    assert.equal(response.at('results.0.error.errors.0.path'), 'created_at');
  });

  it('gives both states of a changed entry one slug by default, and each its own if they name one', async () => {
    const entry = {
      key: 'one-slug',
      content_type: 'article',
      status: 'changed',
      fields: { title: 'Newer Title' },
      published_fields: { title: 'Older Title' },
    };
    const two = {
      ...entry,
      key: 'two-slugs',
      slug: 'newer-slug',
      published_fields: { title: 'Older', slug: 'older-slug' },
    };
    const response = await importLines(stage, [{ entry }, { entry: two }]);
    assert.deepEqual(response.each('results', 'result'), ['created', 'created'], String(response));
    const slugs = async (id: string) => [
      (await stage.scene.owner.get(`/entries/${id}`, 200)).at('slug'),
      (await stage.scene.delivery.get(`${stage.scene.read}/entries/${id}`, 200)).at('slug'),
    ];
    assert.deepEqual(await slugs(response.string('results.0.id')), ['older-title', 'older-title']);
    assert.deepEqual(await slugs(response.string('results.1.id')), ['newer-slug', 'older-slug']);
    await assertUnchanged(stage, [{ entry }, { entry: two }]);
  });

  it('publishes no draft of a changed entry that comes without published values', async () => {
    const { owner, base, delivery, read } = stage.scene;
    const id = await publishNew(owner, base, {
      content_type_id: 'article',
      key: 'kept',
      slug: 'kept',
      fields: { title: 'A' },
    });
    await owner.patch(`/entries/${id}`, { slug: 'unreleased', fields: { title: 'B' } }, 200);
    const shown = (await delivery.get(`${read}/entries/${id}`, 200)).text;
    const entry = { key: 'kept', content_type: 'article', status: 'changed', fields: { title: 'C' } };
    const unknown = { ...entry, key: 'never-published' };
    const response = await importLines(stage, [{ entry }, { entry: unknown }]);
    assert.deepEqual(response.each('results', 'result'), ['updated', 'refused']);
    const [error] = response.list('results.1.error.errors') as { path: string; rule: string }[];
    assert.deepEqual([error?.path, error?.rule], ['published_fields', 'required']);
    assert.equal((await delivery.get(`${read}/entries/${id}`, 200)).text, shown);
    const draft = await owner.get(`/entries/${id}`, 200);
    assert.deepEqual(
      [draft.at('status'), draft.at('slug'), draft.at('fields.title.en-US')],
      ['changed', 'unreleased', 'C'],
    );
  });

  it('keeps the published slug of what it publishes without one, not that of a draft', async () => {
    const { owner, base, delivery, read } = stage.scene;
    const article = { content_type_id: 'article', fields: { title: 'A' } };
    const ids = [];
    for (const key of ['slug-of-published', 'slug-of-changed']) {
      const id = await publishNew(owner, base, { ...article, key, slug: key });
      await owner.patch(`/entries/${id}`, { slug: `${key}-unreleased` }, 200);
      ids.push(id);
    }
    const fields = { title: 'B' };
    const record = { content_type: 'article', fields };
    await importLines(stage, [
      { entry: { ...record, key: 'slug-of-published', status: 'published' } },
      { entry: { ...record, key: 'slug-of-changed', status: 'changed', published_fields: { title: 'C' } } },
    ]);
    for (const [index, key] of ['slug-of-published', 'slug-of-changed'].entries())
      assert.equal((await delivery.get(`${read}/entries/${ids[index]}`, 200)).at('slug'), key);
    assert.equal((await owner.get(`/entries/${ids[1]}`, 200)).at('slug'), 'slug-of-changed-unreleased');
  });

  it('leaves nothing of the lines that are refused, and all of the others', async () => {
    const { owner, base } = stage.scene;
    const body = { content_type_id: 'article', slug: 'taken-slug', fields: { title: 'T' } };
    await publishNew(owner, base, body);
    const article = (key: string, slug: string) => ({
      entry: { key, content_type: 'article', slug, fields: { title: 'x' } },
    });
    const bad = { api_id: 'broken', name: 'Broken', fields: [field('a', 'string'), field('a', 'string')] };
    const lines = [
      article('line-1', 'line-one'),
      article('line-2', 'taken-slug'),
      { entry: { key: 'line-3', content_type: 'article', fields: { title: 7 } } },
      { content_type: bad },
      { entry: { key: 'line-5', content_type: 'broken', fields: {} } },
      article('line-6', 'line-six'),
    ];
    const response = await importLines(stage, lines);
    assert.deepEqual(
      response.each('results', 'result'),
      ['created', 'refused', 'refused', 'refused', 'refused', 'created'],
      String(response),
    );
    assert.equal(response.at('results.1.error.code'), 'slug_conflict');
    for (const key of ['line-2', 'line-3', 'line-5']) {
      assert.equal(await entryRow(stage.database, `ent_x_${key}`), undefined);
      assert.deepEqual(await itemsOf(stage.database, `ent_x_${key}`), []);
    }
    await owner.get(`${base}/content-types`, 200).then((types) => {
      assert.ok(!types.each('items', 'api_id').includes('broken'));
    });
    const only = await importLines(stage, [article('line-2', 'taken-slug')]);
    assert.equal(only.at('results.0.result'), 'refused');
  });

  it('knows types and entries of earlier lines, over several steps', async () => {
    const type = { api_id: 'chained', name: 'Chained', fields: [field('name', 'string'), field('next', 'entry')] };
    const lines: unknown[] = [{ content_type: type }];
    for (let index = 0; index < 250; index++) {
      const fields = { name: `N${index}`, next: `chain-${(index + 1) % 250}` };
      lines.push({ entry: { key: `chain-${index}`, content_type: 'chained', status: 'published', fields } });
    }
    const response = await importLines(stage, lines);
    assert.ok(response.each('results', 'result').every((result) => result === 'created'));
    // The link targets are imported later; publishing would reject the links.
    assert.equal(response.at('results.1.warnings.0.rule'), 'link');
    const again = await importLines(stage, lines);
    assert.ok(again.each('results', 'result').every((result) => result === 'unchanged'));
    assert.ok(again.list('results').every((result) => (result as { warnings: unknown[] }).warnings.length === 0));
  });

  it('counts on from a deletion', async () => {
    const { owner, base } = stage.scene;
    const id = await createEntry(owner, base, { content_type_id: 'author', key: 'lazarus', fields: { name: 'L' } });
    await owner.delete(`/entries/${id}`, 204);
    await importLines(stage, [{ entry: { key: 'lazarus', content_type: 'author', fields: { name: 'L' } } }]);
    assert.equal((await owner.get(`/entries/${id}`, 200)).at('version'), 3);
  });
});

async function prepare(stage: EntryStage, key: string, before: readonly string[] | null): Promise<string | null> {
  if (before === null) return null;
  const { owner, base } = stage.scene;
  const id = await createEntry(owner, base, { content_type_id: 'author', key, fields: { name: 'Old' } });
  for (const action of before) await owner.post(`/entries/${id}/${action}`, undefined, 200);
  return id;
}

/** The id, or one with that key if it is unknown: rows are found by the key alone. */
function idOr(id: string | null, key: string): string {
  return id ?? `ent_x_${key}`;
}

async function importLines({ scene }: EntryStage, lines: readonly unknown[], query = ''): Promise<ApiResponse> {
  const raw = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await scene.owner.send('POST', `${scene.base}/import${query}`, { raw, headers });
  assert.equal(response.status, 200, String(response));
  return response;
}

/** Imports the same lines again: nothing changes, not even the revision. */
async function assertUnchanged(stage: EntryStage, lines: readonly unknown[]): Promise<void> {
  const heads = () =>
    stage.database.reader.selectFrom('environments').select(['number', 'revision']).orderBy('number').execute();
  const before = await heads();
  const response = await importLines(stage, lines);
  assert.ok(
    response.each('results', 'result').every((result) => result === 'unchanged'),
    String(response),
  );
  assert.deepEqual(await heads(), before);
}

/** Fails unless every version has a record, and the published one too. */
async function assertVersions({ database }: EntryStage, id: string): Promise<void> {
  const row = await entryRow(database, id);
  assert.ok(row, keyOf(id));
  const versions = await versionsOf(database, row);
  assert.deepEqual(
    versions.map(({ version }) => version),
    Array.from({ length: row.version }, (_, index) => index + 1),
  );
  const standing = versions.filter((version) => version.published_from !== null && version.published_until === null);
  assert.deepEqual(
    standing.map(({ version }) => version),
    row.published_version === null ? [] : [row.published_version],
  );
}
