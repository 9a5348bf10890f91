/** Builds the parts of identity from what the rest of the product passes in. */
import type { Database } from '../platform/database/database.ts';
import { Confirmation } from '../platform/jobs/confirmation.ts';
import type { JobWork } from '../platform/jobs/job.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { type PasswordCost, PasswordHasher } from '../platform/kit/password-hasher.ts';
import type { Outbox } from '../platform/outgoing/mail/outbox.ts';
import type { OutgoingFetch } from '../platform/outgoing/outgoing-fetch.ts';
import { Throttle } from '../platform/request-limits/throttle.ts';
import { AccountDeletion } from './accounts/account-deletion.ts';
import { Accounts } from './accounts/accounts.ts';
import { Acceptance } from './accounts/invitations/acceptance.ts';
import { Invitations } from './accounts/invitations/invitations.ts';
import { Members } from './accounts/members/members.ts';
import { saveLastSeen } from './accounts/members/membership.ts';
import { LastUses } from './actors/last-uses.ts';
import { AbsentActors } from './auth/absent-actor.ts';
import { Authentication } from './auth/authentication.ts';
import { Challenges } from './auth/challenges/challenges.ts';
import { lockCreator } from './auth/credential-creator.ts';
import { PreviewLinks } from './auth/preview-links/preview-links.ts';
import { PreviewTokens } from './auth/preview-tokens.ts';
import { proveByInvitation } from './auth/proof/address-proof.ts';
import { createSecondFactor, type SecondFactorParts } from './auth/second-factor/parts.ts';
import { AccessTokens } from './auth/sessions/access-tokens.ts';
import { LogInOrigins } from './auth/sessions/log-in-origins.ts';
import type { PublicUrl } from './auth/sessions/refresh-cookie.ts';
import { RefreshTokens } from './auth/sessions/refresh-tokens.ts';
import { deleteSessionsIn, Sessions, saveSessionUse, ssoAccountOf } from './auth/sessions/sessions.ts';
import { LogIn } from './auth/users/log-in.ts';
import { LogInCompletion } from './auth/users/log-in-completion.ts';
import { Passwords } from './auth/users/passwords.ts';
import { Profile } from './auth/users/profile.ts';
import { SignUp, type SignUpMode } from './auth/users/sign-up.ts';
import { UserDeletion } from './auth/users/user-deletion.ts';
import { Verification } from './auth/users/verification.ts';
import { ApiKeys, saveLastUse } from './keys/api-keys.ts';
import { KeyRing } from './keys/key-ring.ts';
import type { SpaceDirectory } from './keys/space-directory.ts';
import type { AuditErasure, EndPayments, SpaceRemoval } from './removal/account-removal.ts';
import { Removal } from './removal/removal.ts';
import { createScim, type Scim } from './scim/scim.ts';
import { createSingleSignOn, type SingleSignOn } from './sso/single-sign-on.ts';

/** The dependencies of identity. */
export interface IdentityParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  /** A clock that nobody sets, for how long keys are trusted; the process's own if not given. */
  readonly steadyClock?: Clock;
  /** The installation's secret; keys are derived from it. */
  readonly secret: string;
  readonly signup: SignUpMode;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** LECTERN_PUBLIC_URL; null if it is not set. */
  readonly publicUrl: string | null;
  /** The cost of password hashes; `PASSWORD_COST` if not given. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Whether people have to verify their e-mail address. */
  readonly verifiesEmail: boolean;
  readonly spaces: SpaceDirectory & SpaceRemoval;
  readonly audit: AuditErasure;
  readonly endPayments: EndPayments;
  /** How identity providers are reached. */
  readonly providers: OutgoingFetch;
  /** Whether Studio is served; if so, log-ins by single sign-on end there. */
  readonly studio: boolean;
}

export interface Identity {
  readonly authentication: Authentication;
  readonly previewTokens: PreviewTokens;
  readonly previewLinks: PreviewLinks;
  readonly accounts: Accounts;
  /** Where people reach the service. */
  readonly place: PublicUrl;
  readonly accountDeletion: AccountDeletion;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly acceptance: Acceptance;
  readonly apiKeys: ApiKeys;
  readonly logIn: LogIn;
  readonly passwords: Passwords;
  readonly profile: Profile;
  readonly secondFactor: SecondFactorParts;
  readonly sessions: Sessions;
  readonly signUp: SignUp;
  readonly userDeletion: UserDeletion;
  readonly verification: Verification;
  readonly scim: Scim;
  readonly sso: SingleSignOn;
  /** Background work: keeps keys confirmed, in case the database becomes unavailable. */
  readonly keyConfirmation: JobWork;
  /** Background work: writes when keys were used. */
  readonly lastUses: LastUses;
  /** Background work: writes when members were last seen. */
  readonly lastSeen: LastUses;
  /** Background work: writes when sessions were last used. */
  readonly sessionUses: LastUses;
  /** Background work: removes accounts and users. */
  readonly removal: Removal;
}

