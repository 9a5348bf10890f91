/** Many writers on two nodes at once: nothing is lost, nothing is created twice, and the journal has no gap. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { createEntry, field } from '../../../../testing/src/given.ts';
import { type EntryStage, entryRow, itemsOf, keyOf, onTwoNodes, versionsOf } from './two-nodes.ts';

onTwoNodes('entries under many writers', (stage) => {
  it('give one slug to one of 200 creations', async () => {
    const body = { content_type_id: 'article', fields: { title: 'Race' }, slug: 'the-race' };
    const responses = await eachOf(200, stage, (actor) => actor.post(`${stage.scene.base}/entries`, body));
    assert.deepEqual(statusCounts(responses), { 201: 1, 409: 199 });
    assert.ok(responses.every(({ status, ...response }) => status === 201 || String(response).length > 0));
    const refused = responses.find(({ status }) => status === 409);
    assert.equal(refused?.at('detail.code'), 'slug_conflict');
  });

  it('give each of many creations its own generated slug', async () => {
    const body = { content_type_id: 'article', fields: { title: 'Same Title' } };
    const responses = await eachOf(60, stage, (actor) => actor.post(`${stage.scene.base}/entries`, body));
    assert.deepEqual(statusCounts(responses), { 201: 60 });
    assert.equal(new Set(responses.map((response) => response.string('slug'))).size, 60);
  });

  it('give one key to one of many creations', async () => {
    const body = { content_type_id: 'author', key: 'one-key', fields: { name: 'Key' } };
    const responses = await eachOf(40, stage, (actor) => actor.post(`${stage.scene.base}/entries`, body));
    assert.deepEqual(statusCounts(responses), { 201: 1, 409: 39 });
    const puts = await eachOf(20, stage, (actor, index) =>
      actor.put(`${stage.scene.base}/entries/put-race`, { content_type_id: 'author', fields: { name: `N${index}` } }),
    );
    assert.deepEqual(statusCounts(puts), { 200: 19, 201: 1 });
  });

  it('are shown whole by a node that has not heard of their content type yet', async () => {
    const { scene, second } = stage;
    const fields = [field('name', 'string'), field('other', 'entry')];
    for (let round = 0; round < 3; round++) {
      // The node learns of the other node's changes a moment later, unless it queries.
      await second.get(`${scene.base}/entries?limit=1`, 200);
      const type = `fresh${round}`;
      await scene.owner.post(`${scene.base}/content-types`, { api_id: type, name: type, fields }, 201);
      const target = await createEntry(scene.owner, scene.base, { content_type_id: type, fields: { name: 'Target' } });
      const entry = { content_type_id: type, fields: { name: 'Here', other: target } };
      const id = await createEntry(scene.owner, scene.base, entry);
      const shown = await second.get(`/entries/${id}`, 200);
      assert.deepEqual([shown.at('content_type'), shown.at('fields.name.en-US')], [type, 'Here']);
      const versions = await second.get(`/entries/${id}/versions/1`, 200);
      assert.equal(versions.at('fields.name.en-US'), 'Here');
      const references = await second.get(`/entries/${target}/references`, 200);
      assert.deepEqual(references.each('items', 'content_type'), [type]);
      await second.get(`${scene.base}/entries?content_type=${type}`, 200);
    }
  });

  it('lose no update of 8 clients that read, change and write with the version they read', async () => {
    const { owner, base, scene } = { ...stage.scene, scene: stage.scene };
    await owner.post(
      `${base}/content-types`,
      { api_id: 'tally', name: 'Tally', fields: [field('count', 'integer')] },
      201,
    );
    const id = await createEntry(owner, scene.base, { content_type_id: 'tally', fields: { count: 0 } });
    const addOne = async (actor: Actor) => {
      for (;;) {
        const read = await actor.get(`/entries/${id}`, 200);
        const count = Number(read.at('fields.count.en-US')) + 1;
        const response = await actor.patch(`/entries/${id}`, { version: read.number('version'), fields: { count } });
        if (response.status === 200) return response;
        assert.equal(response.at('detail.code'), 'version_conflict', String(response));
      }
    };
    for (let round = 0; round < 4; round++) await eachOf(8, stage, addOne);
    const read = await owner.get(`/entries/${id}`, 200);
    assert.equal(read.at('fields.count.en-US'), 32);
    assert.equal(read.at('version'), 33);
    const row = await entryRow(stage.database, id);
    const versions = await versionsOf(stage.database, row ?? { id: 0 });
    assert.deepEqual(
      versions.map(({ version }) => version),
      Array.from({ length: 33 }, (_, index) => index + 1),
    );
  });

  it('hold a unique value in one published entry', async () => {
    const { owner, base } = stage.scene;
    const fields = [field('sku', 'string', { unique: true })];
    await owner.post(`${base}/content-types`, { api_id: 'product', name: 'Product', fields }, 201);
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) {
      ids.push(await createEntry(owner, base, { content_type_id: 'product', fields: { sku: 'X1' } }));
    }
    const responses = await eachOf(12, stage, (actor, index) => actor.post(`/entries/${ids[index]}/publish`));
    assert.deepEqual(statusCounts(responses), { 200: 1, 422: 11 });
    assert.deepEqual(responses.find(({ status }) => status === 422)?.each('detail.errors', 'rule'), ['unique']);
  });

  it('publish under the old or the new model, never between', async () => {
    const { owner, base } = stage.scene;
    const plain = { api_id: 'shifting', name: 'Shifting', fields: [field('a', 'string'), field('b', 'string')] };
    await owner.post(`${base}/content-types`, plain, 201);
    const strict = [field('a', 'string'), field('b', 'string', { required: true })];
    for (let round = 0; round < 5; round++) {
      const ids: string[] = [];
      for (let index = 0; index < 6; index++) {
        ids.push(await createEntry(owner, base, { content_type_id: 'shifting', fields: { a: 'x' } }));
      }
      const path = `${base}/content-types/shifting`;
      const type = await owner.put(path, { name: 'Shifting', fields: plain.fields });
      const [changed, ...published] = await Promise.all([
        stage.second.put(path, { name: 'Shifting', fields: strict }, 200),
        ...ids.map((id) => owner.post(`/entries/${id}/publish`)),
      ]);
      assert.ok(changed.number('version') > type.number('version'));
      const modelled = await lastModelRevision(stage, 'shifting');
      for (const [index, response] of published.entries()) {
        assert.ok(response.status === 200 || response.status === 422, String(response));
        if (response.status === 422) continue;
        const items = await itemsOf(stage.database, ids[index] ?? '');
        const revision = items.find(({ event }) => event === 'entry.publish')?.revision ?? 0;
        assert.ok(revision < modelled, 'what lacks a required value was published before it was required');
      }
    }
  });

  it('continue the version after a deletion, on whichever node the entry is created again', async () => {
    const { owner, base } = stage.scene;
    const body = { content_type_id: 'author', key: 'again', fields: { name: 'Again' } };
    let version = 0;
    for (let round = 0; round < 6; round++) {
      const id = await createEntry(owner, base, body);
      const made = (await owner.get(`/entries/${id}`, 200)).number('version');
      assert.ok(made > version, `version ${made} after ${version}`);
      const remake = () => stage.second.post(`${base}/entries`, body);
      const [, ...again] = await Promise.all([owner.delete(`/entries/${id}`, 204), remake(), remake(), remake()]);
      version = made + 1;
      const remade = again.find(({ status }) => status === 201);
      if (remade === undefined) continue;
      assert.equal(remade.at('version'), made + 2);
      version = made + 3;
      await owner.delete(`/entries/${remade.string('id')}`, 204);
    }
  });

  describe('Idempotency-Key', () => {
    const headers = (key: string) => ({ 'idempotency-key': key });

    it('makes one entry of many requests on two nodes', async () => {
      const body = { content_type_id: 'author', fields: { name: 'Once' } };
      const path = `${stage.scene.base}/entries`;
      const responses = await eachOf(16, stage, (actor) => actor.post(path, body, 201, headers('two-nodes')));
      assert.equal(new Set(responses.map((response) => response.text)).size, 1);
    });

    it('is free again after 24 hours, for one of many', async () => {
      const body = { content_type_id: 'author', fields: { name: 'Daily' } };
      const path = `${stage.scene.base}/entries`;
      const first = await stage.scene.owner.post(path, body, 201, headers('daily'));
      const day = 24 * 60 * 60 * 1_000;
      await stage.database.write((writer) =>
        writer
          .updateTable('idempotency_records')
          .set({ created_at: sql`created_at - ${day + 1_000}` })
          .execute(),
      );
      const responses = await eachOf(10, stage, (actor) => actor.post(path, body, 201, headers('daily')));
      const ids = new Set(responses.map((response) => response.string('id')));
      assert.equal(ids.size, 1);
      assert.ok(!ids.has(first.string('id')));
    });

    it('stores responses that only the service can read', async () => {
      const body = { content_type_id: 'author', fields: { name: 'Sealed' }, key: 'sealed-entry' };
      await stage.scene.owner.post(`${stage.scene.base}/entries`, body, 201, headers('sealed'));
      const rows = await stage.database.reader.selectFrom('idempotency_records').select('response').execute();
      assert.ok(rows.length > 0);
      for (const { response } of rows) assert.ok(!Buffer.from(response).includes('sealed-entry'));
    });

    it('has no effect on an import', async () => {
      const raw = `${JSON.stringify({ entry: { key: 'lined', content_type: 'author', fields: { name: 'L' } } })}\n`;
      const send = () =>
        stage.scene.owner.send('POST', `${stage.scene.base}/import`, {
          raw,
          headers: { ...headers('import'), 'content-type': 'application/x-ndjson' },
        });
      assert.equal((await send()).at('results.0.result'), 'created');
      assert.equal((await send()).at('results.0.result'), 'unchanged');
    });
  });

  it('leave a journal without gaps, in which what was published stood one version at a time', async () => {
    const { owner, base } = stage.scene;
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) {
      ids.push(await createEntry(owner, base, { content_type_id: 'author', fields: { name: 'Busy' } }));
    }
    await eachOf(90, stage, async (actor, index) => {
      const id = ids[index % ids.length] ?? '';
      if (index % 3 === 0) return actor.patch(`/entries/${id}`, { fields: { city: `City ${index}` } }, 200);
      if (index % 3 === 1) return actor.post(`/entries/${id}/publish`, undefined, 200);
      return actor.post(`/entries/${id}/unpublish`);
    });
    await assertGapless(stage, ids[0] ?? '');
    for (const id of ids) await assertOneAtATime(stage, id);
  });
});

/** Runs work many times at once, alternating between the nodes. */
function eachOf(
  count: number,
  { scene, second }: EntryStage,
  work: (actor: Actor, index: number) => Promise<ApiResponse>,
): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index % 2 === 0 ? scene.owner : second, index)));
}

