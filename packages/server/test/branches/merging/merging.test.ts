/** Merging environments: what conflicts, how decisions resolve it, what is rejected, and what remains after undoing. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { createEntry, field, given, magazine, makeKey, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { DomainError } from '../../../src/platform/errors/domain-error.ts';
import { cloneOf } from '../clone/clones.ts';
import { mergeInto } from './merges.ts';

/** How many resources one write may change here. */
const WHOLE_MAX = 10;
/** And each part of a larger merge. */
const PART = 4;

describeEachEngine('merges', (engine) => {
  let service: TestService;
  /** The service fails to write this part of a merge, counted from now on; none at 0. */
  let breakAt = 0;
  let broken = new Error('Broken by the test.');
  before(async () => {
    const onStatement = (sql: string) => {
      if (breakAt > 0 && sql.startsWith('insert into "merges"') && --breakAt === 0) throw broken;
    };
    service = await startService(
      { engine, env: { LECTERN_VERSIONS_KEPT: '2', LECTERN_LOG_LEVEL: 'fatal' } },
      { mergeSizes: { whole: WHOLE_MAX, part: PART }, onStatement },
    );
  });
  after(async () => {
    closeConnections();
    await service?.close();
  });

  /** A magazine with a published article and a draft of an author, and a clone of it. */
  async function branched(): Promise<Scene & { readonly branch: string }> {
    const scene = await given(service.url, { types: magazine });
    const article = { content_type_id: 'article', key: 'first', fields: { title: 'First', rating: 1 } };
    await publishNew(scene.owner, scene.base, article);
    await createEntry(scene.owner, scene.base, { content_type_id: 'author', key: 'ada', fields: { name: 'Ada' } });
    await cloneOf(scene, 'branch');
    return { ...scene, branch: `${scene.space}/environments/branch` };
  }

  it('bring along which migrations were run, as clones do, and forget them when undone', async () => {
    const scene = await given(service.url, { types: magazine });
    const { owner, base, space } = scene;
    const branch = `${space}/environments/branch`;
    const note = (at: string, name: string, state: string, status = 201) =>
      owner.put(`${at}/migrations/${name}`, { state, progress: { batches: [] } }, status);
    const noted = async (at: string) =>
      (await owner.get(`${at}/migrations`, 200))
        .list('items')
        .map((one) => one as { name: string; state: string; merge: string | null })
        .map(({ name, state, merge }) => [name, state, merge]);
    await note(base, '0001', 'done');
    await note(base, '0002', 'writing');
    await note(base, '0003', 'undone');
    await note(base, '0006', 'preparing');
    await cloneOf(scene, 'branch');
    const begun = [
      ['0001', 'done', null],
      ['0002', 'writing', null],
    ];
    assert.deepEqual(await noted(branch), begun, 'what has changed content');
    assert.equal((await owner.get(`${branch}/migrations/0001`, 200)).at('progress'), null);
    await note(branch, '0002', 'done', 200);
    for (const name of ['0003', '0004', '0006']) await note(branch, name, 'done');
    await note(branch, '0005', 'preparing');
    await createEntry(owner, branch, { content_type_id: 'author', key: 'ada', fields: { name: 'Ada' } });
    await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.equal((await noted(base)).length, 4);
    await createEntry(owner, branch, { content_type_id: 'author', key: 'bob', fields: { name: 'Bob' } });
    await mergeInto(scene, { from: 'branch', entries: ['ada'] });
    assert.equal((await noted(base)).length, 4, 'a part');
    const merge = (await mergeInto(scene, { from: 'branch' })).string('id');
    assert.deepEqual(await noted(base), [
      ...begun,
      ['0003', 'done', merge],
      ['0004', 'done', merge],
      ['0006', 'done', merge],
    ]);
    assert.deepEqual((await owner.get(`${base}/migrations/0002`, 200)).at('progress'), { batches: [] });
    await owner.post(`${base}/merges/${merge}/undo`, undefined, 200);
    assert.deepEqual(
      (await noted(base)).map(([name]) => name),
      ['0001', '0002'],
    );
    await owner.put(`${base}/migrations/0002`, { state: 'done', version: 3 }, 409);
    await owner.put(`${base}/migrations/0002`, { state: 'done', version: 0 }, 409);
    await owner.put(`${base}/migrations/0002`, { state: 'done', progress: { text: 'x'.repeat(70_000) } }, 422);
    assert.equal((await note(base, '0002', 'done', 200)).at('version'), 2);
    await owner.delete(branch, 204);
    await cloneOf(scene, 'branch');
    assert.equal((await noted(branch)).length, 2, 'none of the one that was deleted');
    await note(branch, '0007', 'done');
    await owner.post(`${base}/merges`, { from: 'branch', dry_run: false }, 200);
    assert.deepEqual((await noted(base)).at(-1), ['0007', 'done', null], 'there was nothing else to bring');
  });

  it('bring changes of different fields together, and name those of the same one', async () => {
    const { owner, base, branch, ...scene } = await branched();
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 5, pages: 8 } }, 200);
    await owner.patch(`${base}/entries/first`, { fields: { rating: 3, featured: true } }, 200);
    const path = 'entries.first.fields.rating.en-US';
    const compared = await owner.get(`${branch}/compare`, 200);
    assert.deepEqual(
      [compared.at('total'), compared.at('items.0.key'), compared.at('items.0.title')],
      [1, 'first', 'First'],
    );
    const refused = await owner.post(`${base}/merges`, { from: 'branch', dry_run: false }, 409);
    assert.equal(refused.at('detail.code'), 'conflict');
    const conflict = { path, rule: 'both_changed', base: 1, target: 3, source: 5 };
    assert.deepEqual(refused.at('detail.conflicts'), [conflict]);
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.deepEqual(plan.at('conflicts'), [conflict]);
    assert.equal(plan.at('id'), null);
    const resolutions = [{ path, take: 'source' }];
    const merged = await mergeInto({ owner, ...scene }, { from: 'branch', resolutions });
    assert.equal(merged.headers.location, `${base}/merges/${merged.string('id')}`);
    const entry = await owner.get(`${base}/entries/first`, 200);
    assert.deepEqual(
      ['rating', 'pages', 'featured'].map((name) => entry.at(`fields.${name}`)),
      [{ 'en-US': 5 }, { 'en-US': 8 }, { 'en-US': true }],
    );
    assert.equal(entry.at('status'), 'changed', 'nothing is published');
    const read = await owner.get(`${base}/merges/${merged.string('id')}`, 200);
    assert.deepEqual(read.at('entries'), merged.at('entries'));
    assert.deepEqual((await owner.post(`${base}/merges`, { from: 'branch' }, 200)).at('entries'), []);
    const versions = await owner.get(`/entries/${entry.string('id')}/versions`, 200);
    assert.equal(versions.at('items.0.action'), 'merge');
  });

  it('find the common ancestor however often both sides were saved since', async () => {
    const { owner, base, branch, ...scene } = await branched();
    for (let n = 0; n < 6; n++) {
      await owner.patch(`${branch}/entries/ada`, { fields: { name: `Ada ${n}` } }, 200);
      await owner.patch(`${base}/entries/ada`, { fields: { city: `City ${n}` } }, 200);
    }
    await mergeInto({ owner, ...scene }, { from: 'branch' });
    await owner.patch(`${branch}/entries/ada`, { fields: { born: '1815-12-10' } }, 200);
    for (let n = 0; n < 6; n++) await owner.patch(`${base}/entries/ada`, { fields: { city: `Town ${n}` } }, 200);
    await mergeInto({ owner, ...scene }, { from: 'branch' });
    const { json } = await owner.get(`${base}/entries/ada`, 200);
    const { fields } = json as { fields: object };
    assert.deepEqual(fields, {
      name: { 'en-US': 'Ada 5' },
      city: { 'en-US': 'Town 5' },
      born: { 'en-US': '1815-12-10' },
    });
  });

  it('work in both directions, and between clones of one environment', async () => {
    const { owner, base, branch, ...scene } = await branched();
    await owner.patch(`${base}/entries/ada`, { fields: { name: 'Countess' } }, 200);
    await cloneOf({ owner, base, ...scene }, 'other');
    const other = `${scene.space}/environments/other`;
    await owner.patch(`${other}/entries/ada`, { fields: { city: 'London' } }, 200);
    await mergeInto({ owner, ...scene }, { from: 'other' }, { into: 'branch' });
    const there = await owner.get(`${branch}/entries/ada`, 200);
    assert.deepEqual([there.at('fields.name.en-US'), there.at('fields.city.en-US')], ['Countess', 'London']);
    await owner.patch(`${base}/entries/ada`, { fields: { born: '1815-12-10' } }, 200);
    await mergeInto({ owner, ...scene }, { from: 'master' }, { into: 'branch' });
    assert.equal((await owner.get(`${branch}/entries/ada`, 200)).at('fields.born.en-US'), '1815-12-10');
    const extra = { z: 1, constructor: 'Ferrari', ['__proto__']: { b: 1 } };
    await createEntry(owner, branch, { content_type_id: 'article', key: 'car', fields: { title: 'Car', extra } });
    await mergeInto({ owner, ...scene }, { from: 'branch' });
    assert.equal((await owner.get(`${base}/entries/ada`, 200)).at('fields.city.en-US'), 'London');
    const car = await owner.get(`${base}/entries/car`, 200);
    assert.equal(JSON.stringify(car.at('fields.extra.en-US')), JSON.stringify(extra));
    await owner.post(`${scene.space}/environments`, { name: 'stranger' }, 201);
    const refused = await owner.post(`${base}/merges`, { from: 'stranger' }, 409);
    assert.equal(refused.at('detail.code'), 'conflict');
    const unknown = await owner.post(`${base}/merges`, { from: 'nowhere' }, 422);
    assert.equal(unknown.at('detail.errors.0.path'), 'from');
    await owner.post(`${base}/merges`, { from: 'master' }, 422);
  });

  it('name slugs and unique values that another entry holds', async () => {
    const { owner, base, branch, ...scene } = await branched();
    const article = (key: string, slug: string) => ({ content_type_id: 'article', key, slug, fields: { title: key } });
    await createEntry(owner, branch, article('there', 'same'));
    await createEntry(owner, base, article('here', 'same'));
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    const slugs = (plan.at('conflicts') as { path: string; rule: string }[]).filter(({ rule }) => rule === 'slug');
    assert.deepEqual(
      slugs.map(({ path }) => path),
      ['entries.there.fields.slug.en-US'],
    );
    await owner.post(`${base}/merges`, { from: 'branch', dry_run: false }, 409);
    await owner.patch(`${branch}/entries/there`, { slug: 'other' }, 200);
    assert.deepEqual(
      (await owner.post(`${base}/merges`, { from: 'branch', entries: ['there'] }, 200)).at('conflicts'),
      [],
    );
    const product = { api_id: 'product', name: 'Product', fields: [field('code', 'string', { unique: true })] };
    await owner.post(`${base}/content-types`, product, 201);
    await cloneOf({ owner, base, ...scene }, 'shop');
    const shop = `${scene.space}/environments/shop`;
    await publishNew(owner, base, { content_type_id: 'product', key: 'tea', fields: { code: 'a1' } });
    await publishNew(owner, shop, { content_type_id: 'product', key: 'milk', fields: { code: 'a1' } });
    const published = await owner.post(`${base}/merges`, { from: 'shop', publish: 'as_source' }, 200);
    const conflict = { path: 'entries.milk.fields.code.en-US', rule: 'unique', base: null, target: null, source: 'a1' };
    assert.deepEqual(published.at('conflicts'), [conflict]);
    await mergeInto({ owner, ...scene }, { from: 'shop' });
  });

  it('let two entries exchange their slugs, and undo it', async () => {
    const { owner, base, branch, ...scene } = await branched();
    const article = (key: string, slug: string) => ({ content_type_id: 'article', key, slug, fields: { title: key } });
    await createEntry(owner, base, article('one', 'one'));
    await createEntry(owner, base, article('two', 'two'));
    await cloneOf({ owner, base, ...scene }, 'swap');
    const swap = `${scene.space}/environments/swap`;
    await owner.patch(`${swap}/entries/one`, { slug: 'free' }, 200);
    await owner.patch(`${swap}/entries/two`, { slug: 'one' }, 200);
    await owner.patch(`${swap}/entries/one`, { slug: 'two' }, 200);
    const merged = await mergeInto({ owner, ...scene }, { from: 'swap' });
    assert.equal((await owner.get(`${base}/entries/one`, 200)).at('slug'), 'two');
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.equal((await owner.get(`${base}/entries/two`, 200)).at('slug'), 'two');
    assert.ok(branch);
  });

  it('publish what the source has published, if it may be published', async () => {
    const { owner, base, branch, delivery, read, ...scene } = await branched();
    await owner.patch(`${branch}/entries/first`, { fields: { title: 'News' } }, 200);
    await owner.post(`${branch}/entries/first/publish`, undefined, 200);
    await publishNew(owner, branch, { content_type_id: 'author', key: 'grace', fields: { name: 'Grace' } });
    const link = { content_type_id: 'article', key: 'linked', fields: { title: 'Linked', author: 'grace' } };
    await publishNew(owner, branch, link);
    await owner.patch(
      `${base}/content-types/author`,
      { fields: [...authorFields, field('fee', 'integer', { required: true })] },
      200,
    );
    const plan = await owner.post(`${base}/merges`, { from: 'branch', publish: 'as_source' }, 200);
    assert.deepEqual(plan.at('errors.0.path'), 'entries.grace.fields.fee.en-US');
    const refused = await owner.post(`${base}/merges`, { from: 'branch', publish: 'as_source', dry_run: false }, 422);
    assert.equal(refused.at('detail.errors.0.rule'), 'required');
    await owner.patch(`${base}/content-types/author`, { fields: authorFields }, 200);
    const before = (await delivery.get(`${read}/entries?locale=*`, 200)).text;
    const merged = await mergeInto({ owner, ...scene }, { from: 'branch', publish: 'as_source' });
    const shown = await delivery.get(`${read}/entries?order=slug`, 200);
    assert.equal(shown.at('total'), 3);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.equal((await delivery.get(`${read}/entries?locale=*`, 200)).text, before);
    const again = await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 409);
    assert.equal(again.at('detail.code'), 'conflict');
  });

  it('publish what the source has published, and leave every draft of the target a draft', async () => {
    const { owner, base, branch, delivery, read, ...scene } = await branched();
    await owner.patch(`${branch}/entries/first`, { fields: { title: 'News', pages: 8 } }, 200);
    await owner.post(`${branch}/entries/first/publish`, undefined, 200);
    await owner.patch(`${branch}/entries/first`, { fields: { pages: 9 } }, 200);
    await owner.patch(`${base}/entries/first`, { fields: { title: 'Draft', rating: 7 } }, 200);
    await owner.post(`${branch}/entries/ada/publish`, undefined, 200);
    await owner.patch(`${base}/entries/ada`, { fields: { city: 'London' } }, 200);
    const before = (await delivery.get(`${read}/entries?locale=*&order=id`, 200)).text;
    const drafts = async () =>
      (await owner.get(`${base}/entries?order=id`, 200)).list('items').map((item) => {
        const { key, status, fields } = item as Record<string, unknown>;
        return { key, status, fields };
      });
    const draftsBefore = await drafts();
    const plan = await owner.post(`${base}/merges`, { from: 'branch', publish: 'as_source' }, 200);
    const named = ['first.fields.title.en-US', 'first.fields.pages.en-US', 'ada.fields.name.en-US', 'ada.status'];
    assert.deepEqual(
      [...plan.list('becomes_visible')].sort(),
      named.map((path) => `entries.${path}`).sort(),
      String(plan),
    );
    assert.deepEqual(plan.at('conflicts'), []);
    const merged = await mergeInto({ owner, ...scene }, { from: 'branch', publish: 'as_source' });
    const shown = async (key: string) => (await delivery.get(`${read}/entries/${key}`, 200)).at('fields');
    assert.deepEqual(await shown('first'), { title: 'News', slug: 'first', rating: 1, pages: 8 });
    assert.deepEqual(await shown('ada'), { name: 'Ada' });
    const first = await owner.get(`${base}/entries/first`, 200);
    const draftOf = ({ json }: ApiResponse) => (json as { fields: object }).fields;
    assert.deepEqual(draftOf(first), {
      ...{ title: { 'en-US': 'Draft' }, slug: { 'en-US': 'first' } },
      ...{ rating: { 'en-US': 7 }, pages: { 'en-US': 9 } },
    });
    const ada = await owner.get(`${base}/entries/ada`, 200);
    assert.deepEqual(draftOf(ada), { name: { 'en-US': 'Ada' }, city: { 'en-US': 'London' } });
    assert.deepEqual([first.at('status'), ada.at('status')], ['changed', 'changed']);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.equal((await delivery.get(`${read}/entries?locale=*&order=id`, 200)).text, before);
    assert.deepEqual(await drafts(), draftsBefore);
  });

  it('ask before they publish what the target has taken down', async () => {
    const { owner, base, branch, delivery, read, ...scene } = await branched();
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 2 } }, 200);
    await owner.post(`${branch}/entries/first/publish`, undefined, 200);
    await owner.post(`${base}/entries/first/unpublish`, undefined, 200);
    const path = 'entries.first.status';
    const plan = await owner.post(`${base}/merges`, { from: 'branch', publish: 'as_source' }, 200);
    const conflict = { path, rule: 'deleted', base: 'published', target: 'draft', source: 'published' };
    assert.deepEqual([plan.at('conflicts'), plan.at('becomes_visible')], [[conflict], []]);
    const ask = (take: string) => ({ from: 'branch', publish: 'as_source', resolutions: [{ path, take }] });
    const kept = await mergeInto({ owner, ...scene }, ask('target'));
    assert.deepEqual(kept.at('becomes_visible'), []);
    await delivery.get(`${read}/entries/first`, 404);
    await owner.post(`${base}/merges/${kept.string('id')}/undo`, undefined, 200);
    await mergeInto({ owner, ...scene }, ask('source'));
    assert.equal((await delivery.get(`${read}/entries/first`, 200)).at('fields.rating'), 2);
  });

  it('name what shows or goes although they publish nothing', async () => {
    const { owner, base, branch, ...scene } = await branched();
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 2 } }, 200);
    await owner.post(`${branch}/entries/first/publish`, undefined, 200);
    const layout = { groups: [{ id: 'main', name: 'Main', display: 'tab', fields: ['name'] }], side: [], half: [] };
    const notShown = { preview_url: 'https://a.test/', layout };
    await owner.patch(`${branch}/content-types/author`, { name: 'Writer', ...notShown }, 200);
    const visible = async () => (await owner.post(`${base}/merges`, { from: 'branch' }, 200)).at('becomes_visible');
    assert.deepEqual(await visible(), ['content_types.author.name']);
    await owner.post(`${branch}/entries/first/archive`, undefined, 200);
    assert.deepEqual(await visible(), ['content_types.author.name', 'entries.first.archived']);
    await owner.delete(`${branch}/entries/first`, 204);
    const merged = await mergeInto({ owner, ...scene }, { from: 'branch' });
    assert.deepEqual(merged.at('becomes_visible'), ['content_types.author.name', 'entries.first']);
    assert.deepEqual((await owner.get(`${base}/content-types/author`, 200)).at('layout'), layout);
  });

  it('take what filters name alone, with the content types and assets that belong to it', async () => {
    const { owner, base, branch, ...scene } = await branched();
    await owner.patch(`${branch}/content-types/author`, { fields: [...authorFields, field('fee', 'integer')] }, 200);
    await owner.patch(`${branch}/entries/ada`, { fields: { fee: 7 } }, 200);
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 9 } }, 200);
    const named = await owner.post(`${base}/merges`, { from: 'branch', entries: ['ada'] }, 200);
    assert.deepEqual([keysIn(named, 'model'), keysIn(named, 'entries')], [['author'], ['ada']]);
    const typed = await owner.post(`${base}/merges`, { from: 'branch', content_types: ['article'] }, 200);
    assert.deepEqual([keysIn(typed, 'model'), keysIn(typed, 'entries')], [[], ['first']]);
    await mergeInto({ owner, ...scene }, { from: 'branch', entries: ['ada'] });
    assert.equal((await owner.get(`${base}/entries/ada`, 200)).at('fields.fee.en-US'), 7);
    assert.deepEqual(keysIn(await owner.post(`${base}/merges`, { from: 'branch' }, 200), 'entries'), ['first']);
    const unknown = await owner.post(`${base}/merges`, { from: 'branch', content_types: ['none'] }, 422);
    assert.equal(unknown.at('detail.errors.0.path'), 'content_types.0');
    const resolutions = [{ path: 'entries.none.fields.title.en-US', take: 'source' }];
    const nothing = await owner.post(`${base}/merges`, { from: 'branch', resolutions }, 422);
    assert.equal(nothing.at('detail.errors.0.path'), 'resolutions.0.path');
  });

  it('hide no values without a decision, and bring back those of a field that the source kept', async () => {
    const { owner, base, branch, ...scene } = await branched();
    const article = async (place: string) =>
      (await owner.get(`${place}/content-types/article`, 200)).at('fields') as { id: string }[];
    const without = (await article(branch)).filter(({ id }) => id !== 'rating');
    await owner.patch(`${branch}/content-types/article?confirm_data_loss=true`, { fields: without }, 200);
    const path = 'content_types.article.fields.rating';
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.deepEqual([plan.at('conflicts.0.path'), plan.at('conflicts.0.rule')], [path, 'data_loss']);
    const merged = await mergeInto({ owner, ...scene }, { from: 'branch', resolutions: [{ path, take: 'source' }] });
    const hidden = await owner.get(`${base}/content-types/article`, 200);
    assert.equal(hidden.at('hidden_fields.0.id'), 'rating');
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    const back = await owner.get(`${base}/entries/first`, 200);
    assert.deepEqual([back.at('fields.rating.en-US'), back.at('status')], [1, 'published']);
    assert.deepEqual((await owner.get(`${base}/content-types/article`, 200)).at('hidden_fields'), []);
  });

  it('are undone only as long as nothing that they changed has changed since', async () => {
    const { owner, base, branch, ...scene } = await branched();
    await owner.delete(`${branch}/entries/ada`, 204);
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 9 } }, 200);
    const first = (await mergeInto({ owner, ...scene }, { from: 'branch' })).string('id');
    await owner.patch(`${base}/entries/first`, { fields: { rating: 10 } }, 200);
    const refused = await owner.post(`${base}/merges/${first}/undo`, undefined, 409);
    assert.deepEqual(refused.at('detail.conflicts'), [{ path: 'entries.first', rule: 'changed_since' }]);
    await owner.patch(`${branch}/entries/first`, { fields: { pages: 2 } }, 200);
    const second = (await mergeInto({ owner, ...scene }, { from: 'branch' })).string('id');
    const later = await owner.post(`${base}/merges/${first}/undo`, undefined, 409);
    assert.deepEqual(later.at('detail.conflicts.0.path'), `merges.${second}`);
    const undone = await owner.post(`${base}/merges/${second}/undo`, undefined, 200);
    assert.notEqual(undone.at('undone_at'), null);
    assert.deepEqual(keysIn(await owner.post(`${base}/merges`, { from: 'branch' }, 200), 'entries'), ['first']);
    const list = await owner.get(`${base}/merges?limit=1`, 200);
    assert.deepEqual([list.at('total'), list.at('items.0.id')], [2, second]);
    const next = /<([^>]+)>/.exec(String(list.headers.link))?.[1] ?? '';
    assert.equal((await owner.get(next, 200)).at('items.0.id'), first);
  });

  /** A magazine and a clone of it that differ in more than one write may change; delivery shows the clone's content after a merge. */
  async function apart(): Promise<Scene & { readonly branch: string }> {
    const scene = await given(service.url, { types: magazine });
    const { owner, base, space } = scene;
    const types = (place: string) => `${place}/content-types`;
    await owner.post(types(base), { api_id: 'old', name: 'Old', fields: [field('name', 'string')] }, 201);
    const articles = Array.from({ length: 2 * WHOLE_MAX }, (_, n) => article(n, { slug: `slug-${n}` }));
    const old = { key: 'old', content_type: 'old', status: 'published', fields: { name: 'Old' } };
    await importEntries(owner, base, [...articles, old]);
    await cloneOf(scene, 'branch');
    const branch = `${space}/environments/branch`;
    await owner.delete(`${branch}/entries/old`, 204);
    await owner.delete(`${types(branch)}/old`, 204);
    await owner.post(types(branch), { api_id: 'fresh', name: 'Fresh', fields: [field('name', 'string')] }, 201);
    for (let n = 0; n < 4; n++) await owner.delete(`${branch}/entries/article-${n}`, 204);
    await importEntries(owner, branch, [article(9, { slug: 'free' })]);
    const shifted = Array.from({ length: 4 }, (_, n) => article(n + 5, { slug: `slug-${n === 0 ? 9 : n + 4}` }));
    for (const one of shifted.slice(1).reverse())
      await importEntries(owner, branch, [{ ...one, fields: { slug: `x-${one.key}` } }]);
    for (const one of [...shifted, article(9, { slug: 'slug-8' })]) await importEntries(owner, branch, [one]);
    const authors = Array.from({ length: WHOLE_MAX + 2 }, (_, n) => [
      { ...published('author', `author-${n}`), fields: { name: `Author ${n}`, favourite: `new-${n}` } },
      { ...published('article', `new-${n}`), fields: { title: `New ${n}`, slug: `slug-${n}`, author: `author-${n}` } },
    ]);
    // Their slugs are those of what was deleted, as far as there are so many.
    await importEntries(
      owner,
      branch,
      authors.flat().map((one, n) => (n < 8 ? one : withoutSlug(one))),
    );
    return { ...scene, branch };
  }

  /** Everything that delivery shows of entries: key, slug and fields, without the code of the environment. */
  async function shownIn({ delivery }: Scene, place: string): Promise<string[]> {
    const read = await delivery.get(`${place}/delivery/entries?locale=*&limit=1000&include=0`, 200);
    const shown = (read.json as { items: { id: string; slug: string; fields: object }[] }).items;
    return shown
      .map(({ id, slug, fields }) => JSON.stringify({ id, slug, fields }).replaceAll(/ent_[a-z0-9]+_/g, ''))
      .sort();
  }

  it('take several writes for what is too much for one, and are undone in as many', async () => {
    const { branch, ...scene } = await apart();
    const { owner, base } = scene;
    const body = { from: 'branch', publish: 'as_source' };
    const plan = await owner.post(`${base}/merges`, body, 200);
    const merged = await mergeInto(scene, body);
    const id = merged.string('id');
    assert.ok(Number(merged.at('parts')) > 3, String(merged));
    assert.deepEqual([merged.at('parts'), merged.at('complete')], [plan.at('parts'), true]);
    assert.deepEqual([merged.at('changed'), plan.at('complete')], [plan.at('changed'), false]);
    assert.deepEqual(await shownIn(scene, base), await shownIn(scene, branch));
    const summary = (await owner.get(`${base}/merges`, 200)).list('items');
    assert.deepEqual(
      summary.map((one) => (one as { changed: object }).changed),
      [merged.at('changed')],
    );
    const again = await owner.post(`${base}/merges`, body, 200);
    assert.deepEqual([again.at('parts'), again.at('entries'), again.at('model')], [0, [], []]);
    await owner.patch(`${base}/entries/author-3`, { fields: { city: 'London' } }, 200);
    const refused = await owner.post(`${base}/merges/${id}/undo`, undefined, 409);
    assert.deepEqual(refused.at('detail.conflicts'), [{ path: 'entries.author-3', rule: 'changed_since' }]);
    assert.equal((await owner.get(`${base}/merges/${id}`, 200)).at('complete'), true, 'nothing is undone');
    await owner.patch(`${base}/entries/author-3`, { fields: { city: null } }, 200);
    await owner.post(`${base}/merges/${id}/undo`, undefined, 409);
    const other = await apart();
    const before = (await other.delivery.get(`${other.read}/entries?locale=*&limit=1000`, 200)).text;
    const second = await mergeInto(other, body);
    const undone = await other.owner.post(`${other.base}/merges/${second.string('id')}/undo`, undefined, 200);
    assert.deepEqual([undone.at('undone_at') === null, undone.at('complete')], [false, true]);
    assert.equal((await other.delivery.get(`${other.read}/entries?locale=*&limit=1000`, 200)).text, before);
    await mergeInto(other, body);
    assert.deepEqual(await shownIn(other, other.base), await shownIn(other, other.branch));
  });

  it('that stopped between two writes are continued by the same request, and by another one', async () => {
    const scene = await apart();
    const { owner, base, branch } = scene;
    const body = { from: 'branch', publish: 'as_source', dry_run: false };
    const key = { 'idempotency-key': 'in-parts' };
    const mergeOne = () => owner.post(`${base}/merges`, body, undefined, key);
    breakAt = 3;
    assert.equal((await mergeOne()).status, 500);
    const [begun] = (await owner.get(`${base}/merges`, 200)).list('items') as {
      id: string;
      parts: number;
      complete: boolean;
    }[];
    assert.deepEqual([begun?.parts, begun?.complete], [2, false]);
    breakAt = 2;
    assert.equal((await mergeOne()).status, 500);
    const merged = await mergeOne();
    assert.deepEqual([merged.status, merged.at('id'), merged.at('complete')], [201, begun?.id, true]);
    assert.deepEqual((await mergeOne()).json, merged.json);
    assert.equal((await owner.get(`${base}/merges`, 200)).at('total'), 1);
    assert.deepEqual(await shownIn(scene, base), await shownIn(scene, branch));
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    breakAt = 3;
    broken = new DomainError('plan_limit_reached', 'Full.', { metric: 'entries', limit: 1, used: 1 });
    const full = await owner.post(`${base}/merges`, body, 402);
    const told = `Full. 2 parts are written, and stay, as the merge ${full.string('detail.merge')}; nothing else has changed.`;
    assert.equal(full.at('detail.message'), `${told} Merge again for the rest, or undo it.`);
    const rest = await mergeInto(scene, body);
    assert.deepEqual(await shownIn(scene, base), await shownIn(scene, branch));
    const ids = (await owner.get(`${base}/merges`, 200)).list('items').map((one) => (one as { id: string }).id);
    assert.equal(ids[0], rest.at('id'));
    assert.equal(
      (await owner.post(`${base}/merges/${ids[1]}/undo`, undefined, 409)).at('detail.conflicts.0.path'),
      `merges.${ids[0]}`,
    );
    for (const id of ids.slice(0, 2)) await owner.post(`${base}/merges/${id}/undo`, undefined, 200);
    assert.equal((await mergeOne()).at('id'), merged.at('id'));
  });

  it('that run twice at once merge everything once', async () => {
    for (const headers of [{}, { 'idempotency-key': 'twice' }]) {
      const scene = await apart();
      const { owner, base, branch } = scene;
      const body = { from: 'branch', publish: 'as_source', dry_run: false };
      const both = await Promise.all([1, 2].map(() => owner.post(`${base}/merges`, body, undefined, headers)));
      for (const one of both) assert.ok([200, 201, 409].includes(one.status), String(one));
      const left = await owner.post(`${base}/merges`, { ...body, dry_run: true }, 200);
      if (left.at('parts') !== 0) await owner.post(`${base}/merges`, body, undefined, headers);
      assert.deepEqual(await shownIn(scene, base), await shownIn(scene, branch));
      const merges = (await owner.get(`${base}/merges`, 200)).list('items') as {
        id: string;
        changed: { entries: number };
      }[];
      assert.equal(
        merges.reduce((sum, { changed }) => sum + changed.entries, 0),
        2 * (WHOLE_MAX + 2) + 10,
        'every entry once',
      );
      for (const { id } of merges) await owner.post(`${base}/merges/${id}/undo`, undefined, 200);
    }
  });

  it('leave a locked model alone, unless their key pushes models, and begin nothing that would change it', async () => {
    const lock = { model_locked: { by: 'the repository' } };
    const small = await branched();
    const { owner, base, branch, spaceId } = small;
    const type = { api_id: 'extra', name: 'Extra', fields: [] };
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 5 } }, 200);
    await owner.post(`${branch}/content-types`, type, 201);
    await owner.patch(base, lock, 200);
    assert.deepEqual(keysIn(await owner.post(`${base}/merges`, { from: 'branch' }, 200), 'model'), ['extra']);
    const refused = await mergeInto(small, { from: 'branch' }, { status: 409 });
    assert.deepEqual(
      [refused.at('detail.code'), refused.at('detail.model_locked')],
      ['model_locked', { by: 'the repository' }],
    );
    assert.equal((await owner.get(`${base}/entries/first`, 200)).at('fields.rating.en-US'), 1, 'nothing is written');
    const pushing = await makeKey(owner, spaceId, { kind: 'management', writes: 'model' });
    const merged = await mergeInto({ ...small, owner: pushing }, { from: 'branch' });
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 409);
    await pushing.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    // What both have does not change the model, so that content alone is merged by anybody.
    await pushing.post(`${base}/content-types`, type, 201);
    assert.deepEqual(keysIn(await mergeInto(small, { from: 'branch' }), 'entries'), ['first']);

    const large = await apart();
    await large.owner.patch(large.base, lock, 200);
    const body = { from: 'branch', publish: 'as_source' };
    const before = await shownIn(large, large.base);
    await mergeInto(large, body, { status: 409 });
    assert.deepEqual(await shownIn(large, large.base), before);
    const pusher = await makeKey(large.owner, large.spaceId, { kind: 'management', writes: 'model' });
    const parts = await mergeInto({ ...large, owner: pusher }, body);
    const after = await shownIn(large, large.base);
    assert.deepEqual(after, await shownIn(large, large.branch));
    await large.owner.post(`${large.base}/merges/${parts.string('id')}/undo`, undefined, 409);
    assert.deepEqual(await shownIn(large, large.base), after);
    await pusher.post(`${large.base}/merges/${parts.string('id')}/undo`, undefined, 200);
    assert.deepEqual(await shownIn(large, large.base), before);
  });

  it('are for developers who see both environments, and are sent again without effect', async () => {
    const { owner, base, branch, spaceId, ...scene } = await branched();
    await owner.patch(`${branch}/entries/first`, { fields: { rating: 9 } }, 200);
    const editor = await makeKey(owner, spaceId, { kind: 'management', role: 'editor' });
    await editor.post(`${base}/merges`, { from: 'branch' }, 403);
    const bound = await makeKey(owner, spaceId, { kind: 'management', environments: ['master'] });
    assert.equal((await bound.post(`${base}/merges`, { from: 'branch' }, 422)).at('detail.errors.0.path'), 'from');
    await bound.get(`${base}/compare?to=branch`, 422);
    const send = () =>
      owner.post(`${base}/merges`, { from: 'branch', dry_run: false }, 201, { 'idempotency-key': 'once' });
    const [one, two] = [await send(), await send()];
    assert.equal(one.string('id'), two.string('id'));
    assert.equal((await owner.get(`${base}/merges`, 200)).at('total'), 1);
    assert.ok(scene);
  });
});

const authorFields = [
  field('name', 'string', { required: true }),
  field('city', 'string'),
  field('born', 'date'),
  field('favourite', 'entry'),
];

interface Imported {
  readonly key: string;
  readonly content_type: string;
  readonly status: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function published(type: string, key: string) {
  return { key, content_type: type, status: 'published' };
}

function article(n: number, fields: Record<string, unknown>): Imported {
  return { ...published('article', `article-${n}`), fields: { title: `Article ${n}`, ...fields } };
}

function withoutSlug({ fields: { slug: _, ...fields }, ...one }: Imported): Imported {
  return { ...one, fields };
}

async function importEntries(owner: Scene['owner'], base: string, entries: readonly Imported[]): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const raw = entries.map((entry) => JSON.stringify({ entry })).join('\n');
  const imported = await owner.send('POST', `${base}/import`, { raw, headers });
  assert.equal(imported.status, 200, String(imported));
  assert.doesNotMatch(imported.text, /"result": ?"(?!created|updated|unchanged)/);
}

function keysIn(response: ApiResponse, name: 'model' | 'entries' | 'assets'): unknown[] {
  return (response.at(name) as { key: string }[]).map(({ key }) => key);
}
