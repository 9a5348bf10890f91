/** Sessions as requests and responses show them. Tokens are only in the response that creates them. */
import { type Static, Type } from 'typebox';
import { AccountOfPerson } from '../../accounts/schema.ts';
import { User } from '../schema.ts';

const TOKEN_LENGTH_MAX = 4_096;

/** The response to log-in, sign-up and refresh. */
export const SessionTokens = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT for the management plane.' }),
    token_type: Type.Enum(['Bearer']),
    expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.' }),
    refresh_token: Type.String({ description: 'Renews the session; works once.' }),
    user: User,
    account: AccountOfPerson,
  },
  { title: 'SessionTokens' },
);
export type SessionTokens = Static<typeof SessionTokens>;

/** As `SessionTokens`, but without `refresh_token` if a cookie has it. */
export const SessionResponse = Type.Object(
  {
    ...SessionTokens.properties,
    refresh_token: Type.Optional(
      Type.String({ description: 'Renews the session; works once. Absent if it was asked for as a cookie.' }),
    ),
  },
  { title: 'SessionTokens' },
);
export type SessionResponse = Static<typeof SessionResponse>;

/** Part of the body of every request that starts a session. */
export const inCookie = Type.Optional(
  Type.Enum(['cookie'], {
    description:
      'Keeps the refresh token in a cookie that scripts cannot read (`lectern_refresh`, under https `__Host-lectern_refresh`), instead of sending it in the response. For pages of the service itself.',
  }),
);

/** Errors of every way to log in, besides those for wrong credentials. */
export const logInRefusals = [
  'unauthenticated',
  'account_suspended',
  'insufficient_permission',
  'sso_required',
] as const;

/** The body is empty if the token is in the cookie. */
export const RefreshRequest = Type.Union([
  Type.Object(
    { refresh_token: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }) },
    { additionalProperties: false, title: 'RefreshRequest' },
  ),
  Type.Null(),
]);

export const SwitchAccountRequest = Type.Object(
  {
    account_id: Type.String({ description: 'One of your accounts, as listed by GET /accounts.' }),
    refresh: inCookie,
  },
  { additionalProperties: false, title: 'SwitchAccountRequest' },
);

/** A session as shown to its user. */
export const Session = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    method: Type.String({ description: 'How it was started, such as password or passkey.' }),
    second_factor: Type.Boolean({ description: 'Whether a second factor confirmed it.' }),
    device: Type.String({ description: 'Browser and system, as the user agent names them: Firefox on Linux.' }),
    ip: Type.String({ description: 'Where it was started from.' }),
    user_agent: Type.String(),
    created_at: Type.String(),
    last_used_at: Type.String({ description: 'When a request last used it; accurate to a minute.' }),
    expires_at: Type.String(),
    version: Type.Integer({ description: 'Rises whenever its tokens are renewed.' }),
    current: Type.Boolean({ description: 'Whether it is the current session.' }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