function statusCounts(responses: readonly ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function lastModelRevision({ database }: EntryStage, apiId: string): Promise<number> {
  const { last } = await database.reader
    .selectFrom('journal_items')
    .select((eb) => eb.fn.max('revision').as('last'))
    .where('kind', '=', 'content_type')
    .where('key', '=', apiId)
    .executeTakeFirstOrThrow();
  return Number(last);
}

async function assertGapless({ database }: EntryStage, id: string): Promise<void> {
  const row = await entryRow(database, id);
  const number = row?.environment ?? 0;
  const { revision } = await database.reader
    .selectFrom('environments')
    .select('revision')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const heads = await database.reader
    .selectFrom('journal_heads')
    .select(['revision', 'journal_id'])
    .where('environment', '=', number)
    .orderBy('revision')
    .execute();
  assert.deepEqual(
    heads.map((head) => head.revision),
    Array.from({ length: revision }, (_, index) => index + 1),
  );
  assert.equal(new Set(heads.map((head) => head.journal_id)).size, heads.length);
  const items = await database.reader
    .selectFrom('journal_items')
    .select('revision')
    .distinct()
    .where('environment', '=', number)
    .execute();
  assert.equal(items.length, revision, 'every revision says what changed');
}

/** Fails unless each published version lasted from its publication to the next publication or withdrawal. */
async function assertOneAtATime({ database }: EntryStage, id: string): Promise<void> {
  const row = await entryRow(database, id);
  assert.ok(row);
  const stood = (await versionsOf(database, row)).filter(({ published_from: from }) => from !== null);
  const moves = (await itemsOf(database, id)).filter(({ event }) => /publish/.test(event ?? ''));
  const publications = moves.filter(({ event }) => event === 'entry.publish');
  assert.deepEqual(
    stood.map(({ published_from: from }) => from),
    publications.map(({ revision }) => revision),
  );
  for (const { published_from: from, published_until: until } of stood) {
    const next = moves.find(({ revision }) => revision > (from ?? 0));
    assert.equal(until, next?.revision ?? null, `${keyOf(id)} from ${from}`);
  }
}
