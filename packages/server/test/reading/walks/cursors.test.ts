/** The guarantees of cursors, in the loops where they matter: over lists whose items change while they are read. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Actor, type ApiResponse, valueAt } from '../../../../testing/src/client.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const NEXT_PAGE = /<([^>]+)>; rel="next"/;
const ENTRIES = 30;
const PAGE = 10;
const PAGES_MAX = 40;
const LONG = '長'.repeat(400);
const LONG_FIELDS = Array.from({ length: 10 }, (_, at) => `long${at}`);
/** What a proxy lets through in a line of a request. */
const LINE_CHARACTERS_MAX = 8_190;

const nextOf = (page: ApiResponse) => NEXT_PAGE.exec(String(page.headers.link ?? ''))?.[1];
const keysOf = (page: ApiResponse) => page.list('items').map((item) => String(valueAt(item, 'key') ?? keyIn(item)));
const keyIn = (item: unknown) => String(valueAt(item, 'id')).split('_').slice(2).join('_');
const inOrder = (keys: Iterable<string>) => [...keys].sort();

/** Follows `Link` to the end. @returns the keys of each page */
async function follow(
  reader: Actor,
  first: string,
  behindEach: (keys: string[]) => Promise<void>,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = first; next !== undefined; ) {
    assert.ok(pages.length < PAGES_MAX, 'the walk does not end');
    const page: ApiResponse = await reader.get(next, 200);
    pages.push(keysOf(page));
    await behindEach(pages.at(-1) ?? []);
    next = nextOf(page);
  }
  return pages;
}

