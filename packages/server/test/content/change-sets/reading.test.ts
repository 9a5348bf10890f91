/** Reading through a change set: lists of the management plane, and the preview plane, show what it holds; nobody else sees any of it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, joinAs, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { sleepUntilAfter } from '../../../../testing/src/sleep-until.ts';

const article = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { localized: true, required: true }),
    field('slug', 'slug'),
    field('price', 'number'),
    field('related', 'array', { items: { type: 'entry' } }),
  ],
};

onEachDatabase('reading through change sets', (stage) => {
  /** Few entries, some of which a set changes, makes and takes away. */
  const open = () => given(stage.url, { locales: ['de'], types: [article] });

  const withSet = async () => {
    const scene = await open();
    const { owner, base } = scene;
    for (const [key, price] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ] as const)
      await published(scene, key, { title: { 'en-US': `Word ${key}` }, slug: key, price });
    const set = await newSet(scene);
    const to = (path: string) => `${base}/entries${path}?change_set=${set}`;
    const fields = { title: 'Snow', price: 0 };
    await owner.post(to(''), { content_type_id: 'article', key: 'e', fields }, 201);
    await owner.patch(to('/b'), { fields: { title: 'Winter sale', price: 9, related: ['e'] } }, 200);
    await owner.delete(to('/c'), 204);
    return { scene, set };
  };

  it('finds, orders and counts the entries of a management list as they are inside of the set', async () => {
    const { scene, set } = await withSet();
    const { owner, base } = scene;
    const inSet = `change_set=${set}`;
    const list = (query: string) => owner.get(`${base}/entries?${inSet}&${query}`, 200);
    const byPrice = await list('order=price,id');
    assert.deepEqual(shown(byPrice), ['e create', 'a null', 'c delete', 'd null', 'b change']);
    assert.equal(byPrice.at('total'), 5);
    assert.deepEqual(shown(await list('fields.price[gte]=4&order=price')), ['d null', 'b change']);
    assert.deepEqual(shown(await list('q=winter')), ['b change']);
    assert.deepEqual(shown(await list('q=word&order=id')), ['a null', 'c delete', 'd null']);
    assert.deepEqual(shown(await list('status=draft')), ['e create']);
    assert.deepEqual(shown(await list('slug=b')), ['b change']);
    const [first] = (await list('q=winter')).at('items') as Record<string, unknown>[];
    const single = await owner.get(`${base}/entries/b?${inSet}`, 200);
    assert.deepEqual(first, JSON.parse(single.text));
    const pages: string[] = [];
    for (let next: string | null = `${base}/entries?${inSet}&order=-price&limit=2`; next !== null; ) {
      const page: ApiResponse = await owner.get(next, 200);
      pages.push(...shown(page));
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? null;
    }
    assert.deepEqual(pages, ['b change', 'd null', 'c delete', 'a null', 'e create']);
    assert.deepEqual(shown(await list('order=price&skip=1&limit=2')), ['a null', 'c delete']);
    const plain = await owner.get(`${base}/entries?order=price`, 200);
    assert.deepEqual(shown(plain), ['a undefined', 'b undefined', 'c undefined', 'd undefined']);
  });

  it('shows on preview what will be there, in lists, single entries and includes, and nowhere else', async () => {
    const { scene, set } = await withSet();
    const { owner, preview, delivery, read, base } = scene;
    const over = `change_set=${set}`;
    const plain = await preview.get(`${read}/entries?order=price`, 200);
    const list = (query: string) => preview.get(`${read}/entries?${over}&${query}`, 200);
    const byPrice = await list('order=price,id');
    assert.deepEqual(keys(byPrice), ['e', 'a', 'd', 'b']);
    assert.deepEqual(
      [byPrice.at('total'), byPrice.at('items.3.status'), byPrice.at('items.3.fields.title')],
      [4, 'published', 'Winter sale'],
    );
    assert.deepEqual(keys(await list('q=winter')), ['b']);
    assert.deepEqual(keys(await list('q=sale&locale=de')), ['b']);
    assert.deepEqual(keys(await list('q=sno')), ['e']);
    assert.deepEqual(keys(await list('q=word&order=id&limit=1')), ['a']);
    assert.deepEqual(keys(await list('price[gte]=4&order=-price'.replace('price[', 'fields.price['))), ['b', 'd']);
    assert.deepEqual(keys(await list('slug=snow')), ['e']);
    assert.deepEqual(keys(await list('ids=b,c,e&order=id')), ['b', 'e']);
    assert.deepEqual(keys(await list('links_to=e')), ['b']);
    assert.deepEqual(keys(await list('fields.related.title=Snow')), ['b']);
    assert.deepEqual(keys(await list('skip=1&limit=2&order=price,id')), ['a', 'd']);
    const one = await preview.get(`${read}/entries/b?${over}&meta=true`, 200);
    assert.deepEqual(
      (one.at('includes.entries') as { fields: { title: string } }[]).map(({ fields }) => fields.title),
      ['Snow'],
    );
    await preview.get(`${read}/entries/c?${over}`, 404);
    await preview.get(`${read}/entries/e`, 404);
    assert.equal((await preview.get(`${read}/entries/b`, 200)).at('fields.title'), 'Word b');
    assert.equal((await preview.get(`${read}/entries?order=price`, 200)).text, plain.text);
    for (const path of [`entries?${over}`, `entries/b?${over}`]) {
      const refused = await delivery.get(`${read}/${path}`, 422);
      assert.deepEqual(refused.at('detail.errors.0.path'), 'query.change_set');
    }
    await preview.get(`${read}/assets?${over}`, 422);
    const before = [await list('order=price,id'), await list('q=word'), one];
    await owner.post(`/change-sets/${set}/publish`, {}, 200);
    const after = [
      await preview.get(`${read}/entries?order=price,id`, 200),
      await preview.get(`${read}/entries?q=word`, 200),
    ];
    assert.deepEqual(after.map(timeless), before.slice(0, 2).map(timeless));
    assert.equal((await list('order=price,id')).text, after[0]?.text);
    await owner.get(`${base}/entries?${over}`, 200);
  });

  it('answers 304 until the set or the environment changes, and sends heads alone', async () => {
    const { scene, set } = await withSet();
    const { owner, preview, read, base } = scene;
    const path = `${read}/entries?change_set=${set}&order=id`;
    const tagOf = (response: ApiResponse) => String(response.headers.etag);
    const first = await preview.get(path, 200);
    const conditional = (tag: string) => preview.get(path, undefined, { 'if-none-match': tag });
    assert.equal((await conditional(tagOf(first))).status, 304);
    assert.equal(tagOf(await preview.get(path, 200)), tagOf(first));
    assert.notEqual(tagOf(await preview.get(`${read}/entries?order=id`, 200)), tagOf(first));
    const head = await preview.send('HEAD', path);
    assert.deepEqual([head.status, head.text, tagOf(head)], [200, '', tagOf(first)]);
    assert.deepEqual(head.headers['cache-control'], first.headers['cache-control']);
    assert.match(String(first.headers['cache-control']), /private|no-store/);
    await owner.patch(`${base}/entries/b?change_set=${set}`, { fields: { price: 11 } }, 200);
    const second = await conditional(tagOf(first));
    assert.equal(second.status, 200);
    assert.equal(second.at('items.1.fields.price'), 11);
    // Another entry: what lies over it stays as it is.
    await owner.patch(`${base}/entries/a`, { fields: { price: 12 } }, 200);
    const third = await conditional(tagOf(second));
    assert.deepEqual([third.status, third.at('items.0.fields.price'), third.at('items.1.fields.price')], [200, 12, 11]);
    // One of the set: it is laid over what is there now.
    await owner.patch(`${base}/entries/b`, { fields: { slug: 'other' } }, 200);
    await owner.post(`${base}/entries/b/publish`, {}, 200);
    const fourth = await preview.get(path, 200);
    assert.deepEqual([fourth.at('items.1.fields.price'), fourth.at('items.1.slug')], [11, 'other']);
  });

  it('lays several sets over each other in the order in which they are named', async () => {
    const { scene, set } = await withSet();
    const { owner, preview, read, base } = scene;
    const drafts = await newSet(scene, { onto: 'drafts' });
    await owner.patch(`${base}/entries/b?change_set=${drafts}`, { fields: { price: 20 } }, 200);
    const price = async (sets: string) =>
      (await preview.get(`${read}/entries/b?change_set=${sets}`, 200)).at('fields.price');
    assert.deepEqual([await price(`${set},${drafts}`), await price(`${drafts},${set}`)], [20, 20]);
    assert.deepEqual([await price(set), await price(drafts)], [9, 20]);
    const many = Array.from({ length: 11 }, (_, at) => `${set}${at}`).join();
    const refused = await preview.get(`${read}/entries?change_set=${many}`, 422);
    assert.deepEqual(refused.at('detail.errors.0.rule'), 'max_items');
  });

  it('lets all sets go out behind the last change of an entry of any of them', async () => {
    const scene = await open();
    const { owner, base } = scene;
    for (const key of ['a', 'b', 'c']) await published(scene, key, { title: 'Word', price: 1 });
    const [first, second] = [await newSet(scene), await newSet(scene)];
    await owner.patch(`${base}/entries/a?change_set=${first}`, { fields: { price: 2 } }, 200);
    for (const key of ['b', 'c'])
      await owner.patch(`${base}/entries/${key}?change_set=${second}`, { fields: { price: 2 } }, 200);
    // What the set would do has been done by somebody else, so it leaves the entry as it is.
    await sleepUntilAfter(Date.now());
    await owner.patch(`${base}/entries/b`, { fields: { price: 2 } }, 200);
    await owner.post(`${base}/entries/b/publish`, {}, 200);
    const list = (query: string) => scene.preview.get(`${scene.read}/entries?order=-updated_at${query}`, 200);
    const before = keys(await list(`&change_set=${first},${second}`));
    for (const set of [first, second]) {
      await sleepUntilAfter(Date.now());
      await owner.post(`/change-sets/${set}/publish`, {}, 200);
    }
    const expected = ['c', 'a', 'b'];
    assert.deepEqual([before, keys(await list(''))], [expected, expected]);
  });

  it('says no more of a set that is of another environment, or of none, than that there is none', async () => {
    const scene = await open();
    const other = await open();
    const set = await newSet(other);
    for (const path of ['entries', 'entries/b']) {
      const unseen = await scene.preview.get(`${scene.read}/${path}?change_set=${set}`, 404);
      assert.equal(unseen.at('detail.resource'), 'change_set');
      const none = await scene.preview.get(`${scene.read}/${path}?change_set=${set.slice(0, -1)}`, 404);
      assert.equal(none.at('detail.message'), unseen.at('detail.message'));
    }
    const refused = await scene.owner.get(`${scene.base}/entries?change_set=${set}`, 404);
    assert.equal(refused.at('detail.resource'), 'change_set');
    await scene.owner.get(`${scene.base}/entries?change_set=nothing`, 404);
    const viewer = await joinAs(scene.member, 'viewer');
    await viewer.actor.get(`${scene.base}/entries?change_set=${await newSet(scene)}`, 200);
  });
});

function keys(list: ApiResponse): string[] {
  return (list.at('items') as { id: string }[]).map(({ id }) => id.slice(id.lastIndexOf('_') + 1));
}

/** A response without the times at which a set went out. */
function timeless(response: ApiResponse | undefined): unknown {
  return JSON.parse(String(response?.text).replaceAll(/"(\d{4}-[^"]*Z)"/g, '"time"'));
}

function shown(list: ApiResponse): string[] {
  return (list.at('items') as { key: string; change?: string | null }[]).map(({ key, change }) => `${key} ${change}`);
}

async function newSet(scene: Scene, more: object = {}): Promise<string> {
  return (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Sale', ...more }, 201)).string('id');
}

async function published(scene: Scene, key: string, fields: object): Promise<void> {
  await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'article', key, fields }, 201);
  await scene.owner.post(`${scene.base}/entries/${key}/publish`, {}, 200);
}
