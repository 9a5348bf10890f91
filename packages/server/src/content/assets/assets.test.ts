/** Asset records on a real database: created and replaced by key, journalled, counted by locale, removed in steps. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { type BenchSpace, makeBenchSpace, openWorkbench, type Workbench } from '../../../../testing/src/workbench.ts';
import { countAssetsWithLocale, type UpsertedAsset, upsertAsset } from './assets.ts';

describeEachEngine('assets', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  before(async () => {
    bench = await openWorkbench(engine.databaseConfig());
    own = await makeBenchSpace(bench);
    await bench.locales.create(own.owner, own.space.id, { code: 'de' });
  });
  after(() => bench.close());

  const picture = {
    key: 'picture',
    title: { 'en-US': 'A harbour', de: 'Ein Hafen' },
    alt: 'Boats',
    file_name: 'harbour.jpg',
    mime_type: 'image/JPEG',
    size: 12_345,
    width: 640,
    height: 480,
    created_at: '2020-01-02T03:04:05.678Z',
    updated_at: '2021-01-02T03:04:05Z',
  };

  const save = (
    record: Readonly<Record<string, unknown>>,
    { owner: actor, master: environment } = own,
  ): Promise<UpsertedAsset> =>
    bench.journal.write(actor, async (writer, change) => {
      const model = await bench.models.forWrite(writer, environment);
      const saved = await upsertAsset({ writer, change, actor, environment, model }, record);
      if (change.items.length > 0) {
        const target = { type: 'environment', id: environment.id };
        const { spaceId, name } = environment;
        change.record({ action: 'content.import', target, spaceId, environment: name });
      }
      return saved;
    });

  const rowOf = (key: string) =>
    bench.database.reader
      .selectFrom('assets')
      .selectAll()
      .where('environment', '=', own.master.number)
      .where('key', '=', key)
      .executeTakeFirst();

  it('are made, left alone, and changed', async () => {
    const id = `ast_${own.master.code}_picture`;
    assert.deepEqual(await save(picture), { id, result: 'created', warnings: [] });
    const row = await rowOf('picture');
    assert.deepEqual(JSON.parse(row?.texts ?? ''), { title: { 1: 'A harbour', 2: 'Ein Hafen' }, alt: { 1: 'Boats' } });
    assert.deepEqual(
      [row?.mime_type, row?.size, row?.created_at, row?.updated_at, row?.version, row?.file_hash],
      ['image/jpeg', 12_345, Date.parse(picture.created_at), Date.parse(picture.updated_at), 1, null],
    );
    assert.deepEqual(await save(picture), { id, result: 'unchanged', warnings: [] });
    assert.deepEqual(await save({ ...picture, alt: null }), { id, result: 'updated', warnings: [] });
    const changed = await rowOf('picture');
    assert.deepEqual([changed?.version, changed?.id], [2, row?.id]);
    assert.equal('alt' in JSON.parse(changed?.texts ?? ''), false);
  });

  it('keep their creation time, and take the time of the change if the record has none', async () => {
    await save({ key: 'timeless', title: 'One' });
    const first = await rowOf('timeless');
    await save({ key: 'timeless', title: 'Two' });
    const second = await rowOf('timeless');
    assert.equal(second?.created_at, first?.created_at);
    assert.ok((second?.updated_at ?? 0) >= (first?.updated_at ?? Number.POSITIVE_INFINITY));
    assert.equal((await save({ key: 'timeless', title: 'Two' })).result, 'unchanged');
  });

  it('are journalled as visible to delivery', async () => {
    const { id } = await save({ key: 'journalled' });
    await save({ key: 'journalled', title: 'Told' });
    const items = await bench.database.reader
      .selectFrom('journal_items')
      .select(['event', 'kind', 'published', 'resource'])
      .where('environment', '=', own.master.number)
      .where('key', '=', 'journalled')
      .orderBy('revision')
      .execute();
    const row = await rowOf('journalled');
    assert.deepEqual(
      items.map((item) => Object.values(item)),
      [
        ['asset.create', 'asset', 1, row?.id],
        ['asset.update', 'asset', 1, row?.id],
      ],
    );
    assert.equal(id, `ast_${own.master.code}_journalled`);
  });

  it('are rejected with all their problems', async () => {
    const refusals: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
      [{}, ['asset.key']],
      [{ key: 'a/b' }, ['asset.key']],
      [{ key: 'ast_abc123_x' }, ['asset.key']],
      [
        { key: 'x', titel: 'T', size: -1, width: 1.5, mime_type: 'image', file_name: '' },
        ['asset.titel', 'asset.file_name', 'asset.mime_type', 'asset.size', 'asset.width'],
      ],
      [{ key: 'x', title: { fr: 'Non' }, alt: 5 }, ['asset.title.fr', 'asset.alt.en-US']],
      [{ key: 'x', description: 'x'.repeat(10_001) }, ['asset.description']],
      [{ key: 'x', created_at: 'yesterday', updated_at: 5 }, ['asset.created_at', 'asset.updated_at']],
    ];
    for (const [record, paths] of refusals) {
      const error = await save(record).then(
        () => assert.fail(`taken: ${JSON.stringify(record)}`),
        (reason) => reason as { code: string; extra: { errors: { path: string }[] } },
      );
      assert.equal(error.code, 'validation_failed');
      assert.deepEqual(
        error.extra.errors.map(({ path }) => path),
        paths,
      );
    }
    assert.equal(await rowOf('x'), undefined);
  });

  it('are counted by the locales of their texts', async () => {
    const fresh = await makeBenchSpace(bench);
    await bench.locales.create(fresh.owner, fresh.space.id, { code: 'de' });
    await save({ key: 'both', title: { 'en-US': 'E', de: 'D' } }, fresh);
    await save({ key: 'one', alt: 'E' }, fresh);
    const count = (locale: number) =>
      bench.database.write((writer) => countAssetsWithLocale(writer, fresh.master.number, locale));
    assert.deepEqual([await count(1), await count(2), await count(3)], [2, 1, 0]);
    const german = (await bench.locales.list(fresh.owner, fresh.space.id)).find(({ code }) => code === 'de');
    const place = { spaceId: fresh.space.id, localeId: german?.id ?? '' };
    await assert.rejects(bench.locales.delete(fresh.owner, place, { confirmDataLoss: false }), { code: 'conflict' });
    await bench.locales.delete(fresh.owner, place, { confirmDataLoss: true });
  });

  it('are removed with their environment', async () => {
    const fresh = await makeBenchSpace(bench);
    for (let index = 0; index < 5; index++) await save({ key: `asset-${index}` }, fresh);
    await bench.spaces.delete(fresh.owner, fresh.space.id);
    await bench.removal.idle();
    const left = await bench.database.reader
      .selectFrom('assets')
      .select('id')
      .where('environment', '=', fresh.master.number)
      .execute();
    assert.deepEqual(left, []);
  });
});
