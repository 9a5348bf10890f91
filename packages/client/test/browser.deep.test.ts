/** The bundle reads from a page of any origin in a real Chromium: what the service sends to it can be read there, tags included. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { browserBundle } from '../../build/src/browser-bundle.ts';
import { given } from '../../testing/src/given.ts';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { startChromium } from '../../testing/src/people/chromium.ts';
import { fillMagazine } from './magazine/content.ts';

const PAGE = '<!doctype html><title>A site</title>';

onFirstEngine('the client in a browser', (stage) => {
  it('reads from a page of another origin, twice with one response', async () => {
    const scene = await given(stage.url, { defaultLocale: 'en' });
    await fillMagazine(scene);
    const [bundle] = await browserBundle(join(import.meta.dirname, '../src/index.ts'));
    const site = createServer(({ url }, response) => {
      const isScript = url === '/client.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? bundle?.code : PAGE);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const chromium = await startChromium();
    try {
      const page = await chromium.browser.newPage();
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/delivery/')) statuses.push(response.status());
      });
      const seen = await page.evaluate(
        async ({ url, space, token }) => {
          const path = '/client.js';
          const { createClient } = await import(path);
          const query = createClient({ url, space, token })
            .entries('article')
            .include({ author: true })
            .require('author');
          const first = await query.list();
          const again = await query.list();
          return {
            name: first.items[0].fields.author.fields.name,
            isSame: JSON.stringify(first) === JSON.stringify(again),
            tags: first.tags.length,
            revision: first.revision,
          };
        },
        { url: stage.url, space: scene.spaceId, token: String(scene.delivery.token) },
      );
      assert.deepEqual([seen.name, seen.isSame], ['Jo', true]);
      assert.ok(seen.tags > 0 && seen.revision > 0, JSON.stringify(seen));
      assert.deepEqual(
        statuses.filter((status) => status !== 204),
        [200, 304],
      );
    } finally {
      await chromium.close();
      site.closeAllConnections();
      site.close();
    }
  });
});
