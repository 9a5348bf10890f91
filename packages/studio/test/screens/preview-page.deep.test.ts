/**
 * The page of a site beside the form, in a browser that keeps no cookies of other sites: it follows what is written, stays where it
 * is, and each value leads to its field and back. With and without names in the page; how soon is printed.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { Actor } from '../../../testing/src/client.ts';
import { until } from '../../../testing/src/until.ts';
import { focusedField, watchTyping } from '../harness/page-beside.ts';
import { PreviewSite } from '../harness/preview-site.ts';
import { describeScenes, type StudioScene } from '../harness/scene.ts';
import { beside, type Filled, fill, TEXTS } from '../harness/shown-page.ts';

/** How a preview token begins. */
const TOKEN = 'cms_pvw_';
const VIEWS = [
  { colorScheme: 'light', width: 1_280, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

/** Of previews, as the guide asks for them. */
const HEADERS = { 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' };
/** A picture of the site itself, and one of another host. */
const more = (url: string) =>
  `<img src="/mark.png" alt=""><img src="${url.replace('localhost', '127.0.0.1')}/elsewhere.png" alt="">`;
const kinds = { 'with names': { isNamed: true, more, headers: HEADERS }, 'without names': { more } } as const;

for (const [kind, how] of Object.entries(kinds))
  describeScenes(
    `the preview of a page ${kind}`,
    { fill: async (scene) => fill(scene, await PreviewSite.open(scene, how)) },
    (inScene) => {
      const it = (title: string, run: (scene: StudioScene<Filled>, test: TestContext) => Promise<void>) =>
        inScene(title, async (scene, test) => {
          test.after(() => scene.filled.site.close());
          await run(scene, test);
        });

      it('follows what is written, and stays where it is, with what is typed in it', async (scene, test) => {
        const { page, shown } = await beside(scene);
        const search = shown.getByRole('textbox', { name: 'Search' });
        await search.fill('typed');
        const title = page.getByRole('textbox', { name: /^Title/ });
        await title.focus();
        const at = await shown.locator('body').evaluate('(scrollTo(0, 60), scrollY)');
        assert.equal(at, 60);
        await watchTyping(title, shown.locator('h1'), test);
        assert.deepEqual(
          [await search.inputValue(), await shown.locator('body').evaluate('scrollY')],
          ['typed', at],
          'the page was not loaded anew',
        );
        assert.equal(await focusedField(page), 'Title', 'the form keeps the focus');
        await title.fill('The last one');
        await search.focus();
        await shown.locator('h1').getByText('The last one').waitFor();
        assert.equal(await shown.locator('body').evaluate('document.activeElement.name'), 'q', 'and the page its own');
      });

      it('leads from each value to its field, and from the field to its place', async (scene) => {
        const { page, shown } = await beside(scene);
        await shown.locator('blockquote').click();
        await until(async () => (await focusedField(page)) === 'Words');
        await shown.locator('h1').click();
        await until(async () => (await focusedField(page)) === 'Title');
        await shown.locator('body').evaluate('scrollTo(0, 0)');
        await page.getByRole('textbox', { name: /^Words/ }).focus();
        await until(() => shown.locator('body').evaluate('scrollY > 0'));
        await page.getByRole('textbox', { name: /^Title/ }).focus();
        await until(() => shown.locator('body').evaluate('scrollY === 0'));
        await page.getByText('Browse', { exact: true }).click();
        await shown.locator('blockquote').click();
        assert.notEqual(await focusedField(page), 'Words', 'a click is one of a reader');
      });

      it('goes along to other pages of the site, to another language, and to what a release makes of it', async (scene) => {
        const { page, shown } = await beside(scene);
        await page.getByRole('combobox', { name: 'Language of the page' }).click();
        await page.getByRole('option', { name: 'de' }).click();
        await shown.locator('h1').getByText('Boote').waitFor();
        await shown.locator('h1').click();
        await until(async () => (await focusedField(page)) === 'Title');
        await shown.getByRole('link', { name: 'Another page' }).click();
        await shown.locator('h1').getByText('The second page').waitFor();
        await page.getByRole('textbox', { name: /^Teaser/ }).fill('Nobody sees it there.');
        await scene.change('two', { title: 'The second page, changed' });
        await page.getByRole('button', { name: 'Reload the page' }).click();
        await page.goto(`${scene.address('one')}?panel=preview&in=${scene.filled.release}`);
        await shown.getByText('Half the price.').waitFor();
        await page.getByText('Draft', { exact: true }).last().click();
        await shown.getByText('Nobody sees it there.').waitFor();
      });

      it('is as wide as is chosen, and stands in the place of the form until a value is pressed', async (scene) => {
        const { page, shown } = await beside(scene);
        const width = () => shown.locator('body').evaluate('innerWidth');
        for (const [name, pixels] of Object.entries({ Phone: 360, Tablet: 768, Desktop: 1_280 })) {
          await page.getByText(name, { exact: true }).click();
          await until(async () => (await width()) === pixels);
        }
        await requireAccessible(page, 'preview-beside', VIEWS);
        await page.setViewportSize({ width: 1_440, height: 900 });
        await page.getByRole('button', { name: 'Hide the form' }).click();
        const title = page.getByRole('textbox', { name: /^Title/ });
        await title.waitFor({ state: 'hidden' });
        await requireAccessible(page, 'preview-full', VIEWS);
        await page.setViewportSize({ width: 1_440, height: 900 });
        assert.equal(await width(), 1_280, 'the page is the same one');
        await shown.locator('h1').click();
        await until(async () => (await focusedField(page)) === 'Title');
        await page.reload();
        await until(() => page.getByRole('radio', { name: 'Desktop' }).isChecked());
      });

      it('changes nothing that is delivered, costs readers nothing, and tells nobody of the token', async (scene) => {
        const { given, filled } = scene;
        const { page, shown } = await beside(scene);
        const sent: Promise<Record<string, string>>[] = [];
        page.on('request', (request) => sent.push(request.allHeaders()));
        await page.getByRole('button', { name: 'Reload the page' }).click();
        await shown.locator('blockquote').click();
        await until(async () => (await focusedField(page)) === 'Words');
        assert.equal(await shown.locator('blockquote').textContent(), TEXTS.words);
        const token = (await given.owner.get(`/entries/${await idOf(scene)}/preview`, 200)).string('token');
        const inLocale = { title: 'title.en-US', teaser: 'teaser.en-US', words: 'blocks.en-US.0.fields.words' };
        const delivered = { title: 'title', teaser: 'teaser', words: 'blocks.0.fields.words' };
        for (const [reader, base, paths] of [
          [given.owner, given.base, inLocale],
          [given.delivery, given.read, delivered],
          [new Actor(scene.url, token), given.read, delivered],
        ] as const) {
          const read = await reader.get(`${base}/entries/one`, 200);
          const strings = Object.values(paths).map((path) => read.at(`fields.${path}`));
          assert.deepEqual(strings, [TEXTS.title, TEXTS.teaser, TEXTS.words]);
        }
        await page.getByRole('textbox', { name: /^Words/ }).fill('Another one');
        await shown.locator('blockquote').getByText('Another one').waitFor();
        assert.deepEqual([...new Set(filled.site.cookies)], [''], 'no cookies');
        assert.ok(!page.url().includes(TOKEN), 'the address of Studio has no token');
        const own = filled.site.url;
        const referrers = (await Promise.all(sent)).map(({ referer, host }) => ({ referer, host }));
        assert.ok(referrers.length > 0);
        for (const { referer = '', host } of referrers)
          if ('headers' in how || host !== new URL(own).host)
            assert.ok(!referer.includes(TOKEN), `${host}: ${referer}`);
      });

      it('loads nothing for readers', async (scene) => {
        const page = await (await scene.visitor()).newPage();
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(`${scene.filled.site.url}/first`, { waitUntil: 'networkidle' });
        assert.deepEqual(
          asked.filter((url) => !url.endsWith('.png') && !url.endsWith('/favicon.ico')),
          [`${scene.filled.site.url}/first`],
        );
        assert.equal(await page.locator('script').count(), 0);
      });
    },
  );

/** Id of the entry that is shown. */
async function idOf({ given }: StudioScene<Filled>): Promise<string> {
  return (await given.owner.get(`${given.base}/entries/one`, 200)).string('id');
}
