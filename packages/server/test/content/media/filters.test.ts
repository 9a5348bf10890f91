/** What editors find assets by: their ids, their size, that nothing uses them, that they lack an alternative text. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { formOf } from '../../../../testing/src/form.ts';
import { createEntry, field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

/** More than are read at once. */
const MANY = 510;

onEachEngine('asset filters', (stage) => {
  let scene: Scene;
  let media: string;
  before(async () => {
    scene = await given(stage.url);
    media = `${scene.base}/media`;
    await scene.owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en-US' }, 201);
    await scene.owner.post(`${scene.space}/locales`, { code: 'fr', fallback: null }, 201);
    await importAssets([
      { key: 'harbour', title: 'Harbour', alt: 'Boats', mime_type: 'image/png' },
      { key: 'tide', title: 'Tide', mime_type: 'image/jpeg' },
      { key: 'dune', title: 'Dune', alt: { fr: 'Une dune' }, mime_type: 'image/png' },
      { key: 'line', title: 'Line', alt: '', mime_type: 'image/png' },
      { key: 'terms', title: 'Terms', mime_type: 'application/pdf' },
    ]);
    const fields = [field('picture', 'asset'), field('body', 'rich_text')];
    await scene.owner.put(`${scene.base}/content-types/page`, { name: 'Page', fields }, 201);
    const image = { type: 'assetBlock', attrs: { asset: { type: 'asset', id: 'tide' } } };
    await createEntry(scene.owner, scene.base, {
      content_type_id: 'page',
      fields: { picture: { type: 'asset', id: 'harbour' }, body: { type: 'doc', content: [image] } },
    });
  });

  async function importAssets(assets: readonly object[]): Promise<void> {
    const raw = assets.map((asset) => JSON.stringify({ asset })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const response = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
    assert.ok(response.status === 200 && !response.text.includes('refused'), String(response));
  }

  const keys = async (query: string) => (await scene.owner.get(`${media}?order=id&${query}`, 200)).each('items', 'key');

  it('name some, by id or key', async () => {
    const [harbour] = (await scene.owner.get(`${media}?ids=harbour`, 200)).each('items', 'id');
    assert.deepEqual(await keys(`ids=tide,${harbour},nothing,ent_zzzzzz_tide`), ['harbour', 'tide']);
    assert.deepEqual(await keys('ids=tide,terms&mime_type=image/*'), ['tide']);
    assert.deepEqual(await keys('ids=tide,terms&q=terms'), ['terms']);
    assert.deepEqual(await keys('ids='), []);
  });

  it('find what no entry links to, until one does', async () => {
    assert.deepEqual(await keys('unused=true'), ['dune', 'line', 'terms']);
    assert.deepEqual(await keys('unused=true&q=line'), ['line']);
    const fields = { picture: { type: 'asset', id: 'dune' } };
    const entry = await createEntry(scene.owner, scene.base, { content_type_id: 'page', fields });
    assert.deepEqual(await keys('unused=true'), ['line', 'terms']);
    await scene.owner.delete(`/entries/${entry}`, 204);
    assert.deepEqual(await keys('unused=true'), ['dune', 'line', 'terms']);
  });

  it('find images without an alternative text in a locale, fallbacks counted, and empty ones as given', async () => {
    assert.deepEqual(await keys('without_alt=true'), ['dune', 'tide']);
    assert.deepEqual(await keys('without_alt=true&locale=de'), ['dune', 'tide']);
    assert.deepEqual(await keys('without_alt=true&locale=fr'), ['harbour', 'line', 'tide']);
    assert.deepEqual(await keys('without_alt=true&unused=true'), ['dune']);
  });

  it('find files by their size, and none that has no file yet', async () => {
    for (const [name, length] of [
      ['small', 10],
      ['middle', 2_000],
      ['large', 30_000],
    ] as const) {
      const form = await formOf([
        ['file', { name: `${name}.txt`, bytes: 'x'.repeat(length), type: 'text/plain' }],
        ['key', name],
        ['title', name],
      ]);
      assert.equal((await scene.owner.send('POST', media, form)).status, 201);
    }
    assert.deepEqual(await keys('size[gte]=0'), ['large', 'middle', 'small']);
    assert.deepEqual(await keys('size[gt]=10'), ['large', 'middle']);
    assert.deepEqual(await keys('size[gte]=10&size[lt]=2000'), ['small']);
    assert.deepEqual(await keys('size%5Blte%5D=2000'), ['middle', 'small']);
    assert.deepEqual(await keys('size[gte]=2000&size[lte]=2000&unused=true'), ['middle']);
    assert.deepEqual(await keys('size[gt]=5&size[lt]=6'), []);
    assert.deepEqual(await keys('size[lte]=2000&q=small'), ['small']);
    assert.deepEqual(await keys('size[gt]=2000&q=small'), []);
    const found = await scene.owner.get(`${media}?size[gte]=0`, 200);
    assert.equal(found.at('total'), 3);
    for (const id of found.each('items', 'id')) await scene.owner.delete(`/media/${id}`, 204);
  });

  it('page through many like any list', async () => {
    await importAssets(Array.from({ length: MANY }, (_, n) => ({ key: `many-${n}`, mime_type: 'image/png' })));
    const found: unknown[] = [];
    let path: string | undefined = `${media}?without_alt=true&order=-created_at&limit=200`;
    while (path !== undefined) {
      const page = await scene.owner.get(path, 200);
      assert.equal(page.at('total'), MANY + 2);
      found.push(...page.each('items', 'key'));
      path = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }
    assert.equal(new Set(found).size, MANY + 2);
    assert.equal(found.length, MANY + 2);
  });

  it('are for editors: sites have none of them', async () => {
    for (const query of ['ids=tide', 'unused=true', 'without_alt=true', 'size[gte]=1']) {
      const refused = await scene.delivery.get(`${scene.read}/assets?${query}`, 422);
      assert.deepEqual(refused.each('detail.errors', 'rule'), ['unknown']);
    }
    for (const query of ['size[gte]=-1', 'size[lte]=1MB', 'size[lt]=1.5'])
      assert.equal((await scene.owner.get(`${media}?${query}`, 422)).at('detail.errors.0.rule'), 'range');
    for (const query of ['unused=false', 'without_alt=yes'])
      assert.equal((await scene.owner.get(`${media}?${query}`, 422)).at('detail.errors.0.rule'), 'const');
  });
});
