/** Stories of content that moves in: the import route, line by line, repeatable, telling what it could not take. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Actor } from '../../../testing/src/client.ts';
import { field, given, makeKey, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const BODY_BYTES_MAX = 8 * 1024 * 1024;
const TIME = '2019-05-04T03:02:01.000Z';

const records = [
  {
    content_type: {
      api_id: 'note',
      name: 'Note',
      display_field: 'title',
      slug_field: 'slug',
      fields: [
        field('title', 'string', { required: true }),
        field('slug', 'slug'),
        field('next', 'entry'),
        field('image', 'asset'),
      ],
    },
  },
  {
    asset: {
      key: 'pic',
      title: 'Picture',
      file_name: 'p.jpg',
      mime_type: 'image/jpeg',
      size: 5,
      width: 1,
      height: 2,
      created_at: TIME,
    },
  },
  {
    entry: {
      key: 'n1',
      content_type: 'note',
      slug: 'one',
      status: 'published',
      fields: { title: 'One', next: 'n2', image: 'pic' },
      created_at: TIME,
      published_at: TIME,
      updated_at: TIME,
    },
  },
  {
    entry: {
      key: 'n2',
      content_type: 'note',
      slug: 'two',
      status: 'changed',
      fields: { title: 'Two, edited' },
      published_fields: { title: 'Two' },
      published_at: TIME,
    },
  },
  { entry: { key: 'n3', content_type: 'note', slug: 'three', fields: { title: 'Three' } } },
  { entry: { key: 'n4', content_type: 'note', slug: 'four', status: 'archived', fields: { title: 'Four' } } },
];

onEachEngine('the import route', (stage) => {
  it('takes types, assets and entries with their states and times, and changes nothing the second time', async () => {
    const scene = await given(stage.url);
    const first = await importLines(scene.owner, scene, records);
    assert.deepEqual(
      first.each('results', 'result'),
      records.map(() => 'created'),
      String(first),
    );
    assert.deepEqual(first.each('results', 'line'), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(first.each('results', 'kind'), ['content_type', 'asset', 'entry', 'entry', 'entry', 'entry']);
    const second = await importLines(scene.owner, scene, records);
    assert.deepEqual(
      second.each('results', 'result'),
      records.map(() => 'unchanged'),
      String(second),
    );
    const one = await scene.delivery.get(`${scene.read}/entries/n1`, 200);
    assert.equal(one.at('published_at'), TIME);
    assert.deepEqual(one.each('includes.entries', 'fields.title'), ['Two']);
    assert.deepEqual(one.each('includes.assets', 'key'), ['pic']);
    assert.equal((await scene.preview.get(`${scene.read}/entries/n2`, 200)).at('fields.title'), 'Two, edited');
    await scene.delivery.get(`${scene.read}/entries/n3`, 404);
    await scene.preview.get(`${scene.read}/entries/n4`, 404);
    const assets = await scene.delivery.get(`${scene.read}/assets`, 200);
    assert.equal(assets.at('items.0.url'), null);
    assert.equal(assets.at('items.0.created_at'), TIME);
    const asset = await scene.delivery.get(`${scene.read}/assets/pic`, 200);
    assert.deepEqual(Object.keys(asset.json ?? {}).sort(), [
      'alt',
      'created_at',
      'description',
      'dominant_color',
      'file_name',
      'focal_point',
      'height',
      'id',
      'key',
      'mime_type',
      'placeholder',
      'size',
      'title',
      'updated_at',
      'url',
      'width',
    ]);
  });

  it('refuses a line, not the request, and warns of what publish alone would refuse', async () => {
    const scene = await given(stage.url);
    const response = await importLines(scene.owner, scene, [
      records[0],
      { entry: { key: 'bad', content_type: 'note', fields: { title: 5 } } },
      {
        entry: {
          key: 'warned',
          content_type: 'note',
          slug: 'warned',
          status: 'published',
          fields: { next: 'nowhere' },
        },
      },
      { entry: { key: 'thief', content_type: 'note', slug: 'warned', fields: { title: 'Thief' } } },
      { planet: {} },
      { entry: { key: 'typed', content_type: 'nowhere', fields: {} } },
    ]);
    assert.deepEqual(response.each('results', 'result'), [
      'created',
      'refused',
      'created',
      'refused',
      'refused',
      'refused',
    ]);
    assert.equal(response.at('results.1.error.code'), 'validation_failed');
    assert.equal(response.at('results.3.error.code'), 'slug_conflict');
    assert.deepEqual(response.each('results.2.warnings', 'rule').sort(), ['link', 'required']);
    assert.equal((await scene.delivery.get(`${scene.read}/entries`, 200)).at('total'), 1);
  });

  it('refuses lines that fit no record, one by one', async () => {
    const scene = await given(stage.url);
    await importLines(scene.owner, scene, [records[0]]);
    const entry = (more: Record<string, unknown>) => ({
      entry: { key: 'e', content_type: 'note', fields: {}, ...more },
    });
    const asset = (more: Record<string, unknown>) => ({ asset: { key: 'a', ...more } });
    const lines = [
      null,
      5,
      [],
      {},
      { entry: null },
      { entry: {}, asset: {} },
      entry({ key: '..' }),
      entry({ key: 'a\u0000' }),
      entry({ fields: [] }),
      entry({ fields: { title: '\ud800' } }),
      entry({ slug: 'a b' }),
      entry({ slug: 5 }),
      entry({ status: 'gone' }),
      entry({ created_at: 'yesterday' }),
      entry({ created_at: '+275760-09-13T00:00:00.001Z' }),
      entry({ created_at: 5 }),
      entry({ nonsense: true }),
      asset({ size: -1 }),
      asset({ size: 1.5 }),
      asset({ size: 1e18 }),
      asset({ width: -1 }),
      asset({ height: '5' }),
      asset({ title: 5 }),
      asset({ title: { xx: 'x' } }),
      asset({ mime_type: 'x'.repeat(10_000) }),
      asset({ file_name: '\u0000' }),
      { content_type: { api_id: 'x y', name: 'x', fields: [] } },
      { content_type: { api_id: 'x', name: 'x', fields: 'none' } },
      { content_type: { api_id: 'x', name: 'x', fields: [{ id: 'a', name: 'a', type: 'a' }] } },
    ];
    const response = await importLines(scene.owner, scene, lines);
    const taken = response
      .each('results', 'result')
      .flatMap((result, index) => (result === 'refused' ? [] : [lines[index]]));
    assert.deepEqual(taken, [], 'these were taken');
    for (const message of response.each('results', 'error.message')) assert.equal(typeof message, 'string');
  });

  it('reads many lines in steps', async () => {
    const scene = await given(stage.url);
    const many = Array.from({ length: 450 }, (_, index) => ({
      entry: {
        key: `m${index}`,
        content_type: 'note',
        status: 'published',
        fields: { title: `Title ${index}`, next: `m${(index + 1) % 450}` },
      },
    }));
    const response = await importLines(scene.owner, scene, [records[0], ...many]);
    assert.equal(response.each('results', 'result').filter((result) => result === 'created').length, 451);
    const list = await scene.delivery.get(`${scene.read}/entries?limit=1000&include=3`, 200);
    assert.equal(list.at('total'), 450);
    assert.equal(list.list('items').length, 450);
  });

  it('is a developer’s, refuses other bodies and too large ones', async () => {
    const scene = await given(stage.url);
    const editor = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'editor' });
    assert.equal((await importLines(editor, scene, records, 403)).at('detail.permission'), 'content.import');
    const path = `${scene.base}/import`;
    assert.equal((await scene.owner.post(path, { entry: {} })).status, 415);
    const headers = { 'content-type': 'application/x-ndjson' };
    const large = await scene.owner.send('POST', path, { headers, raw: Buffer.alloc(BODY_BYTES_MAX + 1, 0x20) });
    assert.equal(large.status, 413, String(large));
    const broken = await scene.owner.send('POST', path, { headers, raw: '{"entry": \n' });
    assert.ok(broken.status === 400 || broken.at('results.0.result') === 'refused', String(broken));
  });
});

async function importLines(by: Actor, scene: Scene, lines: readonly unknown[], status = 200) {
  const raw = lines.map((line) => JSON.stringify(line)).join('\n');
  const response = await by.send('POST', `${scene.base}/import`, {
    raw,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  assert.equal(response.status, status, String(response));
  return response;
}
