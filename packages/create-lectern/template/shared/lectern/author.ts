import { asset, defineType, slug, string } from '@lectern/client/schema';

export const author = defineType('author', {
  name: 'Author',
  display: 'name',
  slug: 'slug',
  fields: { name: string({ required: true }), slug: slug(), role: string(), photo: asset() },
});
