/** Invitations as requests and responses show them. The token is only in the response that makes it. */
import { type Static, Type } from 'typebox';
import { OrderQuery, PageQuery } from '../../../platform/http/paging.ts';
import { RoleName } from '../members/schema.ts';

const EMAIL_LENGTH_MAX = 254;
const TOKEN_LENGTH_MAX = 4_096;

export const invitationStates = ['open', 'accepted', 'expired', 'withdrawn'] as const;

export const NewInvitation = Type.Object(
  {
    email: Type.String({ maxLength: EMAIL_LENGTH_MAX }),
    role: RoleName,
  },
  { additionalProperties: false, title: 'NewInvitation' },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const InvitationChange = Type.Object(
  {
    role: Type.Optional(RoleName),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'InvitationChange' },
);
export type InvitationChange = Static<typeof InvitationChange>;

const shown = {
  id: Type.String(),
  account_id: Type.String(),
  email: Type.String(),
  role: Type.String(),
  state: Type.Enum([...invitationStates], {
    description: 'Withdrawn also where whoever invited could not do so any more.',
  }),
  invited_by: Type.Object(
    {
      id: Type.String(),
      name: Type.Union([Type.String(), Type.Null()]),
      email: Type.Union([Type.String(), Type.Null()]),
    },
    { description: 'Who invited, or last changed or resent the invitation.' },
  ),
  accepted_by: Type.Union([Type.String(), Type.Null()], { description: 'Id of the user who accepted it.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
  expires_at: Type.String(),
  version: Type.Integer(),
};

export const Invitation = Type.Object(shown, { title: 'Invitation' });
export type Invitation = Static<typeof Invitation>;

export const InvitationWithToken = Type.Object(
  {
    ...shown,
    token: Type.String({ description: 'Accepts the invitation, like the link in the mail. Shown only this once.' }),
    mailed: Type.Boolean({
      description:
        'Whether the invitation is also mailed. Without a mail server it is not: hand over the link with `token`.',
    }),
  },
  { title: 'InvitationWithToken' },
);
export type InvitationWithToken = Static<typeof InvitationWithToken>;

export const InvitationQuery = Type.Object(
  { state: Type.Optional(Type.Enum([...invitationStates])), ...PageQuery, ...OrderQuery },
  { additionalProperties: false },
);

export const AcceptRequest = Type.Object(
  { token: Type.String({ maxLength: TOKEN_LENGTH_MAX, description: 'From the mail, or from whoever invited.' }) },
  { additionalProperties: false, title: 'AcceptRequest' },
);
