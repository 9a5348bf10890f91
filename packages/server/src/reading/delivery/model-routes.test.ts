/** Content types and locales on the delivery and preview planes: what they show, their pages, tags and refusals. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

onEachEngine('the model on the reading planes', (stage) => {
  let scene: Scene;

  before(async () => {
    scene = await given(stage.url);
    await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: 'page', name: 'Page', fields: [field('title', 'string', { localized: true })] },
      201,
    );
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'author', name: 'Author', fields: [] }, 201);
    await scene.owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en-US', optional: true }, 201);
  });

  const types = (query = '') => `${scene.read}/content-types${query}`;
  const etagOf = ({ headers }: ApiResponse) => String(headers.etag);

  it('lists content types with their fields, and nothing that only editors need', async () => {
    const settings = {
      preview_url: 'https://www.example.com/{slug}?secret=quiet-harbour',
      layout: { side: ['title'] },
    };
    const managed = await scene.owner.patch(`${scene.base}/content-types/page`, settings, 200);
    const {
      version: _,
      hidden_fields: __,
      preview_url,
      preview_picture: ___,
      layout,
      warnings,
      ...visible
    } = managed.json as Record<string, unknown>;
    assert.equal(preview_url, settings.preview_url);
    assert.deepEqual(layout, { groups: [], side: ['title'], half: [] });
    assert.deepEqual(
      (warnings as { rule: string }[]).map(({ rule }) => rule),
      ['secret'],
    );
    for (const actor of [scene.delivery, scene.preview]) {
      const list = await actor.get(types('?order=-api_id'), 200);
      assert.deepEqual([list.at('total'), list.at('skip'), list.at('limit')], [2, 0, 100]);
      assert.deepEqual(list.each('items', 'api_id'), ['page', 'author']);
      assert.deepEqual(list.at('items.0'), visible);
      assert.ok(!list.text.includes('quiet-harbour'));
    }
  });

  it('lists locales with the code of the one that each falls back on', async () => {
    const list = await scene.delivery.get(`${scene.read}/locales?order=code`, 200);
    const shown = list.list('items') as Record<string, unknown>[];
    assert.deepEqual(
      shown.map(({ id: _, ...locale }) => locale),
      [
        { code: 'de', name: 'German', fallback: 'en-US', default: false, optional: true },
        { code: 'en-US', name: 'American English', fallback: null, default: true, optional: false },
      ],
    );
  });

  it('pages by cursor', async () => {
    const first = await scene.delivery.get(types('?limit=1'), 200);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await scene.delivery.get(next, 200);
    assert.deepEqual([...first.each('items', 'api_id'), ...second.each('items', 'api_id')], ['author', 'page']);
    assert.equal(second.headers.link, undefined);
  });

  it('has a tag that holds until the model changes, and tells caches what it rests on', async () => {
    const before = await scene.delivery.get(types(), 200);
    const code = String(before.string('items.0.id').split('_')[1]);
    assert.equal(before.headers['cache-tag'], `${scene.spaceId},environment_${code}`);
    assert.equal(before.headers['cache-control'], 'private, no-cache');
    assert.match(String(before.headers['x-cms-revision']), /^\d+$/);
    const known = { 'if-none-match': etagOf(before) };
    assert.equal((await scene.delivery.get(types(), 304, known)).text, '');
    const changed = await scene.owner.patch(`${scene.base}/content-types/author`, { name: 'Writer' }, 200);
    const revision = String(changed.headers['x-cms-revision']);
    const after = await scene.delivery.get(types(`?min_revision=${revision}`), 200, known);
    assert.deepEqual(after.each('items', 'name'), ['Writer', 'Page']);
    assert.ok(Number(after.headers['x-cms-revision']) >= Number(revision));
  });

  it('counts what published entries lack of what their fields ask for by now, publish by publish', async () => {
    const { owner, base, read, delivery, preview, space } = await given(stage.url);
    await owner.post(`${space}/locales`, { code: 'de', fallback: null }, 201);
    const types = `${base}/content-types`;
    const part = (more = {}) => ({ name: 'Part', kind: 'component', fields: [field('heading', 'string', more)] });
    const fields = [
      field('title', 'string', { localized: true }),
      field('colours', 'array', { items: { type: 'string' } }),
      field('near', 'array', { items: { type: 'entry' } }),
      field('parts', 'blocks', { components: ['part'] }),
    ];
    await owner.put(`${types}/part`, part(), 201);
    await owner.put(`${types}/note`, { name: 'Note', fields: [field('text', 'text')] }, 201);
    await owner.put(`${types}/page`, { name: 'Page', fields }, 201);
    const publish = async (key: string, type: string, values: object) => {
      const made = await owner.put(`${base}/entries/${key}`, { content_type_id: type, fields: values });
      await owner.post(`${base}/entries/${key}/publish`, {}, 200);
      return made;
    };
    await publish('note', 'note', { text: 'x' });
    await owner.put(`${base}/entries/draft`, { content_type_id: 'note', fields: {} });
    const both = { 'en-US': 'Full', de: 'Voll' };
    const blocks = [
      { type: 'part', fields: {} },
      { type: 'part', fields: { heading: 'h' } },
    ];
    await publish('full', 'page', { title: both, colours: ['red'], near: ['full'], parts: [blocks[1]] });
    await publish('half', 'page', {
      title: 'Half',
      colours: ['red', 'blue'],
      near: ['note', 'full', 'draft'],
      parts: blocks,
    });
    await publish('bare', 'page', {});
    const strict = [
      field('title', 'string', { localized: true, required: true }),
      field('colours', 'array', { items: { type: 'string', validations: { in: ['red'] } } }),
      field('near', 'array', { items: { type: 'entry', validations: { content_types: ['page'] } } }),
      fields[3],
    ];
    await owner.patch(`${types}/page`, { fields: strict }, 200);
    await owner.patch(`${types}/part`, { fields: [field('heading', 'string', { required: true })] }, 200);
    const path = `${read}/content-types?evidence=true`;
    const evidence = async (by = delivery) => {
      const list = await by.get(path, 200);
      const all = list.list('items') as {
        api_id: string;
        fields: { id: string; evidence: Record<string, number> }[];
      }[];
      const shown = all.flatMap(({ api_id, fields: some }) =>
        some.map((one) => `${api_id}.${one.id} ${Object.values(one.evidence).join(' ')}`),
      );
      return { list, shown };
    };
    const first = await evidence();
    const right = ['note.text 0 0 0', 'page.title 2 0 0', 'page.colours 1 1 0', 'page.near 1 0 1', 'page.parts 1 0 0'];
    assert.deepEqual(first.shown, [...right, 'part.heading 1 0 0']);
    assert.deepEqual((await evidence(preview)).shown, first.shown, 'preview counts what is published too');
    assert.match(String(first.list.headers['cache-tag']), /,mixed_/);
    const known = { 'if-none-match': etagOf(first.list) };
    await delivery.get(path, 304, known);
    await publish('half', 'page', { title: both, colours: ['red'], near: ['full'], parts: [blocks[1]] });
    const second = await delivery.get(path, 200, known);
    assert.ok(Number(second.headers['x-cms-revision']) > Number(first.list.headers['x-cms-revision']));
    const left = ['note.text 0 0 0', 'page.title 1 0 0', 'page.colours 1 0 0', 'page.near 1 0 0', 'page.parts 1 0 0'];
    assert.deepEqual((await evidence()).shown, [...left, 'part.heading 0 0 0']);
    await owner.post(`${base}/entries/bare/unpublish`, {}, 200);
    assert.ok((await evidence()).shown.every((one) => one.endsWith(' 0 0 0')));
    assert.equal((await delivery.get(`${read}/content-types`, 200)).at('items.0.fields.0.evidence'), undefined);
    const revision = String(second.headers['x-cms-revision']);
    const refused = await preview.get(`${path}&as_of=${revision}`, 422);
    assert.equal(refused.at('detail.errors.0.path'), 'query.evidence');
  });

  it('refuses what it does not take, and hides what the token does not see', async () => {
    for (const query of ['?limit=0', '?order=fields', '?locale=de', '?min_revision=x'])
      await scene.delivery.get(types(query), 422);
    await scene.delivery.get(`/spaces/${scene.spaceId}/environments/nothing/delivery/locales`, 404);
    await scene.delivery.get('/spaces/spc_nothing/environments/master/delivery/content-types', 404);
    await scene.owner.get(types(), 403);
    assert.equal((await new Actor(stage.url, null).send('GET', types())).status, 401);
  });
});
