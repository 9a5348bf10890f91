/** The routes that compare and merge environments. */
import { BRANCH, makeBranch } from '../docs/reference/running-demo.ts';
import { PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

/** Of ids in the merged environment. */
const CODE_EXAMPLE = 'k7m2qd';

export const mergeRoutes = {
  'GET /spaces/{space_id}/environments/{environment}/compare': {
    access: 'viewer',
    example: async ({ tell, owner, space, recorder }) => {
      const [, code = ''] = (await makeBranch(owner, space)).split('_');
      recorder.replace(code, CODE_EXAMPLE);
      const each = { ...PAGE, content_types: 'author', entries: 'nadia-brook' };
      await tell({ path: { environment: BRANCH }, query: { to: 'master' }, each });
    },
  },
  'POST /spaces/{space_id}/environments/{environment}/merges': {
    access: 'developer',
    body: { from: 'staging' },
    audit: {
      action: 'entry.create',
      events: ['entry.create'],
      also: ['merge.create'],
      change: async (ground) => owners(`${ground.scene.base}/merges`, { from: await ground.branch(), dry_run: false }),
      keep: async (ground) => owners(`${ground.scene.base}/merges`, { from: await ground.branch() }),
    },
    example: async ({ tell }) => {
      await tell({ body: { from: BRANCH } });
      await tell({ body: { from: BRANCH, dry_run: false } });
    },
  },
  'GET /spaces/{space_id}/environments/{environment}/merges': {
    access: 'viewer',
    example: { each: PAGE },
  },
  'GET /spaces/{space_id}/environments/{environment}/merges/{merge_id}': {
    access: 'viewer',
    example: {},
  },
  'POST /spaces/{space_id}/environments/{environment}/merges/{merge_id}/undo': {
    access: 'developer',
    audit: {
      action: 'entry.delete',
      events: ['entry.delete'],
      also: ['merge.undo'],
      change: async (ground) => {
        const body = { from: await ground.branch(), dry_run: false };
        const merged = await ground.owner.post(`${ground.scene.base}/merges`, body, 201);
        return owners(`${ground.scene.base}/merges/${merged.string('id')}/undo`);
      },
    },
    example: async ({ tell, owner, space }) => {
      await tell();
      await owner.delete(`${space}/environments/${BRANCH}`, 204);
    },
  },
} satisfies SomeRoutes;
