/** Routes of invitations: those of an account, and accepting one. */

import { Type } from 'typebox';
import { roles } from '../../../../../contract/src/permissions.ts';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { PageOf, pageInIdOrder, pageOfRows } from '../../../platform/http/paging.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import { asPerson } from '../../actors/actors.ts';
import { Account } from '../schema.ts';
import type { Acceptance } from './acceptance.ts';
import type { InvitationState } from './invitation.ts';
import type { Invitations } from './invitations.ts';
import {
  AcceptRequest,
  Invitation,
  InvitationChange,
  InvitationQuery,
  InvitationWithToken,
  NewInvitation,
} from './schema.ts';
import type { ListedInvitation } from './store.ts';

const tags = ['Accounts'];
const PERMISSION = 'invitation.manage';
const ofAccount = Type.Object({ account_id: Type.String() });
const ofInvitation = Type.Object({ account_id: Type.String(), invitation_id: Type.String() });
const collection = '/accounts/:account_id/invitations';
const one = `${collection}/:invitation_id`;

export interface InvitationRouteParts {
  readonly invitations: Invitations;
  readonly acceptance: Acceptance;
}

export function invitationRoutes(api: Api, parts: InvitationRouteParts): void {
  listRoutes(api, parts);
  oneInvitationRoutes(api, parts);
  api.post(
    '/invitations/accept',
    { schema: acceptSchema, config: { loggedIn: true, session: 'anything' } },
    async (request, reply) => {
      const person = asPerson(request.actor, 'account.read');
      return sendVersioned(reply, await parts.acceptance.accept(person, request.body.token));
    },
  );
}

function listRoutes(api: Api, { invitations }: InvitationRouteParts): void {
  api.get(collection, { schema: listSchema, config: { permission: PERMISSION } }, async (request, reply) => {
    const { actor, params, query } = request;
    const idOf = ({ id }: { id: string }) => id;
    if (query.order === undefined && query.state === undefined) {
      const read = (wanted: RowsWanted) => invitations.page(actor, params.account_id, wanted);
      return pageInIdOrder(request, reply, { idOf, read });
    }
    const rows = await invitations.list(actor, params.account_id, query.state);
    const read = (ids: readonly string[]) => invitations.read(params.account_id, ids);
    return pageOfRows(request, reply, rows, { idOf, order: invitationOrder, read });
  });
  api.post(
    collection,
    { schema: createSchema, config: { permission: PERMISSION, location: `${collection}/:id` } },
    async (request, reply) => {
      const made = await invitations.create(request.actor, request.params.account_id, request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
}

function oneInvitationRoutes(api: Api, { invitations }: InvitationRouteParts): void {
  const config = { permission: PERMISSION };
  api.get(one, { schema: getSchema, config }, async (request, reply) => {
    return sendVersioned(reply, await invitations.get(request.actor, addressOf(request.params)));
  });
  api.patch(one, { schema: changeSchema, config }, async (request, reply) => {
    const expected = expectedVersion(request);
    const changed = await invitations.update(request.actor, addressOf(request.params), request.body, expected);
    return sendVersioned(reply, changed);
  });
  api.delete(one, { schema: deleteSchema, config }, async (request, reply) => {
    await invitations.withdraw(request.actor, addressOf(request.params), expectedVersion(request));
    return reply.code(204).send(null);
  });
  api.post(`${one}/resend`, { schema: resendSchema, config }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await invitations.resend(request.actor, addressOf(request.params), expected));
  });
}

function addressOf(params: { account_id: string; invitation_id: string }) {
  return { accountId: params.account_id, id: params.invitation_id };
}

type SortedInvitation = ListedInvitation & { readonly state: InvitationState };

const invitationOrder = {
  email: (invitation: SortedInvitation) => invitation.email,
  role: (invitation: SortedInvitation) => (roles as readonly string[]).indexOf(invitation.role),
  state: (invitation: SortedInvitation) => invitation.state,
  created_at: (invitation: SortedInvitation) => invitation.created_at,
  expires_at: (invitation: SortedInvitation) => invitation.expires_at,
};

const listSchema = {
  summary: 'List the invitations of the account',
  description: 'Each stays listed until 90 days after its expiry.',
  tags,
  params: ofAccount,
  querystring: InvitationQuery,
  response: { 200: PageOf(Invitation), ...responses('not_found') },
};

const createSchema = {
  summary: 'Invite somebody',
  description:
    'Mails a link that works once, for 7 days. `token` does what the link does, and is shown only in this response. Nobody invites to a role above their own (403). A member and an address with an open invitation are 409. Mails of invitations are limited (429 with the scope `invitation`).',
  tags,
  params: ofAccount,
  body: NewInvitation,
  response: {
    201: InvitationWithToken,
    ...responses('not_found', 'conflict', 'idempotency_conflict', 'validation_failed', 'api_quota_exceeded'),
  },
};

const getSchema = {
  summary: 'Read an invitation',
  tags,
  params: ofInvitation,
  response: { 200: Invitation, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Change the role of an invitation',
  description: 'Of one that is open or expired (else 409).',
  tags,
  params: ofInvitation,
  body: InvitationChange,
  response: { 200: Invitation, ...responses('not_found', 'version_conflict', 'conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Withdraw an invitation',
  description:
    'Its link stops working at once, and its mail is not sent if it was not yet. It stays listed as withdrawn.',
  tags,
  params: ofInvitation,
  response: { 204: noContent, ...responses('not_found', 'version_conflict', 'conflict') },
};

const resendSchema = {
  summary: 'Resend an invitation',
  description:
    'Mails a new link that works for another 7 days, and returns a new `token`; the old ones stop working. An expired invitation is open again. At most 3 times a day each (429).',
  tags,
  params: ofInvitation,
  response: {
    200: InvitationWithToken,
    ...responses('not_found', 'version_conflict', 'conflict', 'idempotency_conflict', 'api_quota_exceeded'),
  },
};

const acceptSchema = {
  summary: 'Accept an invitation',
  description:
    'Makes you a member of the account that the invitation is to; then switch to it. It has to be to your address; to anybody else it is 404. Without a user, sign up with `invitation_token`; with one that belongs to no account, log in with it.',
  tags,
  body: AcceptRequest,
  response: {
    200: Account,
    ...responses('plan_limit_reached', 'not_found', 'idempotency_conflict', 'validation_failed'),
  },
};
