/** Routes of the members of an account. */

import { Type } from 'typebox';
import { roles } from '../../../../../contract/src/permissions.ts';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { PageOf, pageInIdOrder, pageOf } from '../../../platform/http/paging.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import type { Members } from './members.ts';
import { Member, MemberChange, MemberQuery } from './schema.ts';
import type { MemberRow } from './store.ts';

const tags = ['Accounts'];
const ofAccount = Type.Object({ account_id: Type.String() });
const ofMember = Type.Object({ account_id: Type.String(), user_id: Type.String() });

export function memberRoutes(api: Api, members: Members): void {
  const collection = '/accounts/:account_id/members';
  const one = `${collection}/:user_id`;
  const listing = { permission: 'member.read', session: 'billing' } as const;
  api.get(collection, { schema: listSchema, config: listing }, async (request, reply) => {
    const { q, role, order } = request.query;
    if (q === undefined && order === undefined) {
      const read = (wanted: RowsWanted) => members.page(request.actor, request.params.account_id, { ...wanted, role });
      return pageInIdOrder(request, reply, { idOf: (member) => member.user_id, read });
    }
    const rows = await members.list(request.actor, request.params.account_id, { q, role });
    const page = pageOf(request, reply, rows, { idOf: (member) => member.user_id, order: memberOrder });
    return { ...page, items: page.items.map((row) => members.show(row)) };
  });
  api.get(one, { schema: getSchema, config: { permission: 'member.read' } }, async (request, reply) => {
    return sendVersioned(reply, await members.get(request.actor, addressOf(request.params)));
  });
  api.patch(one, { schema: changeSchema, config: { permission: 'member.manage' } }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await members.update(request.actor, addressOf(request.params), request.body, expected));
  });
  // Everybody may leave; the rules reject any other removal.
  api.delete(one, { schema: deleteSchema, config: { permission: 'member.read' } }, async (request, reply) => {
    await members.remove(request.actor, addressOf(request.params), expectedVersion(request));
    return reply.code(204).send(null);
  });
}

function addressOf(params: { account_id: string; user_id: string }) {
  return { accountId: params.account_id, userId: params.user_id };
}

const memberOrder = {
  name: (member: MemberRow) => member.name,
  email: (member: MemberRow) => member.email,
  role: (member: MemberRow) => (roles as readonly string[]).indexOf(member.role),
  last_seen_at: (member: MemberRow) => member.last_seen_at,
  created_at: (member: MemberRow) => member.created_at,
};

const listSchema = {
  summary: 'List the members of the account',
  description: '`order=role` begins with the weakest.',
  tags,
  params: ofAccount,
  querystring: MemberQuery,
  response: { 200: PageOf(Member), ...responses('not_found') },
};

const getSchema = {
  summary: 'Read a member',
  tags,
  params: ofMember,
  response: { 200: Member, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Change the role of a member',
  description:
    'Nobody can give a role above their own, or change a member who has one (403). The last owner stays (409). It applies from the member’s next request.',
  tags,
  params: ofMember,
  body: MemberChange,
  response: { 200: Member, ...responses('not_found', 'version_conflict', 'conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Remove a member, or leave',
  description:
    'Everybody may remove themselves; others are removed by admins, owners by owners. The last owner stays (409). Their sessions in the account end at once; keys, webhooks and content that they made stay.',
  tags,
  params: ofMember,
  response: { 204: noContent, ...responses('not_found', 'version_conflict', 'conflict') },
};
