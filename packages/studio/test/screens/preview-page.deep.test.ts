/**
 * The page of a site beside the form, in a browser that keeps no cookies of other sites: it follows what is written, stays where it
 * is, and each value leads to its field and back. With and without names in the page; how soon is printed.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { field, type Scene } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { focusedField, showBeside, watchTyping } from '../harness/page-beside.ts';
import { PreviewSite } from '../harness/preview-site.ts';
import { describeScenes, type StudioScene } from '../harness/scene.ts';

const HALF_AN_HOUR_MS = 1_800_000;
const VIEWS = [
  { colorScheme: 'light', width: 1_280, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

const TEXTS = {
  title: 'Boats & <nets> at dawn',
  teaser: 'They come in one after the other,\nand nobody waits.',
  words: 'The sea “keeps” its time.',
};

interface Filled {
  readonly site: PreviewSite;
  readonly release: string;
}

/** A page with a title in two languages, a teaser and a quote among its blocks, another page, and a release. */
async function fill(scene: Scene, site: PreviewSite): Promise<Filled> {
  const { owner, base } = scene;
  await owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en-US' }, 201);
  const quote = { name: 'Quote', kind: 'component', fields: [field('words', 'string', { name: 'Words' })] };
  await owner.put(`${base}/content-types/quote`, quote, 201);
  const page = {
    api_id: 'page',
    name: 'Page',
    display_field: 'title',
    slug_field: 'slug',
    preview_url: `${site.url}/{slug}?locale={locale}&preview={preview}`,
    fields: [
      field('title', 'string', { name: 'Title', localized: true }),
      field('slug', 'slug', { name: 'Slug' }),
      field('teaser', 'text', { name: 'Teaser' }),
      field('blocks', 'blocks', { name: 'Blocks', components: ['quote'] }),
    ],
  };
  await owner.post(`${base}/content-types`, page, 201);
  const { title, teaser, words } = TEXTS;
  const blocks = [{ id: 'b1', type: 'quote', fields: { words } }];
  const fields = { title: { 'en-US': title, de: 'Boote' }, slug: 'first', teaser, blocks };
  await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'one', fields }, 201);
  await owner.post(`${base}/entries/one/publish`, {}, 200);
  const other = { title: 'The second page', slug: 'second' };
  await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'two', fields: other }, 201);
  const release = (await owner.post(`${base}/change-sets`, { name: 'Sale' }, 201)).string('id');
  await owner.patch(`${base}/entries/one?change_set=${release}`, { fields: { teaser: 'Half the price.' } }, 200);
  return { site, release };
}

const kinds = { 'with names': { isNamed: true }, 'without names': {} } as const;

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

      it('changes nothing that is delivered, and costs readers nothing', async (scene) => {
        const { given, filled } = scene;
        const { page, shown } = await beside(scene);
        const { title, teaser, words } = TEXTS;
        assert.equal(await shown.locator('blockquote').textContent(), words);
        const read = await given.delivery.get(`${given.read}/entries/one`, 200);
        const strings = ['title', 'teaser', 'blocks.0.fields.words'].map((path) => read.at(`fields.${path}`));
        assert.deepEqual(strings, [title, teaser, words]);
        const visited = await (await fetch(`${filled.site.url}/first`, { headers: { connection: 'close' } })).text();
        assert.doesNotMatch(visited, /<script/);
        await page.getByRole('textbox', { name: /^Words/ }).fill('Another one');
        await shown.locator('blockquote').getByText('Another one').waitFor();
        const { asked, cookies } = filled.site;
        assert.deepEqual([...new Set(cookies)], [''], 'no cookies');
        assert.deepEqual(
          asked.filter(({ referrer }) => referrer?.includes('cms_pvw_')),
          [],
          'the token is in no referrer',
        );
      });
    },
  );

describeScenes(
  'a preview that shows nothing, or does not follow',
  {
    fill: async (scene) =>
      fill(scene, await PreviewSite.open(scene, { hasScript: false, headers: { 'x-frame-options': 'DENY' } })),
  },
  (it) => {
    it('says why, and what the site has to add', async (scene, test) => {
      test.after(() => scene.filled.site.close());
      const page = await scene.showEntry('one?panel=preview');
      await page.getByText('The page does not take part').waitFor();
      await page.getByText(`<script type="module" src="${scene.url}/preview.js"></script>`).waitFor();
      await page.getByText(`frame-ancestors 'self' ${scene.url}`).waitFor();
      await requireAccessible(page, 'preview-silent', VIEWS);
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.getByRole('button', { name: 'Do not show this again' }).click();
      await page.reload();
      await page.locator('iframe').waitFor();
      await page.clock.runFor(HALF_AN_HOUR_MS);
      assert.equal(await page.getByText('The page does not take part').count(), 0);
    });
  },
);

/** The entry with its page beside the form, which takes part. Cookies of other sites are blocked. */
async function beside(scene: StudioScene<Filled>): Promise<{ readonly page: Page; readonly shown: FrameLocator }> {
  const page = await scene.show(`${scene.path}/content/one`);
  const shown = await showBeside(page);
  return { page, shown };
}
