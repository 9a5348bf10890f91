/** Users as requests and responses show them. A password is never in a response. */
import { type Static, Type } from 'typebox';
import { NameText } from '../../../platform/http/name-text.ts';
import { AccountOfPerson, accountName } from '../../accounts/schema.ts';
import { ApiKey } from '../../keys/schema.ts';
import { User } from '../schema.ts';
import { inCookie } from '../sessions/schema.ts';

const NAME_LENGTH_MAX = 255;
const EMAIL_LENGTH_MAX = 254;
const TOKEN_LENGTH_MAX = 4_096;

const name = NameText(NAME_LENGTH_MAX);
const email = Type.String({ maxLength: EMAIL_LENGTH_MAX });
/**
 * Far more than any password has; the rules limit the length further. This bound protects Unicode normalisation, which is slow on
 * very long text.
 */
const PASSWORD_LENGTH_MAX = 1_024;
const password = Type.String({
  maxLength: PASSWORD_LENGTH_MAX,
  description: '8 to 128 characters, not a common one.',
});

const invitationToken = Type.String({
  maxLength: TOKEN_LENGTH_MAX,
  description: 'Of an invitation to this address: makes you a member of the account it is to.',
});

export const SignUpRequest = Type.Object(
  {
    email,
    password,
    name: Type.Optional(name),
    account_name: Type.Optional(accountName),
    invitation_token: Type.Optional(invitationToken),
    refresh: inCookie,
  },
  { additionalProperties: false, title: 'SignUpRequest' },
);
export type SignUpRequest = Static<typeof SignUpRequest>;

export const LogInRequest = Type.Object(
  {
    email,
    password: Type.String({ maxLength: PASSWORD_LENGTH_MAX }),
    invitation_token: Type.Optional(invitationToken),
    refresh: inCookie,
  },
  { additionalProperties: false, title: 'LogInRequest' },
);
export type LogInRequest = Static<typeof LogInRequest>;

export const ForgotPasswordRequest = Type.Object(
  { email },
  { additionalProperties: false, title: 'ForgotPasswordRequest' },
);

export const ResetPasswordRequest = Type.Object(
  {
    token: Type.String({ maxLength: TOKEN_LENGTH_MAX, description: 'From the mail; works once, for an hour.' }),
    password,
  },
  { additionalProperties: false, title: 'ResetPasswordRequest' },
);
export type ResetPasswordRequest = Static<typeof ResetPasswordRequest>;

export const VerifyEmailRequest = Type.Object(
  { token: Type.String({ maxLength: TOKEN_LENGTH_MAX, description: 'From the mail.' }) },
  { additionalProperties: false, title: 'VerifyEmailRequest' },
);

export const ProfileChange = Type.Object(
  {
    name: Type.Optional(name),
    password: Type.Optional(password),
    current_password: Type.Optional(
      Type.String({ maxLength: PASSWORD_LENGTH_MAX, description: 'Required to change the password.' }),
    ),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'ProfileChange' },
);
export type ProfileChange = Static<typeof ProfileChange>;

export const UserDeletionRequest = Type.Object(
  {
    password: Type.String({ maxLength: PASSWORD_LENGTH_MAX, description: 'The current password.' }),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'UserDeletionRequest' },
);

/** A logged-in person. */
export const Me = Type.Object(
  {
    user: User,
    account: AccountOfPerson,
    accounts: Type.Array(AccountOfPerson, { description: 'All accounts that the person belongs to.' }),
    permissions: Type.Array(Type.String(), { description: 'What the person may do in the account.' }),
    deletion_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When the user will be deleted; null unless they asked for it.',
    }),
    version: Type.Integer({ description: 'Version of the user.' }),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

/** A management key as its own user. */
export const MeAsKey = Type.Object(
  {
    key: ApiKey,
    space: Type.Object({ id: Type.String(), name: Type.String() }),
    permissions: Type.Array(Type.String()),
  },
  { title: 'MeAsKey' },
);
export type MeAsKey = Static<typeof MeAsKey>;
