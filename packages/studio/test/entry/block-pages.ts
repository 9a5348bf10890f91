/** What the cases about blocks are about: a page of six kinds of blocks and SEO texts, in English, German and Arabic. */
import type { Page } from 'playwright-core';
import { field, type Scene } from '../../../testing/src/given.ts';
import type { ArticleScene } from './articles.ts';

const component = (api_id: string, name: string, description: string, fields: readonly object[]) => ({
  api_id,
  kind: 'component',
  name,
  description,
  fields,
});
const words = (id: string, name: string, more: object = {}) => field(id, 'string', { name, localized: true, ...more });

const components = [
  component('seo', 'SEO', 'What search engines show', [
    words('title', 'Search title', { validations: { max_length: 60 } }),
    field('noindex', 'boolean', { name: 'Hide from search', default: false }),
  ]),
  component('quote', 'Quote', 'Somebody’s words, set off from the text', [
    field('text', 'text', { name: 'Words', localized: true, required: true }),
    field('who', 'entry', { name: 'Who', validations: { content_types: ['author'] } }),
  ]),
  component('hero', 'Hero', 'The large heading at the top of a page', [
    words('heading', 'Heading', { required: true, help: 'Six words at most.' }),
    field('image', 'asset', { name: 'Background' }),
    field('dark', 'boolean', { name: 'Dark', default: true }),
  ]),
  component('prose', 'Prose', 'Text with headings, lists and links', [
    field('body', 'rich_text', { name: 'Body', localized: true }),
  ]),
  component('figures', 'Figures', 'A number and what it counts', [
    field('number', 'number', { name: 'Number' }),
    words('label', 'What it counts'),
  ]),
  component('teaser', 'Teaser', 'Leads to another entry', [
    words('title', 'Teaser title'),
    field('target', 'entry', { name: 'Target' }),
  ]),
  component('gallery', 'Gallery', 'Voices, one below the other', [
    words('heading', 'Gallery heading'),
    field('voices', 'blocks', { name: 'Voices', components: ['quote'] }),
  ]),
];

export const pageType = {
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  fields: [
    words('title', 'Title', { required: true }),
    field('seo', 'component', { name: 'SEO', component: 'seo' }),
    field('blocks', 'blocks', {
      name: 'Blocks',
      help: 'What the page is made of, from top to bottom.',
      components: ['hero', 'prose', 'quote', 'figures', 'teaser', 'gallery'],
      validations: { max_items: 80 },
    }),
    field('local', 'blocks', { name: 'Local news', components: ['quote', 'hero'], localized: true }),
  ],
};

/** Gives the space pages; it has German, Arabic and authors. */
export async function modelPages({ owner, base }: Scene): Promise<void> {
  for (const type of [...components, pageType]) await owner.post(`${base}/content-types`, type, 201);
}

export interface StoredBlock {
  readonly id: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export async function storedBlocks(scene: ArticleScene, key: string): Promise<readonly StoredBlock[]> {
  const { blocks } = (await scene.stored(key)).at('fields') as { blocks?: { 'en-US': StoredBlock[] } };
  return blocks?.['en-US'] ?? [];
}

/** A block of the page, by what it is called and where it stands. */
export function block(page: Page, name: string, place: number) {
  return page.getByRole('group', { name: new RegExp(`^${name}, block ${place} of`) });
}

/** A page of 60 blocks whose words stand in three languages. */
export const longPage = Array.from({ length: 60 }, (_, index) => {
  const texts = (what: string) => ({
    'en-US': `${what} ${index}`,
    de: `${what} ${index} de`,
    ar: `${what} ${index} ar`,
  });
  const id = `b${String(index).padStart(2, '0')}`;
  if (index % 3 === 0) return { id, type: 'hero', fields: { heading: texts('Heading'), dark: false } };
  if (index % 3 === 1) return { id, type: 'quote', fields: { text: texts('Words') } };
  return { id, type: 'figures', fields: { number: index, label: texts('Label') } };
});
