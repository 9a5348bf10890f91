/** That all rows come, once each, however many there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allInPages, inPages, type Page } from './pages.ts';

for (const count of [0, 1, 499, 500, 501, 1_200]) {
  test(`${count} rows come once each, in order`, async () => {
    const rows = Array.from({ length: count }, (_, index) => ({ id: String(index).padStart(6, '0') }));
    const pages: number[] = [];
    const read = async ({ after, limit }: Page) => {
      const page = rows.filter(({ id }) => id > after).slice(0, limit);
      pages.push(page.length);
      return page;
    };
    assert.deepEqual(await Array.fromAsync(inPages(read)), rows);
    assert.deepEqual(await allInPages(read, ({ id }) => id), rows);
    assert.ok(Math.max(...pages) <= 500);
  });
}
