/** Builds the parts of single sign-on. */
import type { Database } from '../../platform/database/database.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { steadyClock, systemClock } from '../../platform/kit/clock.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { Throttle } from '../../platform/request-limits/throttle.ts';
import type { Acceptance } from '../accounts/invitations/acceptance.ts';
import type { Challenges } from '../auth/challenges/challenges.ts';
import type { Sessions } from '../auth/sessions/sessions.ts';
import { Connections } from './connections.ts';
import { Domains } from './domains.ts';
import { Joining } from './joining.ts';
import { Oidc } from './oidc.ts';
import { Saml } from './saml.ts';
import { SsoLogIn } from './sso-log-in.ts';
import { SsoTests } from './sso-tests.ts';

/** What single sign-on depends on. */
interface SingleSignOnParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly secret: string;
  readonly challenges: Challenges;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  readonly sessions: Sessions;
  readonly acceptance: Acceptance;
  /** How identity providers are reached. */
  readonly providers: OutgoingFetch;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** Whether Studio is served and exchanges the code at the end; otherwise a page shows the code. */
  readonly endsInStudio: boolean;
}

export interface SingleSignOn {
  readonly connections: Connections;
  readonly domains: Domains;
  readonly tests: SsoTests;
  readonly logIn: SsoLogIn;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** Whether Studio is served and exchanges the code at the end; otherwise a page shows the code. */
  readonly endsInStudio: boolean;
}

export function createSingleSignOn(parts: SingleSignOnParts): SingleSignOn {
  const { database, journal, secret, providers, address, endsInStudio } = parts;
  const connections = new Connections({ database, journal, secret, rule: providers.rule, address });
  const joining = new Joining({ journal, connections, acceptance: parts.acceptance, outbox: parts.outbox });
  const oidc = new Oidc({ fetch: providers, clock: steadyClock });
  const saml = new Saml(address);
  const tests = new SsoTests({
    database,
    journal,
    challenges: parts.challenges,
    connections,
    clock: systemClock,
    address,
  });
  return {
    connections,
    domains: new Domains({ database, journal }),
    tests,
    logIn: new SsoLogIn({ ...parts, connections, joining, tests, oidc, saml }),
    address,
    endsInStudio,
  };
}
