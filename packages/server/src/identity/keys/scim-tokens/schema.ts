/** SCIM tokens as requests and responses show them. The token itself is only in the response that creates it. */
import { type Static, Type } from 'typebox';
import { NameText } from '../../../platform/http/name-text.ts';

const NAME_LENGTH_MAX = 255;

export const NewScimToken = Type.Object(
  { name: NameText(NAME_LENGTH_MAX, { description: 'Which identity provider uses it.' }) },
  { additionalProperties: false, title: 'NewScimToken' },
);
export type NewScimToken = Static<typeof NewScimToken>;

const shown = {
  id: Type.String(),
  account_id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'How every SCIM token starts.' }),
  last_four: Type.String({ description: 'How the token ends.' }),
  last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'Accurate to a minute.' }),
  created_at: Type.String(),
  created_by: Type.String(),
  version: Type.Integer(),
};

export const ScimToken = Type.Object(shown, { title: 'ScimToken' });
export type ScimToken = Static<typeof ScimToken>;

export const ScimTokenWithToken = Type.Object(
  {
    ...shown,
    token: Type.String({ description: 'The token, shown only once: paste it into the identity provider.' }),
  },
  { title: 'ScimTokenWithToken' },
);
export type ScimTokenWithToken = Static<typeof ScimTokenWithToken>;