export function createIdentity(parts: IdentityParts): Identity {
  const { database, journal, clock, secret, outbox, spaces, address, verifiesEmail } = parts;
  const accessTokens = new AccessTokens({ secret, clock });
  const previewTokens = new PreviewTokens({ secret, clock });
  const ring = new KeyRing({ database, clock, steady: parts.steadyClock });
  const uses = new LastUses({ database, clock, save: saveLastUse });
  const lastSeen = new LastUses({ database, clock, save: saveLastSeen });
  const sessionUses = new LastUses({ database, clock, save: saveSessionUse });
  const throttle = new Throttle({ database, clock });
  const sessions = new Sessions({
    database,
    journal,
    clock,
    accessTokens,
    refreshTokens: new RefreshTokens(secret),
    origins: new LogInOrigins({ outbox, secret }),
    uses: sessionUses,
    address,
    verifiesEmail,
  });
  const passwords = new Passwords({
    database,
    journal,
    clock,
    hasher: new PasswordHasher({ cost: parts.passwordCost }),
    throttle,
    outbox,
    address,
    createsAccounts: parts.signup === 'open',
  });
  const acceptance = new Acceptance({
    database,
    journal,
    clock,
    outbox,
    address,
    ssoAccountOf,
    proveAddress: (writer, change, by) => proveByInvitation({ writer, change, outbox }, by),
  });
  const userDeletion = new UserDeletion({ journal, outbox });
  const challenges = new Challenges({ database, clock, secret });
  const completion = new LogInCompletion({ database, journal, sessions, acceptance, address });
  const secondFactor = createSecondFactor({ ...parts, challenges, throttle, passwords, completion });
  const verification = new Verification({ database, journal, challenges, throttle, outbox, address });
  const apiKeys = new ApiKeys({ database, journal, clock, spaces, ring, uses, lockCreator });
  // What a link may do is what its maker may, whom authentication knows.
  const previewLinks: PreviewLinks = new PreviewLinks({
    database,
    journal,
    clock,
    secret,
    absent: { actor: (db, by) => new AbsentActors(authentication).actor(db, by) },
    lockCreator,
    passwords,
    throttle,
    address,
  });
  const authentication = new Authentication({
    database,
    clock,
    accessTokens,
    previewTokens,
    previewLinks,
    ring,
    uses,
    lastSeen,
    sessionUses,
    address,
    verifiesEmail,
  });
  return {
    place: { publicUrl: parts.publicUrl },
    authentication,
    previewTokens,
    previewLinks,
    accounts: new Accounts({ database, journal }),
    accountDeletion: new AccountDeletion({ journal, outbox }),
    members: new Members({ database, journal, lastSeen, endSessions: deleteSessionsIn }),
    invitations: new Invitations({ database, journal, clock, throttle, outbox, address, sendsMail: verifiesEmail }),
    acceptance,
    apiKeys,
    logIn: new LogIn({ database, clock, completion, secondStep: secondFactor.secondStep, passwords, throttle }),
    passwords,
    profile: new Profile({ database, journal, keys: apiKeys, spaces, passwords, deletion: userDeletion }),
    secondFactor,
    sessions,
    signUp: new SignUp({
      database,
      journal,
      clock,
      mode: parts.signup,
      acceptance,
      sessions,
      passwords,
      throttle,
      outbox,
      verification: verifiesEmail ? verification : null,
    }),
    userDeletion,
    verification,
    scim: createScim({ database, journal, clock, throttle, outbox, address, authentication }),
    sso: createSingleSignOn({ ...parts, challenges, throttle, sessions, acceptance, endsInStudio: parts.studio }),
    keyConfirmation: new Confirmation(database.contact, ring),
    lastUses: uses,
    lastSeen,
    sessionUses,
    removal: new Removal({
      database,
      journal,
      clock,
      outbox,
      spaces,
      audit: parts.audit,
      endPayments: parts.endPayments,
    }),
  };
}
