/** Routes of SCIM groups on the management plane. */
import { Type } from 'typebox';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOfRows } from '../../../platform/http/paging.ts';
import { ScimGroup, ScimGroupChange } from './schema.ts';
import type { ScimGroups } from './scim-groups.ts';
import type { ListedGroup } from './store.ts';

const tags = ['Single sign-on'];
const ofAccount = Type.Object({ account_id: Type.String() });
const ofGroup = Type.Object({ account_id: Type.String(), group_id: Type.String() });
const config = { permission: 'sso.manage' };

export function scimGroupRoutes(api: Api, groups: ScimGroups): void {
  const collection = '/accounts/:account_id/scim-groups';
  const one = `${collection}/:group_id`;
  api.get(collection, { schema: listSchema, config }, async (request, reply) => {
    const { account_id: accountId } = request.params;
    const withMembers = request.query.order?.includes('members') ?? false;
    const rows = await groups.list(request.actor, accountId, withMembers);
    const read = (ids: readonly string[]) => groups.read(accountId, ids);
    return pageOfRows(request, reply, rows, { idOf: ({ id }) => id, order: groupOrder, read });
  });
  api.get(one, { schema: getSchema, config }, async (request, reply) => {
    const { account_id: accountId, group_id: id } = request.params;
    return sendVersioned(reply, await groups.get(request.actor, accountId, id));
  });
  api.patch(one, { schema: changeSchema, config }, async (request, reply) => {
    const { account_id: accountId, group_id: id } = request.params;
    const expected = expectedVersion(request);
    return sendVersioned(reply, await groups.setRole(request.actor, { accountId, id }, request.body, expected));
  });
}

const groupOrder = {
  name: (group: ListedGroup) => group.display_name,
  members: (group: { readonly members: number }) => group.members,
  created_at: (group: ListedGroup) => group.created_at,
  updated_at: (group: ListedGroup) => group.updated_at,
};

const listSchema = {
  summary: 'List the groups of the identity provider',
  tags,
  params: ofAccount,
  querystring: ListQuery,
  response: { 200: PageOf(ScimGroup), ...responses('not_found') },
};

const getSchema = {
  summary: 'Read a group of the identity provider',
  tags,
  params: ofGroup,
  response: { 200: ScimGroup, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Give a group a role',
  description:
    'Its members have the role from their next request on; of several groups, the highest counts. Owners stay owners. Members whose groups stop giving a role get the default role.',
  tags,
  params: ofGroup,
  body: ScimGroupChange,
  response: { 200: ScimGroup, ...responses('not_found', 'version_conflict', 'validation_failed') },
};
