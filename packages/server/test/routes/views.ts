/** The routes of saved views. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const viewRoutes = {
  'POST /spaces/{space_id}/views': {
    // Keys have none of their own, which is no matter of permission.
    access: 'viewer',
    wholeSpaceOnly: true,
    body: { name: 'x', shared: false, query: '', columns: [] },
    audit: {
      action: 'view.create',
      events: [],
      change: async ({ scene }) =>
        owners(`${scene.space}/views`, { name: 'All', shared: true, query: '', columns: [] }),
    },
    example: ({ tell }) => {
      const query = 'status=draft,changed&order=-updated_at';
      const columns = ['title', 'status', 'updated_at'];
      return tell({
        body: { name: 'Waiting for review', shared: true, content_type: 'article', query, columns },
      });
    },
  },
  'GET /spaces/{space_id}/views': {
    access: 'viewer',
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /spaces/{space_id}/views/{view_id}': {
    access: 'viewer',
    example: {},
  },
  'PATCH /spaces/{space_id}/views/{view_id}': {
    access: 'editor',
    wholeSpaceOnly: true,
    body: { name: 'Other' },
    audit: {
      action: 'view.update',
      events: [],
      change: async (ground) => owners(await ground.view(), { query: 'status=changed' }),
      keep: async (ground) => owners(await ground.view(), { columns: ['slug'] }),
    },
    example: { body: { name: 'To review' } },
  },
  'DELETE /spaces/{space_id}/views/{view_id}': {
    access: 'editor',
    wholeSpaceOnly: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'view.delete',
      events: [],
      change: async (ground) => owners(await ground.view()),
    },
    example: {},
  },
} satisfies SomeRoutes;
