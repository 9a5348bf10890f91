/** Content types over a real database: what is journalled, what races, and which model a write sees. */

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { until } from '../../../../testing/src/until.ts';
import { type BenchSpace, makeBenchSpace, openWorkbench, type Workbench } from '../../../../testing/src/workbench.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { steadyClock } from '../../platform/kit/clock.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { Heads } from '../spaces/heads.ts';
import { TYPES_MAX } from './model-size.ts';
import { Models } from './models.ts';
import { deleteType } from './store.ts';
import { typeCheck } from './type-check.ts';

const title = { id: 'title', type: 'string' };

describeEachEngine('content types', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  before(async () => {
    bench = await openWorkbench(engine.databaseConfig());
    own = await makeBenchSpace(bench);
  });
  after(() => bench.close());

  const code = (name: string) => ({ code: name });
  const place = (apiId: string) => ({ environment: own.master, apiId });
  const addEntry = (type: string, fields: Record<string, unknown>, key?: string) =>
    bench.entries.create(own.owner, own.master, {
      content_type_id: type,
      fields,
      ...(key === undefined ? {} : { key }),
    });

  it('of the environments that were used longest ago give way to those of others', async () => {
    const spaces = [await makeBenchSpace(bench), await makeBenchSpace(bench), own];
    const roomForTwo = new MemoryBudget(20_000);
    const heads = new Heads({ database: bench.database, clock: steadyClock });
    const models = new Models({ database: bench.database, heads, memory: roomForTwo });
    for (const { master } of spaces) await models.current(master);
    const kept = await Promise.all(
      spaces.map(async ({ master }) => models.known((await heads.of(master.number)) ?? assert.fail(), master)),
    );
    assert.deepEqual(
      kept.map((model) => model?.environment),
      [undefined, spaces[1]?.master.number, own.master.number],
    );
    assert.ok(roomForTwo.bytes > 0 && roomForTwo.bytes <= roomForTwo.bytesMax);
  });

  it('are journalled with one event a change, and not where nothing changes', async () => {
    const { owner, space, master } = await makeBenchSpace(bench);
    await bench.contentTypes.create(owner, master, { name: 'Note', fields: [title] });
    const at = { environment: master, apiId: 'note' };
    await bench.contentTypes.update(owner, at, { input: { name: 'Remark' } });
    assert.equal((await bench.contentTypes.update(owner, at, { input: { name: 'Remark' } })).version, 2);
    assert.equal(
      (await bench.contentTypes.put(owner, at, { input: { name: 'Remark', fields: [title] } })).result,
      'unchanged',
    );
    await bench.contentTypes.delete(owner, at, 2);
    const { reader } = bench.database;
    const items = await reader
      .selectFrom('journal_items')
      .select(['revision', 'event', 'kind', 'key', 'resource', 'published'])
      .where('environment', '=', master.number)
      .orderBy('revision')
      .execute();
    assert.deepEqual(
      items.slice(1).map((item) => Object.values(item)),
      ['create', 'update', 'delete'].map((verb, index) => [
        index + 2,
        `content_type.${verb}`,
        'content_type',
        'note',
        1,
        1,
      ]),
    );
    const rows = await reader
      .selectFrom('journal')
      .select(['action', 'target_id', 'changes'])
      .where('space_id', '=', space.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.slice(1).map(({ action, target_id: id }) => [action, id]),
      ['create', 'update', 'delete'].map((verb) => [`content_type.${verb}`, `ctp_${master.code}_note`]),
    );
    const changes = JSON.parse(rows[2]?.changes ?? '') as {
      before: { name: string };
      after: { name: string; version: number };
    };
    assert.deepEqual([changes.before.name, changes.after.name, changes.after.version], ['Note', 'Remark', 2]);
    const head = await bench.heads.of(master.number);
    assert.deepEqual([head?.revision, head?.model_revision, head?.published_revision], [4, 4, 4]);
  });

  it('are made once however many try, by POST and by PUT', async () => {
    const posts = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        bench.contentTypes.create(own.owner, own.master, { api_id: 'posted', name: 'Posted' }),
      ),
    );
    assert.deepEqual(
      posts.map((post) => (post.status === 'fulfilled' ? 'made' : (post.reason as { code: string }).code)).sort(),
      ['conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'made'],
    );
    const puts = await Promise.all(
      Array.from({ length: 6 }, () =>
        bench.contentTypes.put(own.owner, place('put'), { input: { name: 'Put', fields: [title] } }),
      ),
    );
    assert.deepEqual(puts.map(({ result }) => result).sort(), [
      'created',
      ...Array.from({ length: 5 }, () => 'unchanged'),
    ]);
  });

  it('take one of two changes that read the same version', async () => {
    await bench.contentTypes.create(own.owner, own.master, { api_id: 'raced', name: 'Raced' });
    const changes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        bench.contentTypes.update(own.owner, place('raced'), { input: { name: `Raced ${index}` }, expected: 1 }),
      ),
    );
    assert.equal(changes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const change of changes) {
      if (change.status === 'rejected') assert.deepEqual(change.reason.extra, { expected: 1, actual: 2 });
    }
    await assert.rejects(bench.contentTypes.delete(own.owner, place('raced'), 1), code('version_conflict'));
    await assert.rejects(
      bench.contentTypes.put(own.owner, place('absent'), { input: { name: 'Absent' }, expected: 1 }),
      code('not_found'),
    );
  });

  it('never leave an entry that fits neither the type before nor the one after', async () => {
    await bench.contentTypes.create(own.owner, own.master, { api_id: 'shifting', name: 'Shifting', fields: [title] });
    for (let round = 0; round < 5; round++) {
      const [fields, other] = round % 2 === 0 ? [[title, { id: 'more', type: 'string' }], 'more'] : [[title], 'title'];
      const confirmDataLoss = true;
      const [saved] = await Promise.allSettled([
        addEntry('shifting', { [other]: 'x' }),
        bench.contentTypes.update(own.owner, place('shifting'), { input: { fields }, confirmDataLoss }),
      ]);
      if (saved.status === 'rejected') assert.equal((saved.reason as { code: string }).code, 'validation_failed');
    }
  });

  it('are in use while there is an entry, and are either used or deleted in a race', async () => {
    await bench.contentTypes.create(own.owner, own.master, { api_id: 'used', name: 'Used', fields: [title] });
    const [saved, deleted] = await Promise.allSettled([
      addEntry('used', { title: 'x' }),
      bench.contentTypes.delete(own.owner, place('used')),
    ]);
    assert.notEqual(saved.status, deleted.status);
    if (saved.status === 'rejected') assert.equal((saved.reason as { code: string }).code, 'validation_failed');
    if (deleted.status === 'rejected') {
      assert.deepEqual([deleted.reason.code, deleted.reason.extra], ['content_type_in_use', { entries: 1 }]);
    }
  });

  it('ask before fields with data or values of other locales go, and say how many', async () => {
    const { owner, space, master } = await makeBenchSpace(bench);
    await bench.locales.create(owner, space.id, { code: 'de' });
    const type = { environment: master, apiId: 'lossy' };
    const localized = { ...title, localized: true };
    await bench.contentTypes.create(owner, master, { api_id: 'lossy', name: 'Lossy', fields: [localized] });
    const entry = { content_type_id: 'lossy', fields: { title: { 'en-US': 'English', de: 'Deutsch' } } };
    await bench.entries.create(owner, master, entry);
    const loss = (hides: string) => ({ field: 'title', entries: 1, fields: [{ id: 'title', hides, entries: 1 }] });
    const fieldHasData = (hides: string) => ({ code: 'field_has_data', extra: loss(hides) });
    await assert.rejects(
      bench.contentTypes.update(owner, type, { input: { fields: [title] } }),
      fieldHasData('other_locales'),
    );
    await assert.rejects(bench.contentTypes.put(owner, type, { input: { name: 'Lossy' } }), fieldHasData('field'));
    const without = await bench.contentTypes.update(owner, type, { input: { fields: [] }, confirmDataLoss: true });
    assert.deepEqual([without.fields.length, without.hiddenFields.map(({ entries }) => entries)], [0, [1]]);
    const back = await bench.contentTypes.update(owner, type, {
      input: { fields: [{ ...localized, restore: true }] },
    });
    assert.deepEqual([back.fields[0]?.number, back.hiddenFields.length], [1, 0]);
  });

  it('number 500 in an environment, however many are created at once', async () => {
    const { owner, master } = await makeBenchSpace(bench);
    for (let number = 0; number < TYPES_MAX - 5; number++)
      await bench.contentTypes.create(owner, master, { api_id: `type-${number}`, name: 'One of many' });
    const late = Array.from({ length: 20 }, (_, number) =>
      bench.contentTypes.create(owner, master, { api_id: `late-${number}`, name: 'One too many' }),
    );
    const settled = await Promise.allSettled(late);
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 5);
    for (const one of settled) if (one.status === 'rejected') assert.equal(one.reason.code, 'conflict');
    assert.equal((await bench.contentTypes.list(master)).length, TYPES_MAX);
    const at = { environment: master, apiId: 'type-0' };
    assert.equal((await bench.contentTypes.update(owner, at, { input: { name: 'Still changes' } })).version, 2);
  });

  it('take 4 MiB in an environment, hidden fields included', async () => {
    const { owner, master } = await makeBenchSpace(bench);
    const help = 'x'.repeat(1_000);
    const fields = (prefix: string, count = 100) =>
      Array.from({ length: count }, (_, number) => ({ id: `${prefix}${number}`, type: 'string', help }));
    const create = (apiId: string, count = 100) =>
      bench.contentTypes.create(owner, master, { api_id: apiId, name: 'Large', fields: fields('f', count) });
    let created = 0;
    const tooLarge = (error: { extra: { errors: { path: string; rule: string }[] } }) =>
      error.extra.errors.some(({ path, rule }) => path === 'fields' && rule === 'max_bytes');
    await assert.rejects(async () => {
      for (; created < 60; created++) await create(`large-${created}`);
    }, tooLarge);
    assert.ok(created >= 30 && created <= 42, `${created} content types`);
    const small = await bench.contentTypes.create(owner, master, { api_id: 'small', name: 'Small' });
    const at = { environment: master, apiId: small.apiId };
    await assert.rejects(bench.contentTypes.put(owner, at, { input: { name: 'S', fields: fields('g') } }), tooLarge);
    const first = { environment: master, apiId: 'large-0' };
    await bench.contentTypes.update(owner, first, { input: { fields: fields('f', 10) } });
    await bench.contentTypes.put(owner, at, { input: { name: 'S', fields: fields('g', 50) } });
  });

  it('refuse unique over duplicates and a slug field over equal slugs, and stay as they were', async () => {
    await bench.contentTypes.create(own.owner, own.master, {
      api_id: 'doubled',
      name: 'Doubled',
      fields: [
        { id: 'name', type: 'string' },
        { id: 'path', type: 'slug' },
      ],
    });
    for (const key of ['double-1', 'double-2']) await addEntry('doubled', { name: 'same', path: 'same' }, key);
    const entries = ['double-1', 'double-2'].map((key) => `ent_${own.master.code}_${key}`);
    await assert.rejects(
      bench.contentTypes.update(own.owner, place('doubled'), { input: { slug_field: 'path' } }),
      (error: { code: string; extra: { entries: string[] } }) => {
        assert.deepEqual([error.code, error.extra.entries.toSorted()], ['conflict', entries]);
        return true;
      },
    );
    const type = await bench.contentTypes.get(own.master, 'doubled');
    assert.deepEqual([type.version, type.slugField], [1, null]);
    const model = await bench.models.current(own.master);
    assert.equal(model.typeByApiId('doubled')?.slugField, null);
  });

  it('show a write its own change, but none of another open write and none that was rolled back', async () => {
    await bench.contentTypes.create(own.owner, own.master, { api_id: 'seen', name: 'Seen', fields: [title] });
    const known = await bench.models.current(own.master);
    await bench.journal.write(own.owner, async (writer, change) => {
      const work = { writer, change, actor: own.owner, environment: own.master };
      assert.equal(await bench.models.forWrite(writer, own.master), known, 'what is known is used');
      const record = { api_id: 'seen', name: 'Seen', fields: [title, { id: 'body', type: 'text' }] };
      assert.equal((await bench.contentTypes.upsert(work, record)).result, 'updated');
      const changed = await bench.models.forWrite(writer, own.master, { contentType: 'seen' });
      assert.equal(changed.typeByApiId('seen')?.fields.length, 2);
      assert.equal(await bench.models.forWrite(writer, own.master), changed, 'and is read once');
      await assert.rejects(
        savepoint(writer, async () => {
          await bench.contentTypes.upsert(work, { api_id: 'undone', name: 'Undone' });
          await bench.models.forWrite(writer, own.master);
          return bench.contentTypes.upsert(work, { api_id: 'seen', name: '' });
        }),
        code('validation_failed'),
      );
      assert.equal((await bench.models.forWrite(writer, own.master)).typeByApiId('undone'), undefined);
      assert.equal(await bench.models.current(own.master), known, 'readers see what is committed');
      assert.equal((await bench.contentTypes.upsert(work, record)).result, 'unchanged');
    });
    const after = await bench.models.current(own.master);
    assert.equal(after.typeByApiId('seen')?.fields.length, 2);
    assert.ok(after.revision > known.revision);
  });

  it('are read anew by every other part as soon as they change', async () => {
    const { owner, space, master } = await makeBenchSpace(bench);
    for (let round = 1; round <= 10; round++) {
      await bench.contentTypes.put(
        owner,
        { environment: master, apiId: 'fast' },
        { input: { name: `Round ${round}` } },
      );
      assert.equal((await bench.models.current(master)).typeByApiId('fast')?.name, `Round ${round}`);
      if (round === 5) await bench.locales.create(owner, space.id, { code: 'de' });
    }
    assert.equal((await bench.models.current(master)).locales.all.length, 2);
  });

  it('that name a component that does not exist are found by the doctor', async () => {
    const { owner, master } = await makeBenchSpace(bench);
    await bench.contentTypes.create(owner, master, {
      api_id: 'part',
      kind: 'component',
      name: 'Part',
      fields: [title],
    });
    const parts = { id: 'parts', type: 'blocks', components: ['part'] };
    await bench.contentTypes.create(owner, master, { api_id: 'page', name: 'Page', fields: [parts] });
    const environments = async function* () {
      yield master;
    };
    const problems = async () => {
      const found: string[] = [];
      for await (const { problem } of typeCheck({ database: bench.database, environments }).find()) found.push(problem);
      return found;
    };
    assert.deepEqual(await problems(), []);
    const { number } = (await bench.models.current(master)).typeByApiId('part') ?? assert.fail();
    await bench.database.write((writer) => deleteType(writer, master.number, number));
    assert.deepEqual(await problems(), ['has a field parts with the component part, which does not exist']);
  });

  it('reach every other process, as do environments that go and come back', async () => {
    const other = await openWorkbench(engine.databaseConfig());
    try {
      const { owner, space, master } = await makeBenchSpace(bench);
      const first = await bench.environmentChanges.create(owner, space.id, { name: 'moving' });
      assert.equal((await other.environments.resolve(space.id, 'moving'))?.number, first.number);
      assert.equal((await other.models.current(master)).types.length, 0);
      await bench.contentTypes.create(owner, master, { api_id: 'news', name: 'News' });
      await bench.environmentChanges.delete(owner, { spaceId: space.id, name: 'moving' });
      const second = await bench.environmentChanges.create(owner, space.id, { name: 'moving' });
      await until(async () => (await other.models.current(master)).typeByApiId('news')?.name === 'News');
      await until(async () => (await other.environments.resolve(space.id, 'moving'))?.number === second.number);
      await bench.spaces.delete(owner, space.id);
      await until(async () => (await other.environments.resolve(space.id, 'master')) === undefined);
    } finally {
      await other.close();
    }
  });
});
