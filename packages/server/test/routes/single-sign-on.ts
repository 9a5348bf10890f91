/** The routes of single sign-on. */

import { provenDomain } from '../docs/reference/running-demo.ts';
import { ONE, once, PAGE } from '../docs/reference/teller.ts';
import { newCode } from '../identity/sso-log-in.ts';
import { someones } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const CONNECTION = {
  protocol: 'oidc',
  default_role: 'editor',
  role_claim: 'groups',
  role_mapping: { developers: 'developer' },
  oidc: { issuer: 'https://id.example.com', client_id: 'lectern', client_secret: 'seven-lanterns-at-sea' },
};

/** A domain whose record is published. */
const proven = once(({ owner, ids, dns }) => provenDomain(owner, ids.account, dns));

export const singleSignOnRoutes = {
  'POST /accounts/{account_id}/sso': {
    access: 'owner',
    sessionsOnly: true,
    body: { protocol: 'oidc' },
    audit: {
      action: 'sso_connection.create',
      events: [],
      change: async (ground) => {
        const { actor: by, accountId } = await ground.member();
        const oidc = { issuer: 'https://provider.invalid', client_id: 'lectern' };
        return { path: `/accounts/${accountId}/sso`, by, parts: { body: { protocol: 'oidc', oidc } } };
      },
    },
    example: { body: CONNECTION },
  },
  'GET /accounts/{account_id}/sso': {
    access: 'owner',
    sessionsOnly: true,
    example: {},
  },
  'PATCH /accounts/{account_id}/sso': {
    access: 'owner',
    sessionsOnly: true,
    body: { default_role: 'editor' },
    audit: {
      action: 'sso_connection.update',
      events: [],
      change: async (ground) => {
        const { owner, path } = await ground.connected();
        return { path, by: owner.actor, parts: { body: { default_role: 'editor' } } };
      },
      keep: async (ground) => {
        const { owner, path } = await ground.connected();
        return { path, by: owner.actor, parts: { body: { oidc: { client_secret: 'a secret' } } } };
      },
    },
    example: { body: { default_role: 'author' } },
  },
  'GET /accounts/{account_id}/sso/setup': {
    access: 'owner',
    sessionsOnly: true,
    example: {},
  },
  'POST /accounts/{account_id}/sso/test': {
    access: 'owner',
    sessionsOnly: true,
    audit: {
      action: 'sso_connection.test',
      events: [],
      unversioned: true,
      change: async (ground) => {
        const { owner, path } = await ground.connected();
        return { path: `${path}/test`, by: owner.actor };
      },
    },
    example: {},
  },
  'GET /accounts/{account_id}/sso/test/{test_id}': {
    access: 'owner',
    sessionsOnly: true,
    example: async (teller) => {
      const test_id = teller.told('POST /accounts/{account_id}/sso/test').string('id');
      await teller.tell({ path: { test_id } });
    },
  },
  'GET /accounts/{account_id}/sso/metadata': {
    access: 'public',
    example: {},
  },
  'POST /accounts/{account_id}/sso/domains': {
    access: 'owner',
    sessionsOnly: true,
    body: { domain: 'example.com' },
    audit: {
      action: 'sso_domain.create',
      events: [],
      change: async (ground) => {
        const { actor: by, accountId } = await ground.member();
        return { path: `/accounts/${accountId}/sso/domains`, by, parts: { body: { domain: 'company.example' } } };
      },
    },
    example: async (teller) => {
      await proven(teller);
      await teller.tell({ body: { domain: 'example.com' } });
    },
  },
  'GET /accounts/{account_id}/sso/domains': {
    access: 'owner',
    sessionsOnly: true,
    example: { query: ONE, each: { ...PAGE, order: '-domain' } },
  },
  'GET /accounts/{account_id}/sso/domains/{domain}': {
    access: 'owner',
    sessionsOnly: true,
    example: async (teller) => teller.tell({ path: { domain: await proven(teller) } }),
  },
  'POST /accounts/{account_id}/sso/domains/{domain}/verify': {
    access: 'owner',
    sessionsOnly: true,
    audit: {
      action: 'sso_domain.verify',
      events: [],
      change: async (ground) => {
        const { owner, domain } = await ground.connected();
        await ground.publishRecord(owner, domain);
        return { path: `${domain}/verify`, by: owner.actor };
      },
      keep: async (ground) => {
        const { owner, domain } = await ground.connected();
        await ground.publishRecord(owner, domain);
        await owner.actor.post(`${domain}/verify`, undefined, 200);
        return { path: `${domain}/verify`, by: owner.actor };
      },
    },
    example: async (teller) => teller.tell({ path: { domain: await proven(teller) }, body: {} }),
  },
  'POST /auth/sso/discover': {
    access: 'public',
    body: { email: 'a@example.com' },
    audit: {
      action: 'nothing',
      records: 0,
      events: [],
      change: async (ground) => someones(ground.nobody, '/auth/sso/discover', { email: 'ann@example.com' }),
    },
    example: { body: { email: 'ann@example.com' } },
  },
  'POST /auth/sso/exchange': {
    access: 'public',
    body: { code: 'x' },
    audit: {
      action: 'session.create',
      events: [],
      change: async (ground) => someones(ground.nobody, '/auth/sso/exchange', { code: await newCode(ground.url) }),
    },
    example: async ({ tell, demo }) => tell({ body: { code: await newCode(demo.url, 'edith@example.com') } }),
  },
  'DELETE /accounts/{account_id}/sso/domains/{domain}': {
    access: 'owner',
    sessionsOnly: true,
    audit: {
      action: 'sso_domain.delete',
      events: [],
      change: async (ground) => {
        const { owner, domain } = await ground.connected();
        return someones(owner.actor, domain);
      },
    },
    example: async (teller) => {
      await teller.tell({ path: { domain: 'example.com' } });
      await teller.owner.delete(`/accounts/${teller.ids.account}/sso/domains/${await proven(teller)}`, 204);
    },
  },
  'DELETE /accounts/{account_id}/sso': {
    access: 'owner',
    sessionsOnly: true,
    audit: {
      action: 'sso_connection.delete',
      events: [],
      change: async (ground) => {
        const { owner, path } = await ground.connected();
        return { path, by: owner.actor };
      },
    },
    example: {},
  },
} satisfies SomeRoutes;
