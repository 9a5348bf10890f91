/** The routes of spaces. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const spaceRoutes = {
  'GET /spaces': {
    access: 'viewer',
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /spaces/{space_id}': {
    access: 'viewer',
    example: {},
  },
  'PATCH /spaces/{space_id}': {
    access: 'admin',
    wholeSpaceOnly: true,
    body: { name: 'Other' },
    audit: {
      action: 'space.update',
      events: [],
      change: async (ground) => owners(ground.scene.space, { name: ground.name('space') }),
      keep: async (ground) => owners(ground.scene.space, {}),
    },
    example: { body: { name: 'Saltmarsh Journal' } },
  },
  'POST /spaces': {
    access: 'admin',
    sessionsOnly: true,
    body: { name: 'Space' },
    audit: {
      action: 'space.create',
      events: [],
      change: async (ground) => owners('/spaces', { name: ground.name('space') }),
    },
    example: { body: { name: 'Magazine', default_locale: 'en-US' } },
  },
  'DELETE /spaces/{space_id}': {
    access: 'owner',
    destructive: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'space.delete',
      events: [],
      change: async (ground) =>
        owners(`/spaces/${(await ground.owner.post('/spaces', { name: 'Gone' }, 201)).string('id')}`),
    },
    example: ({ tell, told }) => tell({ path: { space_id: told('POST /spaces').string('id') } }),
  },
} satisfies SomeRoutes;
