/** The routes of preview links. */
import { PAGE } from '../docs/reference/teller.ts';
import { type Ground, owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const MADE = 'POST /spaces/{space_id}/environments/{environment}/change-sets';
const A_WEEK = 604_800;

/** A link, as the path of it. */
async function link({ scene, owner }: Ground): Promise<string> {
  const set = (await owner.post(`${scene.base}/change-sets`, { name: 'Set' }, 201)).string('id');
  const made = await owner.post(`${scene.space}/preview-links`, { change_set: set }, 201);
  return `${scene.space}/preview-links/${made.string('id')}`;
}

export const previewLinkRoutes = {
  'POST /spaces/{space_id}/preview-links': {
    access: 'viewer',
    body: { change_set: '{change_set_id}' },
    audit: {
      action: 'preview_link.create',
      events: [],
      byViewers: true,
      unversioned: true,
      change: async ({ scene, owner }) => {
        const set = (await owner.post(`${scene.base}/change-sets`, { name: 'Set' }, 201)).string('id');
        return owners(`${scene.space}/preview-links`, { change_set: set });
      },
    },
    example: ({ tell, told }) =>
      tell({ body: { change_set: told(MADE).string('id'), expires_in: A_WEEK, password: 'lanterns by the sea' } }),
  },
  'GET /spaces/{space_id}/preview-links': {
    access: 'viewer',
    example: ({ tell }) => tell({ each: { ...PAGE, order: '-created_at', entry: 'ent_k3x9q2_hello' } }),
  },
  'GET /spaces/{space_id}/preview-links/{preview_link_id}': { access: 'viewer', example: {} },
  'DELETE /spaces/{space_id}/preview-links/{preview_link_id}': {
    // Their own; those of others take an editor.
    access: 'editor',
    destructive: true,
    audit: {
      action: 'preview_link.delete',
      events: [],
      unversioned: true,
      change: async (ground) => owners(await link(ground)),
    },
    example: {},
  },
} satisfies SomeRoutes;
