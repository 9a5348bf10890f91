/** The routes of migrations. */
import { PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const NAME = '0001-split-names';

export const migrationRoutes = {
  'PUT /spaces/{space_id}/environments/{environment}/migrations/{name}': {
    access: 'developer',
    body: { state: 'preparing' },
    audit: {
      action: 'migration.create',
      events: [],
      change: async (ground) =>
        owners(`${ground.scene.base}/migrations/${ground.name('migration')}`, { state: 'preparing' }),
      keep: async (ground) => {
        const path = `${ground.scene.base}/migrations/${ground.name('migration')}`;
        await ground.owner.put(path, { state: 'done' }, 201);
        return owners(path, { state: 'done' });
      },
    },
    example: async ({ tell }) => {
      await tell({ path: { name: NAME }, body: { state: 'preparing' } });
      await tell({
        path: { name: NAME },
        body: { state: 'done', progress: { batches: [] }, checksum: 'b7e2c1', version: 1 },
      });
    },
  },
  'GET /spaces/{space_id}/environments/{environment}/migrations': {
    access: 'viewer',
    example: { each: { ...PAGE, order: '-updated_at' } },
  },
  'GET /spaces/{space_id}/environments/{environment}/migrations/{name}': {
    access: 'viewer',
    example: { path: { name: NAME } },
  },
} satisfies SomeRoutes;
