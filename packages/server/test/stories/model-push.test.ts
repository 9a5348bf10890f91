/** Stories of models that are kept in code: read as a whole, planned, and written in one go. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Actor } from '../../../testing/src/client.ts';
import { createEntry, field, given, makeKey, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

onEachEngine('a whole model', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url, { locales: ['de'] });
  });

  /** An empty environment with a model. @returns its path */
  const environmentOf = async (name: string, types: unknown[]): Promise<string> => {
    await scene.owner.post(`${scene.space}/environments`, { name }, 201);
    const base = `${scene.space}/environments/${name}`;
    await scene.owner.post(`${base}/model`, { content_types: types }, 200);
    return base;
  };

  it('is written at once, in any order and with types that name each other, and sending what is read changes nothing', async () => {
    const types = [
      {
        api_id: 'page',
        name: 'Page',
        display_field: 'title',
        slug_field: 'slug',
        fields: [
          field('title', 'string', { required: true, localized: true, validations: { max_length: 80 } }),
          field('slug', 'slug'),
          field('author', 'entry', { validations: { content_types: ['person'] } }),
          field('parts', 'blocks', { components: ['hero', 'quote'] }),
        ],
      },
      {
        api_id: 'person',
        name: 'Person',
        fields: [field('home', 'entry', { validations: { content_types: ['page'] } })],
      },
      {
        api_id: 'hero',
        kind: 'component',
        name: 'Hero',
        fields: [field('inside', 'component', { component: 'quote' })],
      },
      { api_id: 'quote', kind: 'component', name: 'Quote', fields: [field('text', 'text')] },
    ];
    const base = await environmentOf('whole', types);
    const read = await scene.owner.get(`${base}/model`, 200);
    assert.deepEqual(read.each('content_types', 'api_id'), ['quote', 'hero', 'page', 'person']);
    const title = { id: 'title', name: 'title', type: 'string', localized: true, required: true, unique: false };
    assert.deepEqual(read.at('content_types.2.fields.0'), { ...title, validations: { max_length: 80 } });
    const again = await scene.owner.post(`${base}/model`, read.json as Record<string, unknown>, 200);
    assert.deepEqual(again.json, {
      plan: { content_types: [], not_named: [], data_loss: [], refused: [] },
      applied: false,
      version: read.at('version'),
    });
    assert.equal(again.headers.etag, read.headers.etag);

    const swapped = [
      { ...types[2], fields: [] },
      { ...types[3], fields: [field('text', 'text'), field('around', 'component', { component: 'hero' })] },
    ];
    const stale = Number(read.at('version')) - 1;
    const late = await scene.owner.post(`${base}/model`, { content_types: swapped, version: stale }, 409);
    assert.equal(late.at('detail.code'), 'version_conflict');
    const turned = await scene.owner.post(
      `${base}/model`,
      { content_types: swapped, version: read.at('version') },
      200,
    );
    assert.deepEqual(turned.each('plan.content_types', 'change'), ['update', 'update']);
    assert.deepEqual(turned.at('plan.not_named'), ['page', 'person']);
    assert.equal(turned.headers['x-cms-revision'], String(turned.at('version')));
    assert.equal((await scene.owner.get(`${base}/model`, 200)).at('version'), turned.at('version'));
  });

  it('is refused as a whole, with the place of everything that is wrong', async () => {
    const base = await environmentOf('wrong', [{ api_id: 'a', name: 'A', fields: [] }]);
    const wrong = [
      { api_id: 'a', name: 'Changed', fields: [field('x', 'strng')] },
      { api_id: 'b', name: 'B', fields: [field('y', 'string', { previous_id: 'no' }), field('y', 'text')] },
    ];
    const refused = await scene.owner.post(`${base}/model`, { content_types: wrong }, 422);
    assert.deepEqual(refused.each('detail.errors', 'path'), [
      'content_types.0.fields.0.type',
      'content_types.1.fields.1.id',
    ]);
    const circle = [
      { api_id: 'a', name: 'A', fields: [field('c', 'component', { component: 'c' })] },
      { api_id: 'c', kind: 'component', name: 'C', fields: [field('d', 'component', { component: 'd' })] },
      { api_id: 'd', kind: 'component', name: 'D', fields: [field('c', 'component', { component: 'c' })] },
    ];
    const turning = await scene.owner.post(`${base}/model`, { content_types: circle }, 422);
    assert.deepEqual(turning.each('detail.errors', 'rule'), ['circle', 'circle']);
    assert.deepEqual((await scene.owner.get(`${base}/model`, 200)).each('content_types', 'name'), ['A']);
  });

  it('says what it hides and what entries break, hides what is named alone, and a rename keeps every value', async () => {
    const fields = [
      field('title', 'string'),
      field('kicker', 'string', { localized: true }),
      field('rating', 'integer'),
      field('author', 'entry'),
      field('note', 'text'),
    ];
    const base = await environmentOf('counted', [
      { api_id: 'article', name: 'Article', fields },
      { api_id: 'person', name: 'Person', fields: [] },
    ]);
    const add = (key: string, values: Record<string, unknown>) =>
      publishNew(scene.owner, base, { content_type_id: 'article', key, fields: values });
    await add('one', { title: 'A long title', kicker: { 'en-US': 'K', de: 'D' }, rating: 7 });
    await add('two', { title: 'Short', rating: 3, author: 'one' });
    await createEntry(scene.owner, base, { content_type_id: 'article', key: 'three', fields: { rating: 9 } });
    const pushed = {
      content_types: [
        {
          api_id: 'article',
          name: 'Story',
          fields: [
            field('headline', 'string', { previous_id: 'kicker' }),
            field('title', 'string', { required: true, validations: { max_length: 6 } }),
            field('rating', 'string'),
            field('author', 'entry', { validations: { content_types: ['person'] } }),
          ],
        },
      ],
    };
    const planned = await scene.owner.post(`${base}/model`, { ...pushed, dry_run: true }, 200);
    const idOf = async (key: string) => (await scene.owner.get(`${base}/entries/${key}`, 200)).string('id');
    const [one, two, three] = [await idOf('one'), await idOf('two'), await idOf('three')];
    assert.deepEqual(planned.at('plan'), {
      content_types: [
        {
          api_id: 'article',
          change: 'update',
          settings: [
            { name: 'name', before: 'Article', after: 'Story' },
            {
              name: 'field_order',
              before: ['title', 'kicker', 'rating', 'author', 'note'],
              after: ['headline', 'title', 'rating', 'author'],
            },
          ],
          fields: [
            {
              id: 'headline',
              previous_id: 'kicker',
              change: 'rename',
              settings: [
                { name: 'name', before: 'kicker', after: 'headline' },
                { name: 'localized', before: true, after: false },
              ],
              hides: [{ what: 'other_locales', entries: 1, examples: [one] }],
              fails: [],
            },
            {
              id: 'title',
              previous_id: null,
              change: 'update',
              settings: [
                { name: 'required', before: false, after: true },
                { name: 'validations', before: null, after: { max_length: 6 } },
              ],
              hides: [],
              fails: [
                { rule: 'max_length', entries: 1, published: 1, examples: [one] },
                { rule: 'required', entries: 1, published: 0, examples: [three] },
              ],
            },
            {
              id: 'rating',
              previous_id: null,
              change: 'replace',
              settings: [{ name: 'type', before: 'integer', after: 'string' }],
              hides: [{ what: 'field', entries: 3, examples: [one, two, three] }],
              fails: [],
            },
            {
              id: 'author',
              previous_id: null,
              change: 'update',
              settings: [{ name: 'validations', before: null, after: { content_types: ['person'] } }],
              hides: [],
              fails: [{ rule: 'content_types', entries: 1, published: 1, examples: [two] }],
            },
            { id: 'note', previous_id: null, change: 'delete', settings: [], hides: [], fails: [] },
          ],
          warnings: [],
        },
      ],
      not_named: ['person'],
      data_loss: ['article.rating', 'article.kicker'],
      refused: [],
    });
    assert.deepEqual(
      [planned.at('applied'), planned.at('version')],
      [false, (await scene.owner.get(`${base}/model`, 200)).at('version')],
    );

    const partly = await scene.owner.post(`${base}/model`, { ...pushed, confirm_data_loss: ['article.kicker'] }, 409);
    assert.equal(partly.at('detail.code'), 'field_has_data');
    assert.deepEqual(partly.at('detail.data_loss'), ['article.rating']);
    const confirmed = { ...pushed, confirm_data_loss: ['article.kicker', 'article.rating', 'article.note'] };
    const written = await scene.owner.post(`${base}/model`, confirmed, 200);
    assert.deepEqual(written.at('plan'), planned.at('plan'));
    assert.equal(written.at('applied'), true);
    const entry = await scene.owner.get(`${base}/entries/one`, 200);
    assert.deepEqual(entry.at('fields.headline'), { 'en-US': 'K' });
    const type = await scene.owner.get(`${base}/content-types/article`, 200);
    assert.deepEqual(type.at('hidden_fields'), [{ id: 'rating', type: 'integer', entries: 3 }]);
    const kept = await scene.owner.post(`${base}/model`, pushed, 200);
    assert.equal(kept.at('applied'), false, 'previous_id may stay in the code');

    const back = [{ ...pushed.content_types[0], fields: [field('rating', 'integer', { restore: true })] }];
    const restored = await scene.owner.post(
      `${base}/model`,
      { content_types: back, confirm_data_loss: ['article.headline', 'article.title', 'article.author'] },
      200,
    );
    assert.ok(restored.each('plan.content_types.0.fields', 'change').includes('replace'), String(restored));
  });

  it('deletes types that are not named only on request, without entries, and says before what is taken twice', async () => {
    const base = await environmentOf('deleted', [
      { api_id: 'used', name: 'Used', fields: [field('code', 'string')] },
      { api_id: 'free', name: 'Free', fields: [field('part', 'component', { component: 'part' })] },
      { api_id: 'part', kind: 'component', name: 'Part', fields: [] },
    ]);
    for (const key of ['x', 'y'])
      await publishNew(scene.owner, base, { content_type_id: 'used', key, fields: { code: 'same' } });
    const unique = {
      content_types: [{ api_id: 'used', name: 'Used', fields: [field('code', 'string', { unique: true })] }],
    };
    const taken = await scene.owner.post(`${base}/model`, { ...unique, dry_run: true }, 200);
    assert.deepEqual(taken.each('plan.refused', 'code'), ['conflict']);
    assert.equal((taken.at('plan.refused.0.examples') as unknown[]).length, 2);
    assert.equal((await scene.owner.post(`${base}/model`, unique, 409)).at('detail.code'), 'conflict');

    const none = { content_types: [], delete_missing: true };
    const planned = await scene.owner.post(`${base}/model`, { ...none, dry_run: true }, 200);
    assert.deepEqual(planned.each('plan.content_types', 'api_id'), ['used', 'free', 'part']);
    assert.deepEqual(planned.each('plan.refused', 'content_type'), ['used']);
    assert.equal((await scene.owner.post(`${base}/model`, none, 409)).at('detail.code'), 'content_type_in_use');
    assert.equal((await scene.owner.get(`${base}/model`, 200)).each('content_types', 'api_id').length, 3);
    const rest = await scene.owner.post(
      `${base}/model`,
      { content_types: [{ api_id: 'used', name: 'Used', fields: [field('code', 'string')] }], delete_missing: true },
      200,
    );
    assert.deepEqual(rest.each('plan.content_types', 'change'), ['delete', 'delete']);
    assert.deepEqual((await scene.owner.get(`${base}/model`, 200)).each('content_types', 'api_id'), ['used']);
  });

  it('is changed by keys that push it alone while it is locked, whatever the route, and only admins lock it', async () => {
    const type = { api_id: 'kept', name: 'Kept', fields: [field('title', 'string')] };
    const base = await environmentOf('locked', [type]);
    const developer = await makeKey(scene.owner, scene.spaceId, { kind: 'management' });
    const pushing = await makeKey(scene.owner, scene.spaceId, { kind: 'management', writes: 'model' });
    await developer.patch(base, { model_locked: null }, 403);
    const key = { name: 'More', kind: 'management', writes: 'model' };
    await developer.post(`${scene.space}/api-keys`, key, 403);
    const own = (await developer.get('/auth/me', 200)).string('key.id');
    await developer.patch(`${scene.space}/api-keys/${own}`, { writes: 'model' }, 403);

    const by = 'https://github.com/acme/site';
    const locked = await scene.owner.patch(base, { model_locked: { by }, version: 1 }, 200);
    assert.deepEqual([locked.at('model_locked'), locked.at('version')], [{ by }, 2]);
    assert.equal((await scene.owner.get(base, 200)).at('model_locked.by'), by);
    await scene.owner.patch(base, { model_locked: null, version: 1 }, 409);

    const other = { ...type, name: 'Changed' };
    const refusals = [
      await scene.owner.post(`${base}/model`, { content_types: [other] }, 409),
      await developer.post(`${base}/model`, { content_types: [other] }, 409),
      await scene.owner.post(`${base}/content-types`, { name: 'New', fields: [] }, 409),
      await scene.owner.put(`${base}/content-types/kept`, { name: 'Changed', fields: [] }, 409),
      await scene.owner.patch(`${base}/content-types/kept`, { name: 'Changed' }, 409),
      await scene.owner.delete(`${base}/content-types/kept`, 409),
    ];
    for (const refused of refusals)
      assert.deepEqual([refused.at('detail.code'), refused.at('detail.model_locked')], ['model_locked', { by }]);
    const planned = await developer.post(`${base}/model`, { content_types: [other], dry_run: true }, 200);
    assert.deepEqual(planned.each('plan.content_types', 'change'), ['update']);
    assert.deepEqual(planned.each('plan.refused', 'code'), ['model_locked']);
    // Whether unique values meet is tried by a write that is taken back, which nobody could do here.
    const strict = { ...type, fields: [field('title', 'string', { unique: true })] };
    const tried = await developer.post(`${base}/model`, { content_types: [strict], dry_run: true }, 200);
    assert.deepEqual(tried.each('plan.refused', 'code'), ['model_locked']);
    const unchanged = await developer.post(`${base}/model`, { content_types: [type], dry_run: true }, 200);
    assert.deepEqual(unchanged.each('plan.refused', 'code'), []);
    const free = await pushing.post(`${base}/model`, { content_types: [strict], dry_run: true }, 200);
    assert.deepEqual(free.each('plan.refused', 'code'), []);
    await scene.owner.post(`${base}/model`, { content_types: [type] }, 200);
    await createEntry(scene.owner, base, { content_type_id: 'kept', fields: { title: 'x' } });

    const written = await pushing.post(`${base}/model`, { content_types: [other] }, 200);
    assert.equal(written.at('applied'), true);
    await scene.owner.patch(base, { model_locked: null }, 200);
    await scene.owner.patch(`${base}/content-types/kept`, { name: 'Kept' }, 200);
  });

  it('stays locked for imports and for the removal of hidden fields, which take content all the same', async () => {
    const type = { api_id: 'story', name: 'Story', fields: [field('title', 'string'), field('gone', 'string')] };
    const base = await environmentOf('locked-imports', [type]);
    const pushing = await makeKey(scene.owner, scene.spaceId, { kind: 'management', writes: 'model' });
    await createEntry(scene.owner, base, { content_type_id: 'story', fields: { title: 'x', gone: 'y' } });
    const kept = { ...type, fields: [field('title', 'string')] };
    await pushing.post(`${base}/model`, { content_types: [kept], confirm_data_loss: ['story.gone'] }, 200);
    await scene.owner.patch(base, { model_locked: { by: 'git' } }, 200);

    const lines = [
      { content_type: kept },
      { content_type: { ...kept, name: 'Changed' } },
      { content_type: { api_id: 'new', name: 'New', fields: [] } },
      { entry: { key: 'one', content_type: 'story', fields: { title: 'One' } } },
    ];
    const raw = lines.map((line) => JSON.stringify(line)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const sent = (actor: Actor) => actor.send('POST', `${base}/import`, { raw, headers });
    const results = await sent(scene.owner);
    assert.deepEqual(results.each('results', 'result'), ['unchanged', 'refused', 'refused', 'created']);
    assert.deepEqual(
      [1, 2].map((index) => results.at(`results.${index}.error.code`)),
      ['model_locked', 'model_locked'],
    );
    const hidden = `${base}/content-types/story/hidden-fields/gone`;
    await scene.owner.delete(hidden, 409);
    await scene.owner.patch(
      `${base}/content-types/story`,
      { fields: [field('title', 'string'), field('gone', 'string', { restore: true })] },
      409,
    );
    assert.deepEqual((await scene.owner.get(`${base}/model`, 200)).each('content_types', 'name'), ['Story']);

    await pushing.delete(hidden, 204);
    assert.deepEqual((await sent(pushing)).each('results', 'result'), ['unchanged', 'updated', 'created', 'unchanged']);
  });
});