onEachEngine('a walk through the pages of a list', (stage) => {
  let scene: Scene;
  let keys: string[];
  const entry = (key: string) => `${scene.base}/entries/${key}`;
  const patch = (key: string, fields: object) => scene.owner.patch(entry(key), { fields }, 200);
  const edit = async (some: readonly string[], fields: object) => {
    for (const key of some) await patch(key, fields);
  };

  before(async () => {
    scene = await given(stage.url);
    const fields = [
      { id: 'title', name: 'Title', type: 'string' },
      { id: 'done', name: 'Done', type: 'boolean' },
      { id: 'count', name: 'Count', type: 'integer' },
      ...LONG_FIELDS.map((id) => ({ id, name: id, type: 'string' })),
    ];
    await scene.owner.post(`${scene.base}/content-types`, { name: 'Item', display_field: 'title', fields }, 201);
    keys = Array.from({ length: ENTRIES }, (_, at) => `k${String(at).padStart(2, '0')}`);
    for (const key of keys) {
      await scene.owner.put(entry(key), { content_type_id: 'item', fields: { title: `Quartz ${key}` } });
      await scene.owner.post(`${entry(key)}/publish`, undefined, 200);
    }
  });

  it('comes to every entry in the default order of the management plane, whose entries are edited page by page', async () => {
    let turn = 0;
    const pages = await follow(scene.owner, `${scene.base}/entries?limit=${PAGE}`, async (some) => {
      turn += 1;
      await edit(some, { count: turn });
    });
    const came = pages.flat();
    assert.deepEqual(inOrder(new Set(came)), keys);
    assert.ok(came.length <= 2 * ENTRIES, `${came.length} entries came`);
  });

  it('ends where an entry is made for each one that comes', async () => {
    let made = 0;
    const pages = await follow(scene.owner, `${scene.base}/entries?order=updated_at&limit=${PAGE}`, async (some) => {
      for (const _ of some) await scene.owner.put(entry(`z${made++}`), { content_type_id: 'item', fields: {} });
    });
    assert.deepEqual(inOrder(pages.flat()), keys);
    while (made > 0) await scene.owner.delete(entry(`z${--made}`), 204);
  });

  for (const filter of ['order=id&fields.done[exists]=false', 'q=quartz&order=-title&fields.done[exists]=false']) {
    it(`comes to every entry though each page's entries leave the filter: ${filter}`, async () => {
      const pages = await follow(scene.owner, `${scene.base}/entries?${filter}&limit=${PAGE}`, (some) =>
        edit(some, { done: true }),
      );
      assert.deepEqual(inOrder(pages.flat()), keys);
      await edit(keys, { done: null });
    });
  }

  it('begins page 2 on delivery behind the entry where page 1 ended, though that one and others of it are unpublished', async () => {
    const first = await scene.delivery.get(`${scene.read}/entries?order=id&limit=${PAGE}`, 200);
    const gone = keysOf(first).slice(-4);
    for (const key of gone) await scene.owner.post(`${entry(key)}/unpublish`, undefined, 200);
    const second = await scene.delivery.get(String(nextOf(first)), 200);
    assert.deepEqual(keysOf(second), keys.slice(PAGE, 2 * PAGE));
    assert.equal(second.at('skip'), PAGE);
    for (const key of gone) await scene.owner.post(`${entry(key)}/publish`, undefined, 200);
  });

  it('repeats nothing that did not change on delivery though the last entry of page 1 is published anew', async () => {
    const all = keysOf(await scene.delivery.get(`${scene.read}/entries?limit=${ENTRIES}`, 200));
    const last = String(all[PAGE - 1]);
    let isFirst = true;
    const pages = await follow(scene.delivery, `${scene.read}/entries?limit=${PAGE}`, async () => {
      if (!isFirst) return;
      isFirst = false;
      await patch(last, { count: 99 });
      await scene.owner.post(`${entry(last)}/publish`, undefined, 200);
      // A draft that is saved changes nothing here.
      await patch(String(all[1]), { count: 98 });
    });
    assert.deepEqual(pages.flat(), [...all, last]);
  });

  it('comes to every asset in an order that edits change', async () => {
    const records = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ asset: { key, title: key, file_name: 'x.png' } }));
    const raw = records.map((record) => JSON.stringify(record)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
    let turn = 0;
    const pages = await follow(scene.owner, `${scene.base}/media?order=-updated_at&limit=2`, async (some) => {
      turn += 1;
      for (const key of some) {
        const found = await scene.owner.get(`${scene.base}/media?ids=${key}`, 200);
        await scene.owner.patch(`/media/${found.string('items.0.id')}`, { title: `${key} ${turn}` }, 200);
      }
    });
    assert.deepEqual(inOrder(new Set(pages.flat())), ['a', 'b', 'c', 'd', 'e']);
    assert.ok(pages.flat().length <= 10);
  });

  it('comes to every saved view in an order that edits change', async () => {
    const views = `${scene.space}/views`;
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await scene.owner.post(views, { name, query: '', shared: true, content_type: 'item', columns: [] }, 201);
    const ids = (await scene.owner.get(views, 200)).each('items', 'id');
    const came: unknown[] = [];
    for (let next: string | undefined = `${views}?order=-updated_at&limit=2`; next !== undefined; ) {
      const page: ApiResponse = await scene.owner.get(next, 200);
      for (const id of page.each('items', 'id')) {
        came.push(id);
        await scene.owner.patch(`${views}/${id}`, { name: `${came.length} views` }, 200);
      }
      assert.ok(came.length <= 10, 'the walk does not end');
      next = nextOf(page);
    }
    assert.deepEqual(new Set(came), new Set(ids));
  });

  describe('by cursors', () => {
    it('that stay short enough for proxies, however long what they name', async () => {
      const fields = Object.fromEntries(LONG_FIELDS.map((id) => [id, LONG]));
      await edit(keys.slice(0, 5), fields);
      const first = `${scene.base}/entries?order=${LONG_FIELDS.join(',')}&limit=2`;
      const page = await scene.owner.get(first, 200);
      assert.ok(String(nextOf(page)).length <= LINE_CHARACTERS_MAX, String(nextOf(page)?.length));
      const pages = await follow(scene.owner, first, async () => {});
      assert.deepEqual(pages.flat(), keys);
    });

    it('that are refused where they belong to another list or are damaged, in every kind of list', async () => {
      const lists = [
        ['entries', scene.owner, `${scene.base}/entries?order=id`, `${scene.base}/entries?order=-id`],
        ['entries of delivery', scene.delivery, `${scene.read}/entries?`, `${scene.read}/entries?fields.count[gt]=0`],
        ['assets', scene.owner, `${scene.base}/media?`, `${scene.base}/media?order=id`],
        ['views', scene.owner, `${scene.space}/views?`, `${scene.space}/views?order=name`],
        [
          'content types',
          scene.owner,
          `/accounts/${scene.member.accountId}/audit?`,
          `/accounts/${scene.member.accountId}/audit?order=at`,
        ],
      ] as const;
      for (const [name, reader, list, other] of lists) {
        const next = String(nextOf(await reader.get(`${list}&limit=1`, 200)));
        const cursor = String(new URL(next, stage.url).searchParams.get('cursor'));
        await reader.get(`${list}&limit=2&cursor=${cursor}`, 200);
        const plain = Buffer.from(cursor, 'base64url');
        plain[plain.length - 3] = (plain[plain.length - 3] ?? 0) ^ 1;
        for (const path of [`${other}&cursor=${cursor}`, `${list}&cursor=${plain.toString('base64url')}`]) {
          const refused = await reader.get(path, 422);
          assert.equal(refused.at('detail.errors.0.path'), 'query.cursor', name);
          assert.match(refused.string('detail.errors.0.message'), /Link header/);
        }
      }
    });
  });
});
