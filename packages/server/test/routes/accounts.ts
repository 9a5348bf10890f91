/** The routes of accounts and their audit. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const accountRoutes = {
  'GET /accounts': {
    access: 'viewer',
    sessionsOnly: true,
    example: { query: ONE, each: { ...PAGE, order: '-name' } },
  },
  'GET /accounts/{account_id}': {
    access: 'viewer',
    sessionsOnly: true,
    example: {},
  },
  'PATCH /accounts/{account_id}': {
    access: 'admin',
    sessionsOnly: true,
    body: { name: 'House' },
    audit: {
      action: 'account.update',
      events: [],
      change: async (ground) => owners(`/accounts/${ground.scene.member.accountId}`, { name: ground.name('Account') }),
      keep: async (ground) => owners(`/accounts/${ground.scene.member.accountId}`, {}),
    },
    example: { body: { name: 'Harbour Press' } },
  },
  'GET /accounts/{account_id}/audit': {
    access: 'admin',
    sessionsOnly: true,
    example: ({ tell, demo, ids }) =>
      tell({
        // How many records an import leaves depends on how fast it is.
        query: { ...ONE, action: 'space.create' },
        each: {
          action: 'entry.create',
          actor: ids.user,
          space_id: demo.space,
          target: ids.user,
          since: '2026-07-01T00:00:00.000Z',
          until: '2100-01-01T00:00:00.000Z',
          order: '-at',
          ...PAGE,
        },
      }),
  },
  'GET /accounts/{account_id}/audit/records/{record_id}': {
    access: 'admin',
    sessionsOnly: true,
    example: ({ tell, told }) =>
      tell({ path: { record_id: told('GET /accounts/{account_id}/audit').string('items.0.id') } }),
  },
  'GET /accounts/{account_id}/audit/seal': {
    access: 'admin',
    sessionsOnly: true,
    example: {},
  },
  'DELETE /accounts/{account_id}': {
    access: 'owner',
    sessionsOnly: true,
    destructive: true,
    stalls: { as: 'nobody' },
    audit: {
      action: 'account.delete',
      events: [],
      change: async (ground) => {
        const { actor, accountId } = await ground.member();
        return { path: `/accounts/${accountId}`, by: actor };
      },
      keep: async (ground) => {
        const { actor, accountId } = await ground.member();
        await actor.delete(`/accounts/${accountId}`, 200);
        return { path: `/accounts/${accountId}`, by: actor };
      },
    },
    example: {},
  },
  'POST /accounts/{account_id}/restore': {
    access: 'owner',
    sessionsOnly: true,
    audit: {
      action: 'account.restore',
      events: [],
      change: async (ground) => {
        const { actor, accountId } = await ground.member();
        await actor.delete(`/accounts/${accountId}`, 200);
        return { path: `/accounts/${accountId}/restore`, by: actor };
      },
      keep: async (ground) => owners(`/accounts/${ground.scene.member.accountId}/restore`),
    },
    example: { body: {} },
  },
} satisfies SomeRoutes;
