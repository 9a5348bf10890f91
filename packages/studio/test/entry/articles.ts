/** What the cases of the entry screen are about: a space in three languages, with a model that has a field of every type. */
import type { BrowserContext, Page } from 'playwright-core';
import { field } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import type { Case, Stage, StudioScene } from '../harness/scene.ts';

/** A content type with a field of each type, in the order in which they are written. */
export const everyType = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { name: 'Title', required: true, localized: true, validations: { max_length: 60 } }),
    field('slug', 'slug', { name: 'Slug', localized: true }),
    field('kind', 'string', { name: 'Kind', validations: { in: ['essay', 'report', 'letter'] } }),
    field('summary', 'text', { name: 'Summary', localized: true, help: 'Two sentences for lists.' }),
    field('body', 'rich_text', { name: 'Body', localized: true }),
    field('pages', 'integer', { name: 'Pages', validations: { min: 1, max: 999 } }),
    field('rating', 'number', { name: 'Rating' }),
    field('featured', 'boolean', { name: 'Featured' }),
    field('day', 'date', { name: 'Day' }),
    field('starts', 'datetime', { name: 'Starts' }),
    field('extra', 'json', { name: 'Extra' }),
    field('place', 'location', { name: 'Place' }),
    field('author', 'entry', { name: 'Author', validations: { content_types: ['author'] } }),
    field('image', 'asset', { name: 'Image' }),
    field('tags', 'array', { name: 'Tags', items: { type: 'string' } }),
    field('scores', 'array', { name: 'Scores', items: { type: 'number' } }),
    field('related', 'array', { name: 'Related', items: { type: 'entry' } }),
  ],
};

/** What its field `author` links to. */
export const author = {
  api_id: 'author',
  name: 'Author',
  display_field: 'name',
  fields: [field('name', 'string', { name: 'Name', required: true }), field('friend', 'entry', { name: 'Friend' })],
};

export type ArticleScene = StudioScene<void>;
export type ArticleCase = Case<void>;

export const articles: Stage<void> = {
  options: { locale: 'en-GB' },
  fill: async ({ owner, space, base }) => {
    const german = { code: 'de', name: 'Deutsch', fallback: 'en-US' };
    for (const locale of [german, { code: 'ar', name: 'العربية' }])
      await owner.post(`${space}/locales`, { ...locale, optional: true }, 201);
    for (const type of [author, everyType]) await owner.post(`${base}/content-types`, type, 201);
  },
};

/** Runs with the screen of an entry, in a browser of the owner or in another one. @param key of the entry that it shows */
export async function onPage(
  scene: ArticleScene,
  key: string,
  run: (page: Page) => Promise<void>,
  by?: BrowserContext,
): Promise<void> {
  const page = await scene.showEntry(key, by);
  await run(page);
  // Some end with a crash.
  if (!page.isClosed()) await page.close();
}

/** Waits until a screen says that all is saved. */
export function isSaved(page: Page): Promise<void> {
  return hurry(page, page.getByText('Saved', { exact: true }).waitFor());
}
