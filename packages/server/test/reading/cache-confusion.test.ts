/**
 * Cached responses never reach the wrong client: the same URL is requested with every token, in every encoding, by GET and HEAD,
 * with tags of others, and repeatedly, so that everything is cached and requested concurrently.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../testing/src/client.ts';
import { createEntry, given, magazine, makeKey, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const TIMES = 4;
const paths = [
  'entries',
  'entries?content_type=author&order=fields.name',
  'entries/ada',
  'entries/secret',
  'assets',
  'assets/pic',
] as const;

type NamedScene = Scene & { readonly name: string };

/** What the test of `meta` reads of an entry. */
interface Shown {
  readonly meta?: Readonly<Record<string, unknown>>;
}

onEachEngine('kept responses', (stage) => {
  let scenes: NamedScene[];
  before(async () => {
    scenes = [await fill(stage.url, 'one'), await fill(stage.url, 'two')];
  });

  it('of one token never reach another', async () => {
    const [one, two] = scenes as [NamedScene, NamedScene];
    const asked: Promise<void>[] = [];
    for (let time = 0; time < TIMES; time++) {
      for (const path of paths) {
        for (const scene of [one, two]) {
          for (const plane of ['delivery', 'preview'] as const) asked.push(expectOwn(scene, plane, path));
        }
        asked.push(expectNothing(one, two, path), expectNothing(two, one, path));
      }
    }
    await Promise.all(asked);
  });

  it('of an environment never reach a key bound to another one', async () => {
    const [scene] = scenes as [NamedScene];
    await scene.owner.post(`${scene.space}/environments`, { name: 'staging' }, 201);
    const kept = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', environments: ['staging'] });
    const staging = scene.read.replace('master', 'staging');
    for (let time = 0; time < TIMES; time++) {
      await scene.delivery.get(`${scene.read}/entries/ada`, 200);
      await kept.get(`${scene.read}/entries/ada`, 404);
      assert.equal((await kept.get(`${staging}/entries`, 200)).at('total'), 0);
    }
  });

  it('are never 304 for a tag of another tenant, plane or encoding', async () => {
    const [one, two] = scenes as [NamedScene, NamedScene];
    const tags = new Set<string>();
    for (const actor of [one.delivery, one.preview]) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        for (let time = 0; time < TIMES; time++) {
          const response = await actor.get(`${one.read}/entries`, 200, { 'accept-encoding': encoding });
          tags.add(String(response.headers.etag));
        }
      }
    }
    assert.equal(tags.size, 6);
    const foreign = { 'if-none-match': [...tags].join(', ') };
    for (const actor of [two.delivery, two.preview]) await actor.get(`${two.read}/entries`, 200, foreign);
    const own = String((await one.delivery.get(`${one.read}/entries`, 200)).headers.etag);
    await one.delivery.get(`${one.read}/entries`, 304, { 'if-none-match': own });
    await one.preview.get(`${one.read}/entries`, 200, { 'if-none-match': own });
    await two.delivery.get(`${one.read}/entries`, 404, { 'if-none-match': own });
    await new Actor(stage.url, null).get(`${one.read}/entries`, 401, { 'if-none-match': own });
  });

  it('go out to HEAD as to GET, without their body', async () => {
    const [one] = scenes as [NamedScene];
    for (let time = 0; time < TIMES; time++) {
      const get = await one.delivery.get(`${one.read}/entries`, 200);
      const head = await one.delivery.send('HEAD', `${one.read}/entries`);
      assert.deepEqual([head.status, head.text], [200, '']);
      for (const name of ['etag', 'content-length', 'content-type', 'cache-tag', 'x-cms-revision', 'vary']) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
    }
  });

  it('go out each time with the same head, and an id of the request', async () => {
    const [one] = scenes as [NamedScene];
    const heads = new Set<string>();
    for (let time = 0; time < TIMES; time++) {
      const { headers } = await one.delivery.get(`${one.read}/entries?limit=1&order=id`, 200, {
        'x-request-id': `mine-${time}`,
      });
      assert.equal(headers['x-request-id'], `mine-${time}`);
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      heads.add(JSON.stringify(Object.entries(rest).sort()));
    }
    assert.equal(heads.size, 1, [...heads].join('\n'));
  });

  it('with meta are kept apart from those without, and follow what it shows', async () => {
    const [one] = scenes as [NamedScene];
    await one.owner.post(`${one.space}/locales`, { code: 'de', name: 'de', optional: true }, 201);
    const fields = { title: { 'en-US': 'one tide' }, slug: { 'en-US': 'tide', de: 'ebbe' }, author: 'ada' };
    const id = await publishNew(one.owner, one.base, { content_type_id: 'article', key: 'tide', fields });
    const stored = () => one.owner.get(`/entries/${id}`, 200);
    const read = async (plane: 'delivery' | 'preview', path: string, query: string) => {
      const { json } = await one[plane].get(`${one.read}/${path}${query}`, 200);
      const { items, ...single } = json as { items?: [Shown]; includes: { entries: Shown[] } } & Shown;
      return { ...(items?.[0] ?? single), linked: single.includes.entries };
    };
    const slugs = { 'en-US': 'tide', de: 'ebbe' };
    const times: unknown[] = [];
    for (const title of [undefined, 'one low tide', undefined]) {
      if (title !== undefined) await one.owner.patch(`/entries/${id}`, { fields: { title } }, 200);
      else await one.owner.post(`/entries/${id}/publish`, undefined, 200);
      const { json: entry } = await stored();
      const { created_at, first_published_at, updated_at } = entry as Record<string, string>;
      times.push((await read('delivery', 'entries/tide', '?meta=true')).meta?.updated_at);
      for (const path of ['entries/tide?locale=de', 'entries?content_type=article&locale=de']) {
        for (let time = 0; time < TIMES; time++) {
          const drafted = await read('preview', path, '&meta=true');
          assert.deepEqual(drafted.meta, { created_at, first_published_at, updated_at, slugs, fallbacks: ['title'] });
          const shown = await read('delivery', path, '&meta=true&select=slug,fields.author');
          assert.deepEqual(
            { ...shown.meta, updated_at: null },
            { created_at, first_published_at, updated_at: null, slugs, fallbacks: [] },
          );
          assert.deepEqual(shown.linked[0]?.meta?.slugs, {});
          assert.equal((await read('delivery', path, '')).meta, undefined);
          assert.equal((await read('delivery', path, '&meta=false')).linked[0]?.meta, undefined);
        }
      }
    }
    const [first, saved, published] = times;
    assert.equal(saved, first, 'a save moves preview alone');
    assert.ok(String(published) > String(first));
    const refused = await one.delivery.get(`${one.read}/entries?meta=yes`, 422);
    assert.equal(refused.at('detail.errors.0.path'), 'query.meta');
  });

  it('end with the key', async () => {
    const [one] = scenes as [NamedScene];
    const { token, id } = (await one.owner.post(`${one.space}/api-keys`, { name: 'short', kind: 'delivery' }, 201))
      .json as { token: string; id: string };
    const reader = new Actor(stage.url, token);
    for (let time = 0; time < TIMES; time++) await reader.get(`${one.read}/entries/ada`, 200);
    await one.owner.delete(`${one.space}/api-keys/${id}`, 204);
    await reader.get(`${one.read}/entries/ada`, 401);
  });
});

