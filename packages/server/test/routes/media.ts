/** The routes of the media library. */
import { formOf } from '../../../testing/src/form.ts';
import { costlyQueries, uploads } from '../bounds/stalls/made-attacks.ts';
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { A_FILE, owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="#467"/></svg>';

export const mediaRoutes = {
  'GET /spaces/{space_id}/environments/{environment}/media': {
    access: 'viewer',
    stalls: { attacks: costlyQueries },
    example: ({ tell }) => {
      const sizes = { 'size[gt]': 99_999, 'size[gte]': 100_000, 'size[lt]': 1_000_001, 'size[lte]': 1_000_000 };
      const filters = { ids: 'tide-pools,sea-wall', ...sizes, unused: 'true', without_alt: 'true' };
      const names = { q: 'tide', q_locale: '*', mime_type: 'image/*', min_revision: 1, locale: 'de' };
      return tell({ query: ONE, each: { ...PAGE, order: '-updated_at', ...names, ...filters } });
    },
  },
  'GET /media/{asset_id}': {
    access: 'viewer',
    example: ({ tell, idOf }) => tell({ path: { asset_id: idOf('ast', 'tide-pools') } }),
  },
  'GET /media/{asset_id}/references': {
    access: 'viewer',
    example: ({ tell, idOf }) =>
      tell({ path: { asset_id: idOf('ast', 'tide-pools') }, query: ONE, each: { ...PAGE, order: 'key' } }),
  },
  'PATCH /media/{asset_id}': {
    access: 'editor',
    body: { title: 'Other' },
    audit: {
      action: 'asset.update',
      events: ['asset.update'],
      change: async (ground) => owners(`/media/${await ground.asset()}`, { title: 'Changed' }),
      keep: async (ground) => owners(`/media/${await ground.asset()}`, { title: 'A file' }),
    },
    example: ({ tell, idOf }) =>
      tell({ path: { asset_id: idOf('ast', 'tide-pools') }, body: { title: { 'en-US': 'Tide pools at noon' } } }),
  },
  'POST /spaces/{space_id}/environments/{environment}/media': {
    access: 'author',
    stalls: { attacks: uploads },
    audit: {
      action: 'asset.create',
      events: ['asset.create'],
      change: async (ground) => ({ path: `${ground.scene.base}/media`, parts: await formOf(A_FILE) }),
    },
    example: async ({ tell }) => {
      const file = { name: 'horizon.svg', bytes: DRAWING };
      const parts = await formOf([
        ['file', file],
        ['key', 'horizon'],
      ]);
      await tell({ parts });
    },
  },
  'GET /assets/{asset_id}/{hash}/{file_name}': {
    access: 'public',
    example: ({ tell, told }) => {
      const { pathname } = new URL(told('POST /spaces/{space_id}/environments/{environment}/media').string('url'));
      const [, , asset_id = '', hash = '', file_name = ''] = pathname.split('/');
      return tell({ path: { asset_id, hash, file_name } });
    },
  },
  'DELETE /media/{asset_id}': {
    access: 'editor',
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'asset.delete',
      events: ['asset.delete'],
      change: async (ground) => owners(`/media/${await ground.asset()}`),
    },
    example: ({ tell, idOf }) => tell({ path: { asset_id: idOf('ast', 'sea-wall') } }),
  },
} satisfies SomeRoutes;
