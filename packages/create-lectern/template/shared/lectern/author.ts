import { asset, defineType, slug, string } from '@lectern/client/schema';

export const author = defineType('author', {
  name: 'Author',
  display: 'name',
  slug: 'slug',
  fields: {
    name: string({ name: 'Name', required: true }),
    slug: slug({ name: 'Slug' }),
    role: string({ name: 'Role' }),
    photo: asset({ name: 'Photo' }),
  },
});
