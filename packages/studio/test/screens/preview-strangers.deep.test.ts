/** A page in a preview speaks with Studio alone, and Studio with that page alone: what others send them is not heard. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/src/until.ts';
import { focusedField } from '../harness/page-beside.ts';
import { PreviewSite } from '../harness/preview-site.ts';
import { describeScenes } from '../harness/scene.ts';
import { beside, type Filled, fill } from '../harness/shown-page.ts';

/** A script that posts messages to a window. */
const post = (target: string, messages: readonly unknown[]) =>
  `for (const message of ${JSON.stringify(messages)}) ${target}.postMessage(message, '*');`;

const SELECT = { lectern: 'select', entry: 'ent_1_one', field: 'title', locale: null };
/** No page sends any of these. */
const SENSELESS = [
  null,
  'hello',
  { lectern: 'ready', url: 'x', entries: { length: 1 } },
  { lectern: 'ready', url: 'x', entries: [{}] },
  { lectern: 'refreshed', revision: 1, ok: false, status: { a: 1 } },
  { lectern: 'select', entry: 1, field: {}, locale: [] },
  { lectern: 'hello', url: { replaceAll: 1 } },
];
/** What only Studio may ask of a page. */
const ORDERS = [
  { lectern: 'hello', texts: [{ ...SELECT, text: 'Search', name: 'Evil' }], browse: true },
  { lectern: 'refresh', revision: 1, url: '/evil' },
  { lectern: 'select', place: SELECT },
];

/** A page of the site with a stranger in it, which speaks to the page and to Studio as each does to the other. */
const site = {
  more: (url: string) => `<script>addEventListener('load', () => { ${post('top', SENSELESS)} })</script>
<iframe title="Stranger" src="${url.replace('localhost', '127.0.0.1')}/stranger"></iframe>`,
  pages: {
    '/around': '<!doctype html><p>Around</p>',
    '/stranger': `<!doctype html><p>Stranger</p><script>setInterval(() => {
${post('top', [SELECT])} ${post('parent', ORDERS)} document.title = 'sent' }, 50)</script>`,
  },
};

describeScenes<Filled>(
  'a preview among strangers',
  { fill: async (scene) => fill(scene, await PreviewSite.open(scene, site)) },
  (it) => {
    it('hears neither frames in the page nor messages without sense', async (scene, test) => {
      test.after(() => scene.filled.site.close());
      const { page, shown } = await beside(scene);
      await page.getByRole('textbox', { name: /^Teaser/ }).focus();
      const stranger = shown.frameLocator('iframe[title="Stranger"]');
      await until(async () => (await stranger.locator('body').evaluate('document.title')) === 'sent');
      assert.equal(await focusedField(page), 'Teaser', 'nobody but the page leads to a field');
      assert.ok(!scene.filled.site.asked.includes('/evil'), 'nobody but Studio has the page show anything');
      await page.getByRole('textbox', { name: /^Title/ }).fill('As ever');
      await shown.locator('h1').getByText('As ever').waitFor();
      await shown.locator('blockquote').click();
      await until(async () => (await focusedField(page)) === 'Words');
    });

    it('takes no orders from another page around it, and tells it nothing', async (scene, test) => {
      test.after(() => scene.filled.site.close());
      const { given, filled } = scene;
      const id = (await given.owner.get(`${given.base}/entries/one`, 200)).string('id');
      const url = (await given.owner.get(`/entries/${id}/preview`, 200)).string('url');
      const page: Page = await (await scene.visitor()).newPage();
      await page.goto(`${filled.site.url.replace('localhost', '127.0.0.1')}/around`);
      await page.evaluate(`
        heard = [];
        addEventListener('message', ({ data }) => heard.push(data));
        frame = document.createElement('iframe');
        frame.src = ${JSON.stringify(url)};
        frame.onload = () => setInterval(() => { ${post('frame.contentWindow', ORDERS)} }, 20);
        document.body.append(frame);`);
      const shown = page.frameLocator('iframe');
      await shown.locator('h1').waitFor();
      const asked = filled.site.asked.length;
      await shown.locator('h1').click();
      assert.ok(!filled.site.asked.slice(asked).some((path) => path === '/evil'));
      assert.equal(await shown.locator('body').evaluate('location.href'), url);
      const own = new Set([...SENSELESS, SELECT].map((message) => JSON.stringify(message)));
      const heard = (await page.evaluate('heard')) as unknown[];
      assert.deepEqual(
        heard.filter((message) => !own.has(JSON.stringify(message))),
        [],
        'nothing but what the site itself and the frame in it send',
      );
    });
  },
);
