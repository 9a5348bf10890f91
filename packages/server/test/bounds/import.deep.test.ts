/** An import keeps at most one step of lines and results in memory, and reports the outcome of every line. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { before, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { field, given, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const LINES_MAX = 50_000;
const MEBIBYTE = 1_048_576;
const GROWTH_MAX = 6 * MEBIBYTE;
const MEASURED_EVERY_BYTES = 2 * MEBIBYTE;
const ENTRIES = 20_000;
const headers = { 'content-type': 'application/x-ndjson' };

onEachEngine('an import', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url);
    const note = { name: 'Note', api_id: 'note', fields: [field('text', 'string')] };
    await scene.owner.post(`${scene.base}/content-types`, note, 201);
  });
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) => `{"entry":{"key":"note-${at}","content_type":"note","fields":{}}}`);

  for (const [name, raw] of [
    ['one line too many', entries(LINES_MAX + 1).join('\n')],
    ['millions of lines', '1\n'.repeat(4 * MEBIBYTE)],
    ['too many empty lines', '\n'.repeat(LINES_MAX + 1)],
  ] as const) {
    it(`of ${name} is 413, and nothing is taken`, async () => {
      const refused = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
      assert.deepEqual([refused.status, refused.at('detail.limit')], [413, LINES_MAX], String(refused));
      assert.equal((await scene.owner.get(`${scene.base}/entries`, 200)).at('total'), 0);
    });
  }

  it('gives a result a line, in one document or in lines', async () => {
    const raw = [
      '{"entry":1}',
      '',
      '1e999',
      '{"entry":{"a":1,"a":2}}',
      '{"asset":{"key":"a","file_name":"a\\u001bb"}}',
    ];
    const parts = { raw: raw.join('\n'), headers };
    const document = await scene.owner.send('POST', `${scene.base}/import`, parts);
    assert.deepEqual(document.each('results', 'line'), [1, 3, 4, 5], String(document));
    const codes = ['validation_failed', 'validation_failed', 'malformed_request', 'validation_failed'];
    assert.deepEqual(document.each('results', 'error.code'), codes);
    const accept = { ...headers, accept: 'application/x-ndjson' };
    const lines = await scene.owner.send('POST', `${scene.base}/import`, { ...parts, headers: accept });
    assert.equal(lines.headers['content-type'], 'application/x-ndjson; charset=utf-8');
    assert.deepEqual(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      document.list('results'),
    );
    const nothing = await scene.owner.send('POST', `${scene.base}/import`, { raw: '\n\n', headers });
    assert.deepEqual(nothing.json, { results: [] });
  });

  it('keeps neither lines nor results, however many there are', async (context) => {
    const growth = await growthOfImport(scene, LINES_MAX);
    context.diagnostic(`+${(growth / MEBIBYTE).toFixed(1)} MB`);
    assert.ok(growth < GROWTH_MAX, `It grew by ${growth} bytes.`);
  });

  it('sends results while it runs, and stops when nobody reads them', async () => {
    const response = await beginImport(scene, entries(ENTRIES).join('\n'));
    await once(response, 'data');
    response.destroy();
    let before = -1;
    let total = 0;
    while (total !== before) {
      before = total;
      await new Promise((resolve) => setTimeout(resolve, 500));
      total = (await scene.owner.get(`${scene.base}/entries?limit=1`, 200)).number('total');
    }
    assert.ok(total > 0 && total < ENTRIES, `${total} of ${ENTRIES} entries were made.`);
  });
});

/**
 * The largest growth of live objects, in bytes, while an import of that many lines returns its results. The size of the process
 * would be less meaningful, since it depends on when the heap is collected.
 */
async function growthOfImport(scene: Scene, lines: number): Promise<number> {
  const body = Buffer.from(`{"note":"${'x'.repeat(140)}"}\n`.repeat(lines));
  const before = liveBytes();
  const response = await beginImport(scene, body);
  let most = 0;
  let read = 0;
  for await (const chunk of response) {
    if (read % MEASURED_EVERY_BYTES < chunk.length) most = Math.max(most, liveBytes() - before);
    read += chunk.length;
  }
  assert.ok(read > lines * 100, `${read} bytes of results`);
  return most;
}

async function beginImport(scene: Scene, body: Buffer | string): Promise<http.IncomingMessage> {
  const request = http.request(`${scene.url}${scene.base}/import`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${scene.owner.token}` },
    agent: false,
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}

/** The bytes of all objects that are still referenced. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
