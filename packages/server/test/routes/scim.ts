/** The routes on which an account sets up SCIM. */

import { ONE, once, PAGE } from '../docs/reference/teller.ts';
import { Provider } from '../identity/scim/provider.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

/** The id of a group that a provider has made. */
const editors = once(({ demo, told }) => {
  const token = told('POST /accounts/{account_id}/scim-tokens').string('token');
  return new Provider(demo.url, token).addGroup('Editors');
});

export const scimSettingRoutes = {
  'POST /accounts/{account_id}/scim-tokens': {
    access: 'owner',
    body: { name: 'Okta' },
    audit: {
      action: 'scim_token.create',
      events: [],
      change: async (ground) => owners(`/accounts/${ground.scene.member.accountId}/scim-tokens`, { name: 'Okta' }),
    },
    example: { body: { name: 'Okta' } },
  },
  'GET /accounts/{account_id}/scim-tokens': {
    access: 'owner',
    example: { query: ONE, each: { ...PAGE, order: '-created_at' } },
  },
  'GET /accounts/{account_id}/scim-tokens/{token_id}': {
    access: 'owner',
    example: {},
  },
  'GET /accounts/{account_id}/scim-groups': {
    access: 'owner',
    example: async (teller) => {
      await editors(teller);
      await teller.tell({ query: ONE, each: { ...PAGE, order: 'name' } });
    },
  },
  'GET /accounts/{account_id}/scim-groups/{group_id}': {
    access: 'owner',
    example: async (teller) => teller.tell({ path: { group_id: await editors(teller) } }),
  },
  'PATCH /accounts/{account_id}/scim-groups/{group_id}': {
    access: 'owner',
    body: { role: 'editor' },
    audit: {
      action: 'scim_group.update',
      events: [],
      change: async (ground) => owners(await ground.scimGroup(), { role: 'editor' }),
      keep: async (ground) => owners(await ground.scimGroup(), { role: null }),
    },
    example: async (teller) => {
      await teller.tell({ path: { group_id: await editors(teller) }, body: { role: 'editor' } });
    },
  },
  'DELETE /accounts/{account_id}/scim-tokens/{token_id}': {
    access: 'owner',
    audit: {
      action: 'scim_token.delete',
      events: [],
      change: async ({ scene: { member } }) => {
        const tokens = `/accounts/${member.accountId}/scim-tokens`;
        const { actor } = member;
        return owners(`${tokens}/${(await actor.post(tokens, { name: 'Short' }, 201)).string('id')}`);
      },
    },
    example: {},
  },
} satisfies SomeRoutes;
