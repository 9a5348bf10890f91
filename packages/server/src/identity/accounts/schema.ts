/** Accounts as requests and responses show them. */
import { type Static, Type } from 'typebox';
import { NameText } from '../../platform/http/name-text.ts';

const NAME_LENGTH_MAX = 255;

/** The name of an account. */
export const accountName = NameText(NAME_LENGTH_MAX);

const shown = {
  id: Type.String(),
  name: Type.String(),
  role: Type.String({ description: 'Your role in the account.' }),
};

/** An account as shown with its user. */
export const AccountOfPerson = Type.Object(shown, { title: 'AccountOfPerson' });
export type AccountOfPerson = Static<typeof AccountOfPerson>;

export const Account = Type.Object(
  {
    ...shown,
    suspended: Type.Boolean(),
    created_at: Type.String(),
    updated_at: Type.String(),
    version: Type.Integer(),
  },
  { title: 'Account' },
);
export type Account = Static<typeof Account>;

export const AccountChange = Type.Object(
  {
    name: Type.Optional(accountName),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'AccountChange' },
);
export type AccountChange = Static<typeof AccountChange>;
