/** Builds the parts of identity from what the rest of the product passes in. */
import type { Database } from '../platform/database/database.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { PasswordHasher } from '../platform/kit/password-hasher.ts';
import type { Outbox } from '../platform/outgoing/mail/outbox.ts';
import { Throttle } from '../platform/throttle/throttle.ts';
import { Accounts } from './accounts/accounts.ts';
import { Authentication } from './authentication.ts';
import { ApiKeys } from './keys/api-keys.ts';
import { KeyRing } from './keys/key-ring.ts';
import { LastUses } from './keys/last-uses.ts';
import { AccessTokens } from './sessions/access-tokens.ts';
import { RefreshTokens } from './sessions/refresh-tokens.ts';
import { Sessions } from './sessions/sessions.ts';
import type { SpaceDirectory } from './space-directory.ts';
import { LogIn } from './users/log-in.ts';
import { Passwords } from './users/passwords.ts';
import { Profile } from './users/profile.ts';
import { SignUp, type SignUpMode } from './users/sign-up.ts';

/** The dependencies of identity. */
export interface IdentityParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  /** The installation's secret; keys are derived from it. */
  readonly secret: string;
  readonly signup: SignUpMode;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  readonly spaces: SpaceDirectory;
}

export interface Identity {
  readonly authentication: Authentication;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly logIn: LogIn;
  readonly passwords: Passwords;
  readonly profile: Profile;
  readonly sessions: Sessions;
  readonly signUp: SignUp;
  /** Background work: writes when keys were used. */
  readonly lastUses: LastUses;
}

export function createIdentity(parts: IdentityParts): Identity {
  const { database, journal, clock, secret, outbox, spaces, address } = parts;
  const accessTokens = new AccessTokens({ secret, clock });
  const ring = new KeyRing({ database, clock });
  const uses = new LastUses({ database, clock });
  const throttle = new Throttle({ database, clock });
  const sessions = new Sessions({
    database,
    journal,
    clock,
    accessTokens,
    refreshTokens: new RefreshTokens(secret),
    address,
  });
  const passwords = new Passwords({ database, journal, clock, hasher: new PasswordHasher(), throttle, outbox });
  const apiKeys = new ApiKeys({ database, journal, clock, spaces, ring, uses });
  return {
    authentication: new Authentication({ database, clock, accessTokens, ring, uses, address }),
    accounts: new Accounts({ database, journal }),
    apiKeys,
    logIn: new LogIn({ database, journal, clock, sessions, passwords, throttle }),
    passwords,
    profile: new Profile({ database, journal, keys: apiKeys, spaces, passwords, throttle }),
    sessions,
    signUp: new SignUp({ database, journal, clock, mode: parts.signup, sessions, passwords, throttle }),
    lastUses: uses,
  };
}
