/** Stories of sites that read: filters, order, pages, links, includes, fewer fields, conditional requests and CORS. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createEntry, given, magazine, makeKey, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const articles = [
  {
    key: 'a1',
    title: 'Anemone',
    rating: 1,
    pages: 10,
    featured: true,
    day: '2024-01-01',
    tags: ['sea', 'red'],
    author: 'ada',
  },
  {
    key: 'a2',
    title: 'Äpfel',
    rating: 2.5,
    pages: 20,
    featured: false,
    day: '2024-06-30',
    tags: ['tree', 'red'],
    author: 'bob',
  },
  {
    key: 'a3',
    title: 'banana',
    rating: 4,
    pages: 30,
    featured: true,
    day: '2025-02-28',
    tags: ['tree'],
    author: 'ada',
  },
  { key: 'a4', title: 'Cherry, sour', pages: 40, day: '2026-12-31', tags: [] },
];

/** Query → keys found, in this order (`order=fields.pages` unless the query has one). */
const queries: readonly (readonly [string, readonly string[]])[] = [
  ['fields.title=banana', ['a3']],
  ['fields.title=Banana', []],
  ['fields.title=Cherry,%20sour', ['a4']],
  ['fields.tags=red', ['a1', 'a2']],
  ['fields.tags=red&fields.tags=tree', ['a2']],
  ['fields.featured=true', ['a1', 'a3']],
  ['fields.rating=2.5', ['a2']],
  ['fields.pages[gt]=20', ['a3', 'a4']],
  ['fields.pages[gte]=20&fields.pages[lt]=40', ['a2', 'a3']],
  ['fields.pages[lte]=20', ['a1', 'a2']],
  ['fields.rating[exists]=false', ['a4']],
  ['fields.rating[exists]=true', ['a1', 'a2', 'a3']],
  ['fields.extra[exists]=false', ['a1', 'a2', 'a3', 'a4']],
  ['fields.rating[ne]=4', ['a1', 'a2', 'a4']],
  ['fields.pages[in]=10,40', ['a1', 'a4']],
  ['fields.pages[nin]=10,40', ['a2', 'a3']],
  ['fields.title[in]=banana,Cherry%5C,%20sour', ['a3', 'a4']],
  ['fields.day[gte]=2025-01-01', ['a3', 'a4']],
  ['fields.author=ada', ['a1', 'a3']],
  ['fields.author.name=Bob', ['a2']],
  ['fields.author.id=ada', ['a1', 'a3']],
  ['fields.author.id=nobody', []],
  ['fields.author.id=ent_zzzzzz_ada', []],
  ['fields.author.id[in]=ada,bob', ['a1', 'a2', 'a3']],
  ['fields.author.id[ne]=ada', ['a2']],
  ['fields.author.id[nin]=ada,bob', []],
  ['fields.author.id[exists]=true', ['a1', 'a2', 'a3']],
  ['fields.author.id[exists]=false', ['a4']],
  ['fields.author.content_type=author', ['a1', 'a2', 'a3']],
  ['fields.author.content_type=article', []],
  ['fields.author.content_type[in]=article,author', ['a1', 'a2', 'a3']],
  ['fields.author.content_type[ne]=article', ['a1', 'a2', 'a3']],
  ['fields.author.content_type[nin]=article,author', []],
  ['fields.author.city[exists]=true', ['a1', 'a3']],
  ['links_to=bob', ['a2']],
  ['slug=banana', ['a3']],
  ['ids=a4,a1', ['a1', 'a4']],
  ['order=fields.title', ['a1', 'a2', 'a3', 'a4']],
  ['order=-title', ['a4', 'a3', 'a2', 'a1']],
  ['order=rating', ['a1', 'a2', 'a3', 'a4']],
  ['order=-rating', ['a3', 'a2', 'a1', 'a4']],
  ['order=featured,-pages', ['a2', 'a3', 'a1', 'a4']],
  ['order=-id', ['a4', 'a3', 'a2', 'a1']],
  ['limit=2', ['a1', 'a2']],
  ['limit=2&skip=3', ['a4']],
  ['published_at[gt]=2000-01-01T00:00:00Z&limit=1', ['a1']],
  ['published_at[lt]=2000-01-01T00:00:00Z', []],
];

