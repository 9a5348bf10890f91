/** The routes of environments and their aliases. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const environmentRoutes = {
  'GET /spaces/{space_id}/environments': {
    access: 'viewer',
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /spaces/{space_id}/environments/{environment}': {
    access: 'viewer',
    example: {},
  },
  'POST /spaces/{space_id}/environments': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'master' },
    audit: {
      action: 'environment.create',
      events: ['environment.create'],
      change: async (ground) => owners(`${ground.scene.space}/environments`, { name: ground.name('env') }),
    },
    example: { body: { name: 'staging' } },
  },
  'PATCH /spaces/{space_id}/environments/{environment}': {
    access: 'admin',
    wholeSpaceOnly: true,
    body: { model_locked: null },
    audit: {
      action: 'environment.update',
      events: [],
      change: async (ground) =>
        owners(`${ground.scene.space}/environments/${await ground.environment()}`, {
          model_locked: { by: 'a repository' },
        }),
      keep: async (ground) =>
        owners(`${ground.scene.space}/environments/${await ground.environment()}`, { model_locked: null }),
    },
    example: { path: { environment: 'staging' }, body: { model_locked: { by: 'https://github.com/acme/site' } } },
  },
  'DELETE /spaces/{space_id}/environments/{environment}': {
    access: 'developer',
    wholeSpaceOnly: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'environment.delete',
      events: [],
      change: async (ground) => owners(`${ground.scene.space}/environments/${await ground.environment()}`),
    },
    example: { path: { environment: 'staging' } },
  },
  'POST /spaces/{space_id}/environments/{environment}/clone': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'master' },
    audit: {
      action: 'environment.clone',
      // `environment.create` follows once it is ready.
      events: [],
      change: async (ground) => owners(`${ground.scene.space}/environments/master/clone`, { name: ground.name('env') }),
    },
    example: async ({ tell, owner, space }) => {
      await tell({ body: { name: 'redesign' } });
      await owner.delete(`${space}/environments/redesign`, 204);
    },
  },
  'PUT /spaces/{space_id}/environment-aliases/{alias}': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { environment: 'staging' },
    audit: {
      action: 'environment_alias.create',
      events: ['environment.update'],
      change: async (ground) => owners(ground.aliasPath(), { environment: 'master' }),
      keep: async (ground) => {
        const path = ground.aliasPath();
        await ground.owner.put(path, { environment: 'master' }, 201);
        return owners(path, { environment: 'master' });
      },
    },
    example: async ({ tell }) => {
      const request = { path: { alias: 'live' }, body: { environment: 'master' } };
      await tell(request);
      await tell(request);
    },
  },
  'GET /spaces/{space_id}/environment-aliases': {
    access: 'viewer',
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /spaces/{space_id}/environment-aliases/{alias}': {
    access: 'viewer',
    example: { path: { alias: 'live' } },
  },
  'DELETE /spaces/{space_id}/environment-aliases/{alias}': {
    access: 'developer',
    wholeSpaceOnly: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'environment_alias.delete',
      events: ['environment.update'],
      change: async (ground) => {
        const path = ground.aliasPath();
        await ground.owner.put(path, { environment: 'master' }, 201);
        return owners(path);
      },
    },
    example: { path: { alias: 'live' } },
  },
} satisfies SomeRoutes;
