/**
 * More entries than fit into the index memory are still shown correctly, also repeatedly and after changes. Only the time depends
 * on `LECTERN_INDEX_MEMORY`.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const MEBIBYTE = 1_048_576;
const ARTICLES = 1_000;
const LINES_PER_REQUEST = 500;
const PAGE = 250;
const TEXT = 'wörds that fill a page '.repeat(60);
const METRICS_TOKEN = 'a-token-for-these-metrics';
const ROUNDS = 8;
/** Half of the articles have room in it. */
const SMALL = { LECTERN_INDEX_MEMORY: '1', LECTERN_METRICS_TOKEN: METRICS_TOKEN };

onEachEngine(
  'entries beyond the index memory',
  (stage) => {
    let scene: Scene;
    let firstRound: readonly unknown[];
    before(async () => {
      scene = await given(stage.url, { types: magazine });
      for (let first = 0; first < ARTICLES; first += LINES_PER_REQUEST) await importArticles(first);
      firstRound = await readAll();
    });

    async function importArticles(first: number): Promise<void> {
      const lines = Array.from({ length: LINES_PER_REQUEST }, (_, at) => lineOf(first + at));
      const headers = { 'content-type': 'application/x-ndjson' };
      const raw = lines.map((line) => JSON.stringify(line)).join('\n');
      const response = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
      assert.equal(response.status, 200, String(response));
    }

    /** All articles in order, page by page. Another page size is another response, which the response cache lacks. */
    async function readAll(pageSize = PAGE): Promise<unknown[]> {
      const items: unknown[] = [];
      for (let skip = 0; skip < ARTICLES; skip += pageSize) {
        const query = `content_type=article&order=fields.pages&limit=${pageSize}&skip=${skip}`;
        items.push(...(await scene.delivery.get(`${scene.read}/entries?${query}`, 200)).list('items'));
      }
      return items;
    }

    const indexMemory = async () => {
      const metrics = await new Actor(stage.url, METRICS_TOKEN).get('/metrics', 200);
      return Number(/^lectern_index_memory_bytes (\d+)$/m.exec(metrics.text)?.[1]);
    };

    it('are shown alike, however often they are read', async () => {
      assert.equal(firstRound.length, ARTICLES);
      for (let round = 1; round <= ROUNDS; round++) {
        assert.deepEqual(await readAll(PAGE - round), firstRound);
        const bytes = await indexMemory();
        assert.ok(bytes > MEBIBYTE / 2 && bytes <= MEBIBYTE, `${bytes} bytes of index memory`);
      }
    });

    it('are shown as they are after a change', async () => {
      const changed = [3, 700, 999];
      for (const number of changed) {
        const fields = { title: `Changed ${number}` };
        const id = String((firstRound[number] as { id: string }).id);
        await scene.owner.patch(`/entries/${id}`, { fields }, 200);
        await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
      }
      for (const pageSize of [PAGE, PAGE / 2]) {
        for (const [number, item] of (await readAll(pageSize)).entries()) {
          const title = (item as { fields: { title: string } }).fields.title;
          assert.equal(title, changed.includes(number) ? `Changed ${number}` : `Title ${number}`);
        }
      }
    });
  },
  SMALL,
);

function lineOf(number: number) {
  const fields = { title: `Title ${number}`, pages: number, extra: { text: `${TEXT}${number}` } };
  return { entry: { key: `article-${number}`, content_type: 'article', status: 'published', fields } };
}
