/** Stories of models that change: rename, hide and bring back, refusals, other types, replacing by PUT. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createEntry, field, given, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

onEachEngine('content types', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url);
  });

  /** A fresh type with these fields; gives its path. */
  const makeType = async (apiId: string, fields: unknown[], more: Record<string, unknown> = {}): Promise<string> => {
    const type = await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: apiId, name: apiId, fields, ...more },
      201,
    );
    return `/content-types/${type.string('id')}`;
  };
  const shown = async (key: string) => (await scene.delivery.get(`${scene.read}/entries/${key}`, 200)).at('fields');

  it('have an api_id, made from the name where none is given, and never changed', async () => {
    const made = await scene.owner.post(`${scene.base}/content-types`, { name: 'Blog Post', fields: [] }, 201);
    assert.match(made.string('api_id'), /^[A-Za-z0-9._-]{1,64}$/);
    assert.match(made.string('id'), /^ctp_[a-z0-9]{6}_/);
    assert.equal(made.at('version'), 1);
    assert.equal(made.at('slug_field'), null);
    await scene.owner.patch(`/content-types/${made.string('id')}`, { api_id: 'other' }, 422);
    const twice = await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: made.string('api_id'), name: 'Again', fields: [] },
      409,
    );
    assert.equal(twice.at('detail.code'), 'conflict');
  });

  it('rename a field and keep its data, in drafts and in what is published', async () => {
    const type = await makeType('renamed', [field('old', 'string')]);
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'renamed',
      key: 'renamed-1',
      fields: { old: 'value' },
    });
    await scene.owner.patch(type, { fields: [{ ...field('fresh', 'string'), previous_id: 'old' }] }, 200);
    assert.deepEqual(await shown('renamed-1'), { fresh: 'value' });
    assert.equal(
      (await scene.delivery.get(`${scene.read}/entries?content_type=renamed&fields.fresh=value`, 200)).at('total'),
      1,
    );
  });

  it('tell how many entries miss what a change requires of them, and who takes a former id over', async () => {
    const type = await makeType('demanding', [field('a', 'string')]);
    await publishNew(scene.owner, scene.base, { content_type_id: 'demanding', fields: {} });
    await publishNew(scene.owner, scene.base, { content_type_id: 'demanding', key: 'filled', fields: { a: 'x' } });
    await createEntry(scene.owner, scene.base, { content_type_id: 'demanding', fields: {} });
    await scene.owner.patch(`${scene.base}/entries/filled`, { fields: { a: null } }, 200);
    const demanding = [field('a', 'string', { required: true })];
    const changed = await scene.owner.patch(type, { fields: demanding }, 200);
    const message =
      'Give a value for "a" in the 3 entries that have none before the next publish; 1 published without one stays as before.';
    const params = { entries: 3, published: 1 };
    assert.deepEqual(changed.at('warnings'), [{ path: 'fields.0.required', rule: 'required', params, message }]);
    assert.deepEqual((await scene.owner.patch(type, { fields: demanding }, 200)).at('warnings'), []);
    assert.deepEqual((await scene.owner.get(type, 200)).at('warnings'), [], 'it is of the change');
    const more = { name: 'demanding', fields: [...demanding, field('b', 'string', { required: true })] };
    const put = await scene.owner.put(`${scene.base}/content-types/demanding`, more, 200);
    assert.deepEqual(put.at('warnings.0.params'), { entries: 3, published: 2 });

    const renamed = [...demanding, field('c', 'string', { required: true, previous_id: 'b' })];
    assert.deepEqual((await scene.owner.patch(type, { fields: renamed }, 200)).at('warnings'), []);
    const c = field('c', 'string', { required: true });
    const over = await scene.owner.patch(type, { fields: [...demanding, c, field('b', 'text')] }, 200);
    assert.deepEqual(over.each('warnings', 'rule'), ['former_id']);
    assert.deepEqual(over.each('fields', 'former_ids'), [[], [], []]);
  });

  it('let sites go on with the former id of a field until it is removed', async () => {
    const fields = [field('old', 'string'), field('link', 'entry')];
    const type = await makeType('moved', fields);
    const make = (key: string, values: Record<string, unknown>) =>
      publishNew(scene.owner, scene.base, { content_type_id: 'moved', key, fields: values });
    await make('moved-1', { old: 'a' });
    await make('moved-2', { old: 'b', link: 'moved-1' });
    const list = async (query: string) =>
      (await scene.delivery.get(`${scene.read}/entries?content_type=moved&${query}`, 200)).each('items', 'fields');
    const path = `${scene.read}/entries/moved-1`;
    const before = await scene.delivery.get(path, 200);
    assert.deepEqual(before.at('fields'), { old: 'a' });

    const renamed = [{ ...field('fresh', 'string'), previous_id: 'old' }, field('link', 'entry')];
    const after = await scene.owner.patch(type, { fields: renamed }, 200);
    assert.deepEqual([after.each('fields', 'former_ids'), after.at('deliver_former_ids')], [[['old'], []], false]);
    assert.deepEqual(await list('fields.old=a'), [{ fresh: 'a' }]);
    assert.deepEqual(await list('fields.link.old=a&select=fields.old'), [{ fresh: 'b' }]);
    assert.deepEqual(await list('order=-old&select=fields.old'), [{ fresh: 'b' }, { fresh: 'a' }]);
    const managed = await scene.owner.get(`${scene.base}/entries?fields.old=a&select=fields.old`, 200);
    assert.deepEqual(managed.each('items', 'fields'), [{ fresh: { 'en-US': 'a' } }]);
    assert.deepEqual((await scene.delivery.get(`${path}?aliases=true`, 200)).at('fields'), { fresh: 'a', old: 'a' });
    assert.deepEqual(await shown('moved-1'), { fresh: 'a' });

    await scene.owner.patch(type, { deliver_former_ids: true }, 200);
    const both = await scene.delivery.get(path, 200, { 'if-none-match': String(before.headers.etag) });
    assert.deepEqual(both.at('fields'), { fresh: 'a', old: 'a' });
    const included = await scene.delivery.get(`${scene.read}/entries/moved-2?select=slug,fields.link`, 200);
    assert.deepEqual(included.at('includes.entries.0.fields'), { fresh: 'a', old: 'a' });
    assert.deepEqual((await scene.preview.get(`${path}?locale=*`, 200)).at('fields.old'), { 'en-US': 'a' });

    const removed = [field('fresh', 'string', { former_ids: [] }), field('link', 'entry')];
    await scene.owner.patch(type, { fields: removed }, 200);
    assert.deepEqual(await shown('moved-1'), { fresh: 'a' });
    await scene.delivery.get(`${scene.read}/entries?content_type=moved&fields.old=a`, 422);
  });

  it('refuse to drop a field with data, hide it when confirmed, and bring its data back', async () => {
    const type = await makeType('hidden', [field('keep', 'string'), field('drop', 'string')]);
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'hidden',
      key: 'hidden-1',
      fields: { keep: 'k', drop: 'd' },
    });
    const refused = await scene.owner.patch(type, { fields: [field('keep', 'string')] }, 409);
    assert.equal(refused.at('detail.code'), 'field_has_data');
    assert.equal(refused.at('detail.field'), 'drop');
    assert.equal(refused.at('detail.entries'), 1);
    await scene.owner.patch(`${type}?confirm_data_loss=true`, { fields: [field('keep', 'string')] }, 200);
    assert.deepEqual(await shown('hidden-1'), { keep: 'k' });
    const back = (restore?: boolean) => ({ fields: [field('drop', 'string', { restore }), field('keep', 'string')] });
    const unsaid = await scene.owner.patch(type, back(), 422);
    assert.deepEqual(unsaid.at('detail.errors.0.rule'), 'restore');
    assert.deepEqual(await shown('hidden-1'), { keep: 'k' }, 'nothing is shown that nobody asked for');
    const shownType = await scene.owner.patch(type, back(true), 200);
    assert.deepEqual(shownType.at('hidden_fields'), []);
    assert.equal(shownType.text.includes('"restore"'), false, 'restore is not kept');
    assert.deepEqual(await shown('hidden-1'), { keep: 'k', drop: 'd' });
  });

  it('show hidden fields, and add an empty field of their id beside them', async () => {
    const type = await makeType('beside', [field('drop', 'string')]);
    await publishNew(scene.owner, scene.base, { content_type_id: 'beside', key: 'beside-1', fields: { drop: 'old' } });
    await scene.owner.patch(`${type}?confirm_data_loss=true`, { fields: [] }, 200);
    const hidden = [{ id: 'drop', type: 'string', entries: 1 }];
    assert.deepEqual((await scene.owner.get(type, 200)).at('hidden_fields'), hidden);
    const path = `${scene.base}/content-types/beside`;
    const whole = { name: 'beside', fields: [field('drop', 'string')] };
    assert.equal((await scene.owner.put(path, whole, 422)).at('detail.errors.0.path'), 'fields.0.restore');
    const empty = await scene.owner.put(path, { ...whole, fields: [field('drop', 'string', { restore: false })] }, 200);
    assert.deepEqual(empty.at('hidden_fields'), hidden);
    assert.deepEqual(await shown('beside-1'), {});
    await scene.owner.put(path, whole, 200);
    await scene.owner.patch(type, { fields: [field('drop', 'integer')] }, 200);
  });

  it('drop a field without data at once', async () => {
    const type = await makeType('empty', [field('keep', 'string'), field('drop', 'string')]);
    await publishNew(scene.owner, scene.base, { content_type_id: 'empty', fields: { keep: 'k' } });
    await scene.owner.patch(type, { fields: [field('keep', 'string')] }, 200);
  });

  it('treat another type of a field like its removal', async () => {
    const type = await makeType('retyped', [field('value', 'string')]);
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'retyped',
      key: 'retyped-1',
      fields: { value: 'text' },
    });
    assert.equal(
      (await scene.owner.patch(type, { fields: [field('value', 'integer')] }, 409)).at('detail.code'),
      'field_has_data',
    );
    await scene.owner.patch(`${type}?confirm_data_loss=true`, { fields: [field('value', 'integer')] }, 200);
    assert.deepEqual(await shown('retyped-1'), {});
  });

  it('keep order and settings of fields', async () => {
    const fields = [
      field('title', 'string', { required: true, help: 'Short', validations: { max_length: 10 } }),
      field('size', 'integer', { default: 3, validations: { min: 1, max: 5 } }),
    ];
    const type = await makeType('settings', fields, { display_field: 'title', description: 'Things' });
    const read = await scene.owner.get(type, 200);
    assert.deepEqual(read.each('fields', 'id'), ['title', 'size']);
    assert.equal(read.at('fields.0.validations.max_length'), 10);
    assert.equal(read.at('display_field'), 'title');
    const id = await createEntry(scene.owner, scene.base, { content_type_id: 'settings', fields: { title: 'x' } });
    assert.deepEqual((await scene.owner.get(`/entries/${id}`, 200)).at('fields.size'), { 'en-US': 3 });
    await scene.owner.post(
      `${scene.base}/entries`,
      { content_type_id: 'settings', fields: { title: 'much too long' } },
      422,
    );
    await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'settings', fields: { size: 6 } }, 422);
  });

  it('are refused with what is wrong in them', async () => {
    const refusals: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ fields: [field('1st', 'string')] }, 'fields.0.id'],
      [{ fields: [field('a', 'strng')] }, 'fields.0.type'],
      [{ fields: [field('a', 'string'), field('a', 'string')] }, 'fields.1'],
      [{ fields: [field('a', 'string', { validations: { min: 1 } })] }, 'min'],
      [{ fields: [field('a', 'string', { validations: { pattern: '(?=x)' } })] }, 'pattern'],
      [{ fields: [field('a', 'integer', { validations: { min: 5, max: 1 } })] }, 'min'],
      [{ fields: [field('a', 'array')] }, 'items'],
      [{ fields: [field('a', 'integer', { default: 'x' })] }, 'default'],
      [{ fields: [field('a', 'string')], slug_field: 'a' }, 'slug_field'],
      [{ fields: [field('a', 'string')], display_field: 'b' }, 'display_field'],
      [{ fields: [field('a', 'slug'), field('b', 'slug')], slug_field: 'c' }, 'slug_field'],
      [{ fields: [], colour: 'red' }, 'colour'],
      [{ fields: [field('a', 'string', { requird: true })] }, 'required'],
    ];
    for (const [body, hint] of refusals) {
      const response = await scene.owner.post(`${scene.base}/content-types`, { name: 'Wrong', ...body }, 422);
      assert.ok(response.text.includes(hint), String(response));
    }
  });

  it('cannot be deleted while entries use them', async () => {
    const type = await makeType('used', [field('a', 'string')]);
    const id = await createEntry(scene.owner, scene.base, { content_type_id: 'used', fields: {} });
    const refused = await scene.owner.delete(type, 409);
    assert.equal(refused.at('detail.code'), 'content_type_in_use');
    assert.equal(refused.at('detail.entries'), 1);
    await scene.owner.delete(`/entries/${id}`, 204);
    await scene.owner.delete(type, 204);
    await scene.owner.get(type, 404);
  });

  it('refuse unique over duplicates', async () => {
    const type = await makeType('dupes', [field('code', 'string')]);
    for (const key of ['dupe-1', 'dupe-2']) {
      await publishNew(scene.owner, scene.base, { content_type_id: 'dupes', key, fields: { code: 'same' } });
    }
    assert.equal(
      (await scene.owner.patch(type, { fields: [field('code', 'string', { unique: true })] }, 409)).at('detail.code'),
      'conflict',
    );
  });

  it('live in code: PUT creates, replaces, and changes nothing when repeated', async () => {
    const path = `${scene.base}/content-types/in-code`;
    const body = { name: 'In code', fields: [field('a', 'string')] };
    assert.equal((await scene.owner.put(path, body, 201)).at('api_id'), 'in-code');
    assert.equal((await scene.owner.put(path, body, 200)).at('version'), 1);
    assert.equal((await scene.owner.put(path, { ...body, name: 'Other' }, 200)).at('version'), 2);
  });

  it('make a field localized and back without losing what the default locale says', async () => {
    await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
    const type = await makeType('flip', [field('a', 'string')]);
    await publishNew(scene.owner, scene.base, { content_type_id: 'flip', key: 'flip-1', fields: { a: 'one' } });
    await scene.owner.patch(type, { fields: [field('a', 'string', { localized: true })] }, 200);
    assert.deepEqual(await shown('flip-1'), { a: 'one' });
    const id = (await scene.preview.get(`${scene.read}/entries/flip-1`, 200)).string('id');
    await scene.owner.patch(`/entries/${id}`, { fields: { a: { de: 'eins' } } }, 200);
    const refused = await scene.owner.patch(type, { fields: [field('a', 'string')] }, 409);
    assert.equal(refused.at('detail.code'), 'field_has_data');
    await scene.owner.patch(`${type}?confirm_data_loss=true`, { fields: [field('a', 'string')] }, 200);
    assert.deepEqual(await shown('flip-1'), { a: 'one' });
  });

  describe('values', () => {
    const values: readonly (readonly [string, unknown, unknown, Record<string, unknown>?])[] = [
      ['string', 'text', 5],
      ['string', 'x'.repeat(512), 'x'.repeat(513)],
      ['text', 'long', ['x']],
      ['slug', 'a-b/c', 'a b'],
      ['integer', 7, 7.5],
      ['integer', -3, '3'],
      ['number', 1.25, 'x'],
      ['boolean', false, 'false'],
      ['date', '2024-02-29', '2023-02-29'],
      ['datetime', '2024-02-29T10:00:00.000Z', '2024-02-29'],
      ['json', [{ a: [null, 1] }], undefined],
      ['location', { lat: 48.2, lon: 16.4 }, { lat: 91, lon: 0 }],
      ['entry', { type: 'entry', id: 'somewhere' }, { type: 'asset', id: 'somewhere' }],
      ['asset', 'picture', 12],
      ['array', ['a', 'b'], ['a', 1], { items: { type: 'string' } }],
      ['array', [1, 2], [1, 2.5], { items: { type: 'integer' } }],
      ['string', 'ada@example.com', 'nobody', { validations: { format: 'email' } }],
      ['string', 'b', 'c', { validations: { in: ['a', 'b'] } }],
      ['string', 'abc', 'ABC', { validations: { pattern: '^[a-z]+$' } }],
      [
        'rich_text',
        { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }] },
        { type: 'doc', content: [{ type: 'script' }] },
      ],
    ];
    for (const [index, [type, good, bad, settings]] of values.entries()) {
      it(`of ${type}: ${JSON.stringify(good).slice(0, 40)} is taken, ${(JSON.stringify(bad) ?? 'nothing').slice(0, 40)} is not`, async () => {
        const apiId = `values-${index}`;
        await makeType(apiId, [field('v', type, settings ?? {})]);
        const save = (v: unknown) =>
          scene.owner.post(`${scene.base}/entries`, { content_type_id: apiId, fields: { v: { 'en-US': v } } });
        const taken = await save(good);
        assert.equal(taken.status, 201, String(taken));
        const back = taken.at('fields');
        const again = await scene.owner.patch(`/entries/${taken.string('id')}`, { fields: back }, 200);
        assert.deepEqual(again.at('fields'), back, 'what goes out can be written back');
        assert.equal(again.at('version'), 1);
        if (bad === undefined) return;
        const refused = await save(bad);
        assert.equal(refused.status, 422, String(refused));
        assert.ok(String(refused.at('detail.errors.0.path')).startsWith('fields.v.en-US'), String(refused));
      });
    }
  });
});
