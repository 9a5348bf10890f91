/** The routes of API keys. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const keyRoutes = {
  'GET /spaces/{space_id}/api-keys': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /spaces/{space_id}/requests': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: ({ tell, ids }) =>
      tell({
        query: ONE,
        each: {
          ...PAGE,
          order: '-failed,-at',
          failed: true,
          key: ids.previewKey,
          plane: 'management',
          path: 'entries',
        },
      }),
  },
  'GET /spaces/{space_id}/api-keys/{key_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    example: ({ tell, ids }) => tell({ path: { key_id: ids.previewKey } }),
  },
  'PATCH /spaces/{space_id}/api-keys/{key_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'Other' },
    audit: {
      action: 'api_key.update',
      events: [],
      change: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}`, { name: 'renamed' }),
      keep: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}`, { name: 'a key' }),
    },
    example: ({ tell, ids }) => tell({ path: { key_id: ids.previewKey }, body: { name: 'Preview of the site' } }),
  },
  'POST /spaces/{space_id}/api-keys': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'key', kind: 'delivery' },
    audit: {
      action: 'api_key.create',
      events: [],
      change: async (ground) => owners(`${ground.scene.space}/api-keys`, { name: 'new', kind: 'preview' }),
    },
    example: { body: { name: 'Website', kind: 'delivery' } },
  },
  'POST /spaces/{space_id}/api-keys/{key_id}/rotate': {
    access: 'developer',
    wholeSpaceOnly: true,
    audit: {
      action: 'api_key.rotate',
      events: [],
      change: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}/rotate`),
    },
    example: { body: {} },
  },
  'DELETE /spaces/{space_id}/api-keys/{key_id}': {
    access: 'developer',
    wholeSpaceOnly: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'api_key.delete',
      events: [],
      change: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}`),
    },
    example: {},
  },
} satisfies SomeRoutes;
