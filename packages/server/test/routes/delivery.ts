/** The routes of sites, which read published content and drafts. */

import { Actor } from '../../../testing/src/client.ts';
import { costlyQueries } from '../bounds/stalls/made-attacks.ts';
import { CURSOR_EXAMPLE } from '../docs/reference/stable-values.ts';
import { ENTRY_QUERY, ONE, PAGE } from '../docs/reference/teller.ts';
import type { SomeRoutes } from './row.ts';

export const deliveryRoutes = {
  'GET /spaces/{space_id}/environments/{environment}/delivery/entries': {
    access: 'read',
    stalls: { attacks: costlyQueries },
    example: ({ tell, idOf }) =>
      tell({
        query: ONE,
        each: {
          ...ENTRY_QUERY,
          include: 2,
          follow: 'author',
          links_to: idOf('ent', 'ines-marten'),
          published_at: '2026-07-01T08:00:00.000Z',
          created_at: '2026-07-01T07:00:00.000Z',
          updated_at: '2026-07-01T08:00:00.000Z',
          aliases: true,
          meta: true,
          min_revision: 1,
        },
      }),
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/entries/{id}': {
    access: 'read',
    example: ({ tell, idOf }) =>
      tell({
        path: { id: idOf('ent', 'ines-marten') },
        each: {
          include: 2,
          follow: 'author',
          locale: 'de',
          select: 'slug,fields.name',
          aliases: true,
          meta: true,
          min_revision: 1,
        },
      }),
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/assets': {
    access: 'read',
    stalls: { attacks: costlyQueries },
    example: {
      query: ONE,
      each: { ...PAGE, q: 'tide', mime_type: 'image/*', locale: 'de', min_revision: 1, order: '-updated_at' },
    },
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/assets/{id}': {
    access: 'read',
    example: ({ tell, idOf }) =>
      tell({ path: { id: idOf('ast', 'tide-pools') }, each: { locale: 'de', min_revision: 1 } }),
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/content-types': {
    access: 'read',
    example: { query: ONE, each: { ...PAGE, min_revision: 1, order: '-name', evidence: true } },
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/locales': {
    access: 'read',
    example: { each: { ...PAGE, min_revision: 1, order: 'code' } },
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/sync': {
    access: 'read',
    // The first page has the whole model.
    example: async ({ tell, demo, recorder, space }) => {
      const sync = `${space}/environments/master/delivery/sync?types=author&limit=1`;
      const since = (await new Actor(demo.url, demo.tokens.delivery).get(sync, 200)).string('next');
      recorder.replace(since, CURSOR_EXAMPLE);
      await tell({ query: { types: 'author', limit: 1, since }, each: { wait: 0, min_revision: 1 } });
    },
  },
  'GET /spaces/{space_id}/environments/{environment}/delivery/live': {
    access: 'read',
    example: null,
  },
  'GET /delivery/token-info': {
    access: 'read',
    example: {},
  },
} satisfies SomeRoutes;
