/** Members as requests and responses show them. */
import { type Static, Type } from 'typebox';
import { roles } from '../../../../../contract/src/permissions.ts';
import { OrderQuery, PageQuery } from '../../../platform/http/paging.ts';

const SEARCH_LENGTH_MAX = 255;

/** A role in a request. */
export const RoleName = Type.Enum([...roles], {
  description: 'From the weakest to the strongest; each has the permissions of those before it.',
});

export const Member = Type.Object(
  {
    user_id: Type.String(),
    account_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    break_glass: Type.Boolean({
      description: 'Whether the owner may use the account without single sign-on although it is required.',
    }),
    suspended: Type.Boolean({
      description:
        'Whether the identity provider of the account has switched the member off: they cannot use the account.',
    }),
    joined_by: Type.String({
      description: 'How they became a member: sign_up (their sign-up made the account), invitation, sso or scim.',
    }),
    last_seen_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When they last used the account, accurate to a minute.',
    }),
    created_at: Type.String({ description: 'When they became a member.' }),
    version: Type.Integer(),
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

export const MemberQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: SEARCH_LENGTH_MAX, description: 'Words that occur in the name or the address.' }),
    ),
    role: Type.Optional(RoleName),
    ...PageQuery,
    ...OrderQuery,
  },
  { additionalProperties: false },
);
export type MemberQuery = Static<typeof MemberQuery>;

export const MemberChange = Type.Object(
  {
    role: Type.Optional(RoleName),
    break_glass: Type.Optional(
      Type.Boolean({ description: 'Set by owners, on owners. An owner who gets another role loses it.' }),
    ),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'MemberChange' },
);
export type MemberChange = Static<typeof MemberChange>;
