/** The routes of SCIM, which `openapi.json` does not describe: who may use each. */
import Fastify from 'fastify';
import { SCIM_PATH } from '../../src/identity/scim/protocol/resource-url.ts';
import { scimRoutes } from '../../src/identity/scim/routes.ts';
import type { Scim } from '../../src/identity/scim/scim.ts';
import type { Api } from '../../src/platform/http/api.ts';
import type { AccessRow } from './row.ts';

const scimUser = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'eve@example.com' };
const scimGroup = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Everybody' };
const scimPatch = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'remove', path: 'externalId' }],
};

export const scimRows: Readonly<Record<string, AccessRow>> = {
  'GET /scim/v2/ServiceProviderConfig': { access: 'scim' },
  'GET /scim/v2/ResourceTypes': { access: 'scim' },
  'GET /scim/v2/ResourceTypes/User': { access: 'scim' },
  'GET /scim/v2/Schemas': { access: 'scim' },
  'GET /scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User': { access: 'scim' },
  'POST /scim/v2/.search': { access: 'scim', body: {} },
  'POST /scim/v2/Bulk': { access: 'scim', body: {} },
  'GET /scim/v2/Users': { access: 'scim' },
  'POST /scim/v2/Users': { access: 'scim', body: {} },
  'POST /scim/v2/Users/.search': { access: 'scim', body: {} },
  'GET /scim/v2/Users/{id}': { access: 'scim' },
  'PUT /scim/v2/Users/{id}': { access: 'scim', body: scimUser },
  'PATCH /scim/v2/Users/{id}': { access: 'scim', body: scimPatch },
  'DELETE /scim/v2/Users/{id}': { access: 'scim' },
  'GET /scim/v2/Groups': { access: 'scim' },
  'POST /scim/v2/Groups': { access: 'scim', body: {} },
  'POST /scim/v2/Groups/.search': { access: 'scim', body: {} },
  'GET /scim/v2/Groups/{id}': { access: 'scim' },
  'PUT /scim/v2/Groups/{id}': { access: 'scim', body: scimGroup },
  'PATCH /scim/v2/Groups/{id}': { access: 'scim', body: scimPatch },
  'DELETE /scim/v2/Groups/{id}': { access: 'scim' },
};

/** The routes of SCIM as they are registered, by their names in the table. */
export function registeredScimRoutes(): string[] {
  const found: string[] = [];
  const api = Fastify({ exposeHeadRoutes: false });
  api.addHook('onRoute', ({ method, url }) => {
    found.push(`${method} ${SCIM_PATH}${url.replaceAll(/:(\w+)/g, '{id}')}`);
  });
  scimRoutes(api as unknown as Api, {} as Scim);
  return found;
}

/** The name of the registered route that a row is about. */
export function scimRouteOf(name: string): string {
  return name.replace(/(ResourceTypes|Schemas)\/.+/, '$1/{id}');
}
