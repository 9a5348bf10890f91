/** An entry with its page, as a space has them, and how both stand beside each other. */
import type { FrameLocator, Page } from 'playwright-core';
import { field, type Scene } from '../../../testing/src/given.ts';
import { showBeside } from './page-beside.ts';
import type { PreviewSite } from './preview-site.ts';
import type { StudioScene } from './scene.ts';

/** What the page shows, with characters that previews of other systems would lose or add: they are delivered as they are. */
export const TEXTS = {
  title: 'Boats & <nets> at dawn',
  teaser: 'They come in one after the other,\nand nobody waits.',
  words: 'The sea “keeps” its\u00a0time: cafe\u0301, 👩‍👧, a\u200bb. ',
};

export interface Filled {
  readonly site: PreviewSite;
  readonly release: string;
}

/** A page with a title in two languages, a teaser and a quote among its blocks, another page, and a release. */
export async function fill(scene: Scene, site: PreviewSite): Promise<Filled> {
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

/** The entry with its page beside the form, which takes part. */
export async function beside(
  scene: StudioScene<Filled>,
): Promise<{ readonly page: Page; readonly shown: FrameLocator }> {
  const page = await scene.show(`${scene.path}/content/one`);
  return { page, shown: await showBeside(page) };
}
