/**
 * Entries that memory has no room for are read from the fragment file: they are shown as they were, and as they are
 * once they changed.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, it } from 'node:test';
import { Actor } from './client.ts';
import { makeMagazine, makeScene, type Scene } from './scene.ts';
import { onEachEngine } from './stage.ts';

const ARTICLES = 1_000;
const LINES_A_REQUEST = 500;
const PAGE = 250;
const TEXT = 'wörds that fill a page '.repeat(60);
const METRICS_TOKEN = 'a-token-for-these-metrics';
const ROUNDS_MAX = 10;
/** So little that a part of the articles has room. */
const SMALL = { LECTERN_INDEX_MEMORY: '1', LECTERN_METRICS_TOKEN: METRICS_TOKEN };

onEachEngine(
  'entries beyond the memory',
  (stage) => {
    let scene: Scene;
    let firstRound: readonly unknown[];
    before(async () => {
      scene = await makeScene(stage.url);
      await makeMagazine(scene);
      for (let first = 0; first < ARTICLES; first += LINES_A_REQUEST) await importArticles(first);
      firstRound = await readAll();
    });

    async function importArticles(first: number): Promise<void> {
      const lines = Array.from({ length: LINES_A_REQUEST }, (_, at) => lineOf(first + at));
      const headers = { 'content-type': 'application/x-ndjson' };
      const raw = lines.map((line) => JSON.stringify(line)).join('\n');
      const response = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
      assert.equal(response.status, 200, String(response));
    }

    /** All articles in order, page by page; a page of another size is another response, which none that is kept serves. */
    async function readAll(pageSize = PAGE): Promise<unknown[]> {
      const items: unknown[] = [];
      for (let skip = 0; skip < ARTICLES; skip += pageSize) {
        const query = `content_type=article&order=fields.pages&limit=${pageSize}&skip=${skip}`;
        items.push(...(await scene.delivery.get(`${scene.read}/entries?${query}`, 200)).list('items'));
      }
      return items;
    }

    const fileBytes = async () => {
      const metrics = await new Actor(stage.url, METRICS_TOKEN).get('/metrics', 200);
      return Number(/^lectern_fragment_file_bytes (\d+)$/m.exec(metrics.text)?.[1]);
    };

    it('are shown alike, however often they are read', async () => {
      for (let round = 1; round < ROUNDS_MAX; round++) assert.deepEqual(await readAll(PAGE - round), firstRound);
      assert.equal(firstRound.length, ARTICLES);
      assert.ok((await fileBytes()) > 0, 'some lie in the file');
    });

    it('are shown as they are now', async () => {
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

    it('leave no file that could be found', () => {
      assert.deepEqual(
        readdirSync(stage.dataDir).filter((name) => name.includes('fragment')),
        [],
      );
    });
  },
  SMALL,
);

function lineOf(number: number) {
  const fields = { title: `Title ${number}`, pages: number, extra: { text: `${TEXT}${number}` } };
  return { entry: { key: `article-${number}`, content_type: 'article', status: 'published', fields } };
}
