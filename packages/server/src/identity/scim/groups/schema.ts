/** SCIM groups as the management plane shows them: an owner gives them roles. */
import { type Static, Type } from 'typebox';
import { roles } from '../../../../../contract/src/permissions.ts';

/** A group may give any role except `owner`. */
const groupRoles = roles.filter((role) => role !== 'owner');

export const ScimGroup = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    name: Type.String({ description: 'As the identity provider calls it.' }),
    external_id: Type.Union([Type.String(), Type.Null()], { description: 'The identity provider’s own id.' }),
    role: Type.Union([Type.String(), Type.Null()], { description: 'The role of its members; null if it gives none.' }),
    members: Type.Integer({ description: 'How many there are.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
    version: Type.Integer(),
  },
  { title: 'ScimGroup' },
);
export type ScimGroup = Static<typeof ScimGroup>;

export const ScimGroupChange = Type.Object(
  {
    role: Type.Union([Type.Enum(groupRoles), Type.Null()], {
      description: `${groupRoles.join(', ')}; null for none. A member has the highest role of their groups.`,
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'ScimGroupChange' },
);
export type ScimGroupChange = Static<typeof ScimGroupChange>;
