/** Accounts as requests and responses show them. */
import { type Static, Type } from 'typebox';
import { NameText } from '../../platform/http/name-text.ts';

const NAME_LENGTH_MAX = 255;
const switches = ['on', 'off'] as const;
const secondFactorRules = ['optional', 'required'] as const;

/** The name of an account. */
export const accountName = NameText(NAME_LENGTH_MAX);

const shown = {
  id: Type.String(),
  name: Type.String(),
  role: Type.String({ description: 'Your role in the account.' }),
  suspended: Type.Boolean({
    description: 'Whether it is suspended, for a late payment or by the operator.',
  }),
};

/** An account as shown with its user. */
export const AccountOfPerson = Type.Object(shown, { title: 'AccountOfPerson' });
export type AccountOfPerson = Static<typeof AccountOfPerson>;

export const Account = Type.Object(
  {
    ...shown,
    second_factor: Type.Enum([...secondFactorRules], {
      description: 'Whether every member needs a second factor to use the account.',
    }),
    ai: Type.Enum([...switches], { description: 'Whether AI helpers may be used in the account.' }),
    deletion_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When the account will be deleted with everything in it; null unless an owner asked for it.',
    }),
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
    second_factor: Type.Optional(
      Type.Enum([...secondFactorRules], {
        description: 'Set by owners. With `required`, members without a second factor can only set one up.',
      }),
    ),
    ai: Type.Optional(
      Type.Enum([...switches], { description: '`off` switches AI helpers off for the whole account.' }),
    ),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'AccountChange' },
);
export type AccountChange = Static<typeof AccountChange>;
