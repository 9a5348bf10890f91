import { blocks, defineType, slug, string } from '@lectern/client/schema';
import { hero, prose, quote, teasers } from './blocks.ts';

export const page = defineType('page', {
  name: 'Page',
  description: 'Made of blocks. The one with the slug "home" is the first page of the site.',
  display: 'title',
  slug: 'slug',
  previewUrl: 'http://127.0.0.1:3000/{slug}?preview={preview}',
  fields: {
    title: string({ name: 'Title', required: true }),
    slug: slug({ name: 'Slug' }),
    blocks: blocks(() => [hero, prose, quote, teasers], { name: 'Blocks' }),
  },
});