/** Query → text that the refusal's message or errors must hold. */
const refusals: readonly (readonly [string, string])[] = [
  ['limit=0', 'query.limit'],
  ['limit=1001', 'query.limit'],
  ['limit=abc', 'query.limit'],
  ['skip=-1', 'query.skip'],
  ['skip=100001', 'cursor'],
  ['include=4', 'query.include'],
  ['include=-1', 'query.include'],
  ['include=1.5', 'query.include'],
  ['locale=fr', 'query.locale'],
  ['content_type=artcle', 'article'],
  ['fields.titel=x', 'title'],
  ['fields.pages=ten', 'fields.pages'],
  ['fields.pages[near]=1', 'near'],
  ['fields.extra=1', 'exists'],
  ['fields.author.content_type=auther', 'author'],
  ['fields.author.id[gt]=a', 'exists'],
  ['fields.author.key=ada', 'key'],
  ['order=nothing', 'query.order'],
  ['order=fields.body', 'query.order'],
  ['select=nothing', 'query.select'],
  ['lmit=1', 'limit'],
  ['cursor=tampered', 'cursor'],
  ['fields.__proto__=1', '__proto__'],
];

onEachEngine('reading', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    const author = (key: string, fields: Record<string, unknown>) =>
      publishNew(scene.owner, scene.base, { content_type_id: 'author', key, fields });
    await author('bob', { name: 'Bob' });
    await author('ada', { name: 'Ada', city: 'London', favourite: 'bob' });
    const bob = await pathOf(scene, 'bob');
    await scene.owner.patch(bob, { fields: { favourite: 'ada' } }, 200);
    await scene.owner.post(`${bob}/publish`, undefined, 200);
    for (const { key, ...fields } of articles)
      await publishNew(scene.owner, scene.base, { content_type_id: 'article', key, fields });
  });

  const list = (query: string) => scene.delivery.get(`${scene.read}/entries?${query}`, 200);

  describe('filter, order and page', () => {
    for (const [query, keys] of queries) {
      it(`${query || 'everything'} finds ${keys.join(' ') || 'nothing'}`, async () => {
        const order = query.includes('order=') ? '' : '&order=fields.pages';
        const response = await list(`content_type=article&${query}${order}`);
        assert.deepEqual(response.each('items', 'id').map(keyOf), keys);
        if (!/limit|skip/.test(query)) assert.equal(response.at('total'), keys.length);
      });
    }
  });

  it('places empty text last, ascending and descending, as what is absent', async () => {
    const cities: readonly (readonly [string, object])[] = [
      ['z-empty', { city: '' }],
      ['z-bern', { city: 'Bern' }],
      ['z-absent', {}],
      ['z-zurich', { city: 'Zürich' }],
    ];
    for (const [key, fields] of cities)
      await publishNew(scene.owner, scene.base, { content_type_id: 'author', key, fields: { name: 'Z', ...fields } });
    const keysBy = async (order: string) => (await list(`fields.name=Z&order=${order}`)).each('items', 'id').map(keyOf);
    assert.deepEqual(await keysBy('city'), ['z-bern', 'z-zurich', 'z-absent', 'z-empty']);
    assert.deepEqual(await keysBy('-city'), ['z-zurich', 'z-bern', 'z-absent', 'z-empty']);
    assert.equal((await list('fields.city=')).at('total'), 1, 'a filter tells empty text from what is absent');
  });

  it('asks a link for the public id of its target, among what the plane shows', async () => {
    const id = await createEntry(scene.owner, scene.base, {
      content_type_id: 'author',
      key: 'unseen',
      fields: { name: 'Unseen' },
    });
    await scene.owner.put(
      `${scene.base}/entries/admirer`,
      { content_type_id: 'author', fields: { name: 'Fan', favourite: id } },
      201,
    );
    await scene.owner.post(`${scene.base}/entries/admirer/publish`, undefined);
    const query = `fields.favourite.id=${id}`;
    assert.deepEqual((await scene.preview.get(`${scene.read}/entries?${query}`, 200)).each('items', 'id').map(keyOf), [
      'admirer',
    ]);
    assert.deepEqual((await list(query)).each('items', 'id'), []);
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
    await scene.owner.post(`${scene.base}/entries/admirer/publish`, undefined, 200);
    assert.deepEqual((await list(query)).each('items', 'id').map(keyOf), ['admirer']);
  });

  describe('what cannot be asked', () => {
    for (const [query, hint] of refusals) {
      it(`${query} is refused and the response says ${hint}`, async () => {
        const type = query.startsWith('content_type=') ? '' : 'content_type=article&';
        const response = await scene.delivery.get(`${scene.read}/entries?${type}${query}`, 422);
        assert.equal(response.at('detail.code'), 'validation_failed');
        assert.ok(response.text.includes(hint), String(response));
      });
    }
  });

  it('gives exactly the keys of the specification', async () => {
    const response = await list('content_type=article&limit=1');
    assert.deepEqual(Object.keys(response.json ?? {}).sort(), ['includes', 'items', 'limit', 'skip', 'total']);
    assert.deepEqual(Object.keys(response.at('items.0') ?? {}).sort(), [
      'content_type',
      'fields',
      'id',
      'published_at',
      'slug',
    ]);
    const preview = await scene.preview.get(`${scene.read}/entries?limit=1`, 200);
    assert.ok(Object.hasOwn(preview.at('items.0') ?? {}, 'status'));
    const single = await scene.delivery.get(`${scene.read}/entries/a1`, 200);
    assert.deepEqual(Object.keys(single.json ?? {}).sort(), [
      'content_type',
      'fields',
      'id',
      'includes',
      'published_at',
      'slug',
    ]);
    assert.match(single.string('published_at'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal((await scene.delivery.get(`${scene.read}/entries/ada`, 200)).at('slug'), null);
  });

  it('follows Link to every item once, with cursors', async () => {
    const seen: unknown[] = [];
    let next: string | null = `${scene.read}/entries?limit=2&order=fields.pages&content_type=article`;
    for (let pages = 0; next !== null; pages++) {
      assert.ok(pages < 4, 'the pages end');
      const response = await scene.delivery.get(next, 200);
      seen.push(...response.each('items', 'id').map(keyOf));
      const link = /<([^>]+)>;\s*rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
      next = link === undefined ? null : new URL(link, stage.url).pathname + new URL(link, stage.url).search;
    }
    assert.deepEqual(seen, ['a1', 'a2', 'a3', 'a4']);
  });

  it('resolves links to the depth asked for, over cycles, each once', async () => {
    const depths: readonly (readonly [number, readonly string[]])[] = [
      [0, []],
      [1, ['ada']],
      [2, ['ada', 'bob']],
      [3, ['ada', 'bob']],
    ];
    for (const [depth, keys] of depths) {
      const response = await scene.delivery.get(`${scene.read}/entries/a1?include=${depth}`, 200);
      assert.deepEqual(response.each('includes.entries', 'id').map(keyOf).sort(), keys, `include=${depth}`);
    }
    const whole = await list('include=3&order=id');
    assert.deepEqual(whole.list('includes.entries'), [], 'what stands in items is not repeated');
    const byDefault = await scene.delivery.get(`${scene.read}/entries/a1`, 200);
    assert.deepEqual(byDefault.each('includes.entries', 'id').map(keyOf), ['ada'], 'include is 1 by default');
  });

  it('leaves what is not published out of includes and in fields', async () => {
    const draft = await createEntry(scene.owner, scene.base, {
      content_type_id: 'author',
      key: 'hidden',
      fields: { name: 'H' },
    });
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'author',
      key: 'fan',
      fields: { name: 'F', favourite: 'hidden' },
    });
    const published = await scene.delivery.get(`${scene.read}/entries/fan`, 200);
    assert.deepEqual(published.at('fields.favourite'), { type: 'entry', id: draft });
    assert.deepEqual(published.list('includes.entries'), []);
    const preview = await scene.preview.get(`${scene.read}/entries/fan`, 200);
    assert.deepEqual(preview.each('includes.entries', 'id').map(keyOf), ['hidden']);
  });

  it('gives only what select names', async () => {
    const response = await list('content_type=article&select=slug,fields.title&limit=1&order=id');
    assert.equal(response.at('items.0.fields.title'), 'Anemone');
    assert.equal(response.at('items.0.slug'), 'anemone');
    assert.deepEqual(Object.keys(response.at('items.0.fields') ?? {}), ['title']);
  });

  it('tells nothing of drafts: filters, slugs and totals see what is published alone', async () => {
    const id = await publishNew(scene.owner, scene.base, {
      content_type_id: 'author',
      key: 'oracle',
      fields: { name: 'Open', city: 'Bonn' },
    });
    await scene.owner.patch(`/entries/${id}`, { fields: { city: 'Secret' } }, 200);
    assert.equal((await list('fields.city=Secret')).at('total'), 0);
    assert.equal((await list('fields.city=Bonn')).at('total'), 1);
    assert.equal((await scene.preview.get(`${scene.read}/entries?fields.city=Secret`, 200)).at('total'), 1);
    const draft = await scene.delivery.get(`${scene.read}/entries/hidden`, 404);
    const nothing = await scene.delivery.get(`${scene.read}/entries/nobody`, 404);
    assert.deepEqual(draft.at('detail'), nothing.at('detail'));
  });

  it('answers 304 while nothing changed, and anew after a publish', async () => {
    const path = `${scene.read}/entries?content_type=author&order=id`;
    const first = await scene.delivery.get(path, 200);
    const etag = String(first.headers.etag);
    const again = await scene.delivery.get(path, 304, { 'if-none-match': etag });
    assert.equal(again.text, '');
    assert.equal(again.headers.etag, etag);
    await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'New' } });
    const changed = await scene.delivery.get(path, 200, { 'if-none-match': etag });
    assert.notEqual(changed.headers.etag, etag);
    await scene.preview.get(path, 200, { 'if-none-match': String(changed.headers.etag) });
  });

  it('says how long answers may be kept, and by whom', async () => {
    const delivery = await scene.delivery.get(`${scene.read}/entries`, 200);
    assert.equal(delivery.headers['cache-control'], 'private, no-cache');
    assert.match(String(delivery.headers.vary), /authorization/i);
    assert.match(String(delivery.headers.vary), /accept-encoding/i);
    const preview = await scene.preview.get(`${scene.read}/entries`, 200);
    assert.equal(preview.headers['cache-control'], 'private, no-store');
    assert.equal(delivery.headers['x-cms-version'], '1');
  });

  it('may be read from any web page, with GET and without credentials', async () => {
    const origin = { origin: 'https://shop.example' };
    const response = await scene.delivery.get(`${scene.read}/entries`, 200, origin);
    assert.equal(response.headers['access-control-allow-origin'], '*');
    assert.equal(response.headers['access-control-allow-credentials'], undefined);
    const ahead = await scene.delivery.send('OPTIONS', `${scene.read}/entries`, {
      token: null,
      headers: { ...origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    assert.ok(ahead.status === 204 || ahead.status === 200, String(ahead));
    assert.match(String(ahead.headers['access-control-allow-headers']), /authorization/i);
    const refused = await scene.delivery.send('OPTIONS', `${scene.read}/entries`, {
      headers: { ...origin, 'content-type': 'text/plain' },
    });
    assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [415, '*']);
    const management = await scene.owner.get(`${scene.base}/entries`, 200, origin);
    assert.equal(management.headers['access-control-allow-origin'], undefined);
  });

  it('comes compressed where the client asks for it', async () => {
    const path = `${scene.read}/entries?order=id`;
    const plain = await scene.delivery.get(path, 200);
    const { encoding, bytes } = await compressed(stage.url, path, scene.delivery.token);
    assert.ok(encoding === 'gzip' || encoding === undefined);
    assert.equal((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8'), plain.text);
  });

  it('takes HEAD where it takes GET', async () => {
    const response = await scene.delivery.send('HEAD', `${scene.read}/entries/a1`);
    assert.equal(response.status, 200);
    assert.equal(response.text, '');
  });

  it('tells what a token can see', async () => {
    const info = await scene.delivery.get('/delivery/token-info', 200);
    assert.equal(info.at('plane'), 'delivery');
    assert.equal(info.at('space.id'), scene.spaceId);
    assert.deepEqual(info.at('environments'), ['master']);
    assert.deepEqual(info.at('locales'), ['en-US']);
    assert.equal(info.at('default_locale'), 'en-US');
    assert.equal(info.at('expires_at'), null);
    assert.equal((await scene.preview.get('/delivery/token-info', 200)).at('plane'), 'preview');
  });

  it('keeps a key limited to one environment out of every other', async () => {
    await scene.owner.post(`${scene.space}/environments`, { name: 'staging' }, 201);
    const limited = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', environments: ['staging'] });
    assert.deepEqual((await limited.get('/delivery/token-info', 200)).at('environments'), ['staging']);
    await limited.get(`${scene.space}/environments/staging/delivery/entries`, 200);
    const outside = await limited.get(`${scene.read}/entries`, 404);
    const nowhere = await limited.get(`${scene.space}/environments/nowhere/delivery/entries`, 404);
    assert.deepEqual(outside.at('detail'), nowhere.at('detail'));
  });
});

function keyOf(id: unknown): string {
  return /^ent_[a-z0-9]{6}_(.+)$/.exec(String(id))?.[1] ?? String(id);
}

/** Path of an entry on the management plane. */
async function pathOf(scene: Scene, key: string): Promise<string> {
  return `/entries/${(await scene.preview.get(`${scene.read}/entries/${key}`, 200)).string('id')}`;
}

/** Reads a response's bytes as they come over the wire when gzip is accepted. */
function compressed(
  url: string,
  path: string,
  token: string | null,
): Promise<{ encoding: string | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    http
      .get(new URL(path, url), { headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        );
      })
      .on('error', reject);
  });
}
