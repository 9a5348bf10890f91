/** The page of a site, opened from Studio: as the draft, as a release makes it, as it will be, and as readers saw it once. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { field, type Scene } from '../../../testing/src/given.ts';
import { addressInNewTab } from '../harness/new-tab.ts';
import { PreviewSite } from '../harness/preview-site.ts';
import { describeScenes, type StudioScene } from '../harness/scene.ts';

const DAY_MS = 86_400_000;
const VIEWS = [
  { colorScheme: 'light', width: 1_280, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

interface Filled {
  readonly site: PreviewSite;
  /** Id of the release. */
  readonly release: string;
}

/** A page that was published as "First", then as "Second"; its draft is "Third", and a release has "Fourth". */
async function fill(scene: Scene): Promise<Filled> {
  const { owner, base } = scene;
  const site = await PreviewSite.open(scene);
  const page = {
    api_id: 'page',
    name: 'Page',
    display_field: 'title',
    slug_field: 'slug',
    preview_url: `${site.url}/{slug}?preview={preview}`,
    fields: [field('title', 'string', { name: 'Title' }), field('slug', 'slug', { name: 'Slug' })],
  };
  await owner.post(`${base}/content-types`, page, 201);
  const fields = { title: 'First', slug: 'first' };
  await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'one', fields }, 201);
  await owner.post(`${base}/entries/one/publish`, {}, 200);
  await owner.patch(`${base}/entries/one`, { fields: { title: 'Second', slug: 'second' } }, 200);
  await owner.post(`${base}/entries/one/publish`, {}, 200);
  await owner.patch(`${base}/entries/one`, { fields: { title: 'Third', slug: 'third' } }, 200);
  const release = (await owner.post(`${base}/change-sets`, { name: 'Sale' }, 201)).string('id');
  const inSet = `${base}/entries/one?change_set=${release}`;
  await owner.patch(inSet, { fields: { title: 'Fourth', slug: 'fourth' } }, 200);
  return { site, release };
}

describeScenes('the preview', { fill }, (inScene) => {
  const it = (title: string, run: (scene: StudioScene<Filled>) => Promise<void>) =>
    inScene(title, (scene, test) => {
      test.after(() => scene.filled.site.close());
      return run(scene);
    });
  /** The title that the site shows where a link leads to. */
  const shownBy = async ({ filled: { site } }: StudioScene<Filled>, press: Locator) =>
    site.titleAt(await addressInNewTab(press.page(), () => press.click()));
  const newTab = (page: Page) => page.getByRole('link', { name: /^Open in a new tab/ });

  it('is the draft, in a new tab and in a frame', async (scene) => {
    const page = await scene.showEntry('one?panel=preview');
    assert.equal(await shownBy(scene, newTab(page)), 'Third');
    const shown = page.frameLocator('iframe').frameLocator('iframe').locator('h1');
    await shown.getByText('Third').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Third and a half');
    await shown.getByText('Third and a half').waitFor();
  });

  it('is what the release makes of the page, led to from its screen, and all that is scheduled until then', async (scene) => {
    const { owner, base } = scene.given;
    const { release, site } = scene.filled;
    const page = await scene.show(`${scene.path}/releases/${release}`);
    await page.getByRole('link', { name: 'Preview' }).waitFor();
    await requireAccessible(page, 'release-with-preview', VIEWS);
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByText('The page shows what is in the release').waitFor();
    await requireAccessible(page, 'preview-in-release', VIEWS);
    await page.setViewportSize({ width: 1_440, height: 900 });
    assert.equal(await shownBy(scene, newTab(page)), 'Fourth');

    const before = await owner.post(`${base}/change-sets`, { name: 'Before' }, 201);
    const inBefore = `${base}/entries?change_set=${before.string('id')}`;
    await owner.post(inBefore, { content_type_id: 'page', key: 'two', fields: { title: 'Two', slug: 'two' } }, 201);
    const schedule = (id: string, days: number) => {
      const at = new Date(Date.now() + days * DAY_MS).toISOString();
      return owner.post(`/change-sets/${id}/schedule`, { at }, 200);
    };
    await schedule(before.string('id'), 2);
    await schedule(release, 3);
    await page.reload();
    assert.equal(await shownBy(scene, newTab(page)), 'Fourth');
    const ofTwo = (address: string) => site.titleAt(address.replace('/fourth', '/two'));
    const open = () => addressInNewTab(page, () => newTab(page).click());
    assert.equal(await ofTwo(await open()), 'None: 200');
    const chooseThen = async () => {
      await page.getByText('The site as of then', { exact: true }).click();
      await page.getByText('this release, and all others that are scheduled until then').waitFor();
    };
    await chooseThen();
    await requireAccessible(page, 'preview-as-of-then', VIEWS);
    // On a phone the panel is another one.
    await page.setViewportSize({ width: 1_440, height: 900 });
    await chooseThen();
    const then = await open();
    assert.deepEqual([await site.titleAt(then), await ofTwo(then)], ['Fourth', 'Two']);
  });

  it('is what readers saw when a version was saved, or that they saw nothing', async (scene) => {
    const page = await scene.showEntry('one');
    const choose = async (version: number) => {
      await page.getByRole('button', { name: new RegExp(`Ada\\s*${version}$`) }).click();
      await page.getByText(`when version ${version} was saved`).waitFor();
    };
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Info' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await choose(2);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await requireAccessible(page, 'site-then', VIEWS);
    await page.setViewportSize({ width: 1_440, height: 900 });
    const press = page.getByRole('button', { name: 'See the site as of this' });
    assert.equal(await shownBy(scene, press), 'First');
    await choose(4);
    assert.equal(await shownBy(scene, press), 'Second');
    await choose(1);
    await press.click();
    await page.getByText('Readers did not see this entry then.').waitFor();
  });

  it('says in a release what an address lacks that cannot show it', async (scene) => {
    const { owner, base } = scene.given;
    const { release, site } = scene.filled;
    await owner.patch(`${base}/content-types/page`, { preview_url: `${site.url}/{slug}` }, 200);
    const page = await scene.showEntry(`one?in=${release}&panel=preview`);
    await page.getByText('The page shows the draft, without the release').waitFor();
    await page.getByText(`${site.url}/{slug}?preview={preview}`, { exact: true }).waitFor();
    await requireAccessible(page, 'preview-without-token', VIEWS);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.getByRole('link', { name: 'Set the preview address' }).waitFor();
  });
});
