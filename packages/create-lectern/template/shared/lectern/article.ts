import { asset, defineType, entry, richText, slug, string, text } from '@lectern/client/schema';
import { author } from './author.ts';

export const article = defineType('article', {
  name: 'Article',
  display: 'title',
  slug: 'slug',
  previewUrl: 'http://127.0.0.1:3000/articles/{slug}?preview={preview}',
  fields: {
    title: string({ required: true }),
    slug: slug(),
    summary: text({ max: 300 }),
    cover: asset(),
    author: entry(() => author),
    body: richText(),
  },
});
