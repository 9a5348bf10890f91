import { asset, defineType, entry, richText, slug, string, text } from '@lectern/client/schema';
import { author } from './author.ts';

export const article = defineType('article', {
  name: 'Article',
  display: 'title',
  slug: 'slug',
  previewUrl: 'http://127.0.0.1:3000/articles/{slug}?preview={preview}',
  fields: {
    title: string({ name: 'Title', required: true }),
    slug: slug({ name: 'Slug' }),
    summary: text({ name: 'Summary', max: 300 }),
    cover: asset({ name: 'Cover' }),
    author: entry(() => author, { name: 'Author' }),
    body: richText({ name: 'Text' }),
  },
});
