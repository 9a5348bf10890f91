/** The routes of locales. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const localeRoutes = {
  'GET /spaces/{space_id}/locales': {
    access: 'viewer',
    example: { query: ONE, each: { ...PAGE, order: '-code' } },
  },
  'GET /spaces/{space_id}/locales/{locale_id}': {
    access: 'viewer',
    example: ({ tell, ids }) => tell({ path: { locale_id: ids.germanLocale } }),
  },
  'PATCH /spaces/{space_id}/locales/{locale_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'Other' },
    audit: {
      action: 'locale.update',
      events: ['environment.update'],
      change: async (ground) => owners(`${ground.scene.space}/locales/${await ground.locale()}`, { name: 'Ours' }),
      keep: async (ground) => owners(`${ground.scene.space}/locales/${await ground.locale()}`, { optional: false }),
    },
    example: ({ tell, ids }) => tell({ path: { locale_id: ids.germanLocale }, body: { name: 'German' } }),
  },
  'POST /spaces/{space_id}/locales': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { code: 'en-US' },
    audit: {
      action: 'locale.create',
      events: ['environment.update'],
      change: async (ground) => owners(`${ground.scene.space}/locales`, { code: ground.localeCode() }),
    },
    example: { body: { code: 'fr', name: 'French', fallback: 'en-US' } },
  },
  'DELETE /spaces/{space_id}/locales/{locale_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'locale.delete',
      events: ['environment.update'],
      change: async (ground) => owners(`${ground.scene.space}/locales/${await ground.locale()}`),
    },
    example: {},
  },
} satisfies SomeRoutes;
