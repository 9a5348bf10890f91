/** Lists of large entries on the management and preview planes: rejected over 16 MiB, with a way to get them. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { given, magazine, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const ENTRIES = 24;
const TEXT = 'x'.repeat(900_000);
const LINES_A_REQUEST = 8;

onEachEngine('a list of large entries', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    const type = {
      name: 'Large',
      api_id: 'large',
      fields: [
        { id: 'a', type: 'text' },
        { id: 'b', type: 'integer' },
      ],
    };
    await scene.owner.post(`${scene.base}/content-types`, type, 201);
    for (let from = 0; from < ENTRIES; from += LINES_A_REQUEST) {
      const lines = Array.from({ length: LINES_A_REQUEST }, (_, at) => lineOf(from + at)).join('\n');
      const headers = { 'content-type': 'application/x-ndjson' };
      const imported = await scene.owner.send('POST', `${scene.base}/import`, { raw: lines, headers });
      assert.equal(imported.status, 200, String(imported));
    }
  });

  it('is refused with what makes it smaller', async () => {
    const refused = await scene.owner.get(`${scene.base}/entries?content_type=large`, 422);
    assert.deepEqual(refused.each('detail.errors', 'path'), ['query.limit', 'query.select']);
    const read = await scene.preview.get(`${scene.read}/entries?content_type=large`, 422);
    assert.deepEqual(read.each('detail.errors', 'path'), ['query.limit', 'query.select']);
  });

  it('is given in pages', async () => {
    const first = await scene.owner.get(`${scene.base}/entries?content_type=large&order=id&limit=16`, 200);
    const next = await scene.owner.get(`${scene.base}/entries?content_type=large&order=id&limit=16&skip=16`, 200);
    const keys = [...first.each('items', 'key'), ...next.each('items', 'key')];
    assert.deepEqual(
      keys,
      Array.from({ length: ENTRIES }, (_, at) => keyOf(at)),
    );
    const page = await scene.preview.get(`${scene.read}/entries?content_type=large&order=id&limit=16`, 200);
    assert.equal(page.at('total'), ENTRIES);
    assert.deepEqual(page.each('items', 'fields').length, 16);
  });

  it('is given without what makes it large', async () => {
    const list = await scene.owner.get(`${scene.base}/entries?content_type=large&order=id&select=fields.b`, 200);
    assert.deepEqual(
      list.each('items', 'fields'),
      Array.from({ length: ENTRIES }, (_, at) => ({ b: { 'en-US': at } })),
    );
    assert.deepEqual(list.at('items.0.key'), keyOf(0));
    const shown = await scene.preview.get(`${scene.read}/entries?content_type=large&order=id&select=fields.b`, 200);
    assert.deepEqual(
      shown.each('items', 'fields'),
      Array.from({ length: ENTRIES }, (_, at) => ({ b: at })),
    );
    const bare = await scene.owner.get(`${scene.base}/entries?content_type=large&select=slug`, 200);
    assert.deepEqual(bare.at('items.0.fields'), {});
  });
  it('holds none that grew beyond what a body may have', async () => {
    const fields = ['a', 'b'].map((id) => ({ id, type: 'text' }));
    await scene.owner.post(`${scene.base}/content-types`, { name: 'Pair', api_id: 'pair', fields }, 201);
    const path = `${scene.base}/entries/pair`;
    await scene.owner.put(path, { content_type_id: 'pair', fields: { a: TEXT } }, 201);
    const refused = await scene.owner.patch(path, { fields: { b: TEXT } }, 422);
    assert.deepEqual(refused.each('detail.errors', 'rule'), ['max_bytes']);
    assert.deepEqual((await scene.owner.get(path, 200)).at('fields.b'), undefined);
    await scene.owner.patch(path, { fields: { a: null, b: TEXT } }, 200);
  });
});

function lineOf(at: number): string {
  return JSON.stringify({ entry: { key: keyOf(at), content_type: 'large', fields: { a: TEXT, b: at } } });
}

function keyOf(at: number): string {
  return `large-${String(at).padStart(2, '0')}`;
}
