/** An import holds no more than one step of lines and results, and says what became of every line. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { before, it } from 'node:test';
import { closeConnections, send } from '../client.ts';
import { describeEachEngine, type TestEngine } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary-folder.ts';
import { field, makeScene, type Scene } from '../scene.ts';
import { onEachEngine } from '../stage.ts';

const LINES_MAX = 50_000;
const MEBIBYTE = 1_048_576;
const GROWTH_MAX = 60 * MEBIBYTE;
const TRIES_MAX = 3;
const ENTRIES = 20_000;
const headers = { 'content-type': 'application/x-ndjson' };
/** As `npm start` and the program's own first line start it. */
const STARTED_WITH = '--max-semi-space-size=8';

onEachEngine('an import', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await makeScene(stage.url);
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

  it('sends results while it runs, and stops when nobody reads them', async () => {
    const request = http.request(`${stage.url}${scene.base}/import`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${scene.owner.token}` },
      agent: false,
    });
    request.end(entries(ENTRIES).join('\n'));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
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

describeEachEngine('the memory of an import', (engine) => {
  // When the heap is collected is chance: a fault shows in every process.
  it('stays below 60 MB for as many lines as there may be', { timeout: 300_000 }, async (context) => {
    const grown: number[] = [];
    while (grown.length < TRIES_MAX && !grown.some((bytes) => bytes < GROWTH_MAX)) {
      const bytes = await growthOfImport(engine);
      context.diagnostic(`+${Math.round(bytes / MEBIBYTE)} MB`);
      grown.push(bytes);
    }
    assert.ok(Math.min(...grown) < GROWTH_MAX, 'It grew too much in each of the tries.');
  });
});

/** By how many bytes a fresh process grows while it takes the longest import. */
async function growthOfImport(engine: TestEngine): Promise<number> {
  const dataDir = temporaryFolder('import');
  const service = await startProcess({ engine, env: { LECTERN_DATA_DIR: dataDir, NODE_OPTIONS: STARTED_WITH } });
  try {
    const scene = await makeScene(service.url);
    const post = (lines: number) =>
      send(service.url, 'POST', `${scene.base}/import`, {
        token: scene.owner.token,
        raw: `{"note":"${'x'.repeat(140)}"}\n`.repeat(lines),
        headers,
      });
    await post(LINES_MAX / 2);
    const start = residentBytes(service.pid);
    let peak = start;
    const timer = setInterval(() => {
      peak = Math.max(peak, residentBytes(service.pid));
    }, 20);
    const response = await post(LINES_MAX);
    clearInterval(timer);
    assert.equal(response.list('results').length, LINES_MAX);
    return peak - start;
  } finally {
    closeConnections();
    await service.end('SIGINT');
    removeFolder(dataDir);
  }
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
