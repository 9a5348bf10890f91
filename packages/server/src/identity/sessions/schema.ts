/** Sessions as requests and answers show them. Tokens stand only in the response that makes them. */
import { type Static, Type } from 'typebox';
import { AccountOfPerson } from '../accounts/schema.ts';
import { User } from '../schema.ts';

const TOKEN_LENGTH_MAX = 4_096;

/** What log-in and its like answer with. */
export const SessionTokens = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT for the management plane.' }),
    token_type: Type.Enum(['Bearer']),
    expires_in: Type.Integer({ description: 'Seconds the access token lives.' }),
    refresh_token: Type.String({ description: 'Gives the next session answer, once.' }),
    user: User,
    account: AccountOfPerson,
  },
  { title: 'SessionTokens' },
);
export type SessionTokens = Static<typeof SessionTokens>;

export const RefreshRequest = Type.Object(
  { refresh_token: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }) },
  { additionalProperties: false, title: 'RefreshRequest' },
);

export const SwitchAccountRequest = Type.Object(
  { account_id: Type.String({ description: 'One of those that GET /accounts lists.' }) },
  { additionalProperties: false, title: 'SwitchAccountRequest' },
);

/** One session as its user sees it. */
export const Session = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    method: Type.String({ description: 'How it began, such as password.' }),
    ip: Type.String(),
    user_agent: Type.String(),
    created_at: Type.String(),
    last_used_at: Type.String({ description: 'When its tokens were last renewed.' }),
    expires_at: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