onEachEngine(
  'with LECTERN_CDN=shared, answers',
  (stage) => {
    it('of delivery may be stored by shared caches, those of preview by none', async () => {
      const scene = await fill(stage.url, 'three');
      const shared = await scene.delivery.get(`${scene.read}/entries/ada`, 200);
      assert.equal(shared.headers['cache-control'], 'public, max-age=0, s-maxage=60, stale-while-revalidate=600');
      assert.equal(shared.headers.vary, 'Authorization, Accept-Encoding');
      assert.match(
        String(shared.headers['cache-tag']),
        new RegExp(`^${scene.spaceId},environment_\\w{6},ent_\\w{6}_ada$`),
      );
      const preview = await scene.preview.get(`${scene.read}/entries/ada`, 200);
      assert.equal(preview.headers['cache-control'], 'private, no-store');
    });
  },
  { LECTERN_CDN: 'shared' },
);

/** A space in which everything has the same keys and paths as in any other, and a name of its own. */
async function fill(url: string, name: string): Promise<NamedScene> {
  const scene = await given(url, { types: magazine });
  const author = (key: string) => ({ content_type_id: 'author', key, fields: { name: `${name} ${key}` } });
  await publishNew(scene.owner, scene.base, author('ada'));
  await createEntry(scene.owner, scene.base, author('secret'));
  const raw = JSON.stringify({ asset: { key: 'pic', title: `${name} pic` } });
  const headers = { 'content-type': 'application/x-ndjson' };
  assert.equal((await scene.owner.send('POST', `${scene.base}/import`, { raw, headers })).status, 200);
  return { ...scene, name };
}

/** Fails unless all responses are from the scene, with drafts only on preview. */
async function expectOwn(scene: NamedScene, plane: 'delivery' | 'preview', path: string): Promise<void> {
  const response = await scene[plane].get(`${scene.read}/${path}`);
  if (path === 'entries/secret' && plane === 'delivery') return assert.equal(response.status, 404, String(response));
  assert.equal(response.status, 200, String(response));
  const other = scene.name === 'one' ? 'two' : 'one';
  assert.ok(!response.text.includes(`"${other} `), `${path} shows what is of ${other}: ${response}`);
  assert.ok(response.text.includes(`"${scene.name} `), String(response));
  if (plane === 'delivery') assert.ok(!response.text.includes('secret'), String(response));
}

async function expectNothing(of: Scene, by: Scene, path: string): Promise<void> {
  const response: ApiResponse = await by.delivery.get(`${of.read}/${path}`);
  assert.equal(response.status, 404, String(response));
}
