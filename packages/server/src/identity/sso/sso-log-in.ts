/**
 * Single sign-on from start to session: a browser is sent to the provider of an account, comes back with its response, and gets a
 * code that a program exchanges for a session. Each step works once, and only in the browser that started, which a cookie
 * identifies. Redirects never depend on anything else that the browser sends.
 */
import type { Database } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { tokenHash } from '../../platform/kit/token.ts';
import { discoveryAttempt, samlAttempt } from '../../platform/request-limits/limits.ts';
import type { Throttle } from '../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../platform/request-limits/too-many-attempts.ts';
import { findMember } from '../accounts/members/membership.ts';
import { personActor } from '../actors/actors.ts';
import { readEmail } from '../actors/email-address.ts';
import { ssoUrl } from '../actors/refusals.ts';
import { SSO_CODE_PREFIX } from '../actors/token-kinds.ts';
import type { ChallengeKind, Challenges } from '../auth/challenges/challenges.ts';
import type { SessionTokens } from '../auth/sessions/schema.ts';
import type { Sessions } from '../auth/sessions/sessions.ts';
import { findUser } from '../auth/users/users.ts';
import { callbackUrl } from './addresses.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { accountOfAddress } from './domains.ts';
import type { Joining } from './joining.ts';
import type { Oidc, OidcSecrets } from './oidc.ts';
import type { ProviderClaims } from './provider-claims.ts';
import { noSuchLogIn, providerFailed, SsoRefusal } from './refusal.ts';
import type { Saml } from './saml.ts';
import { readEnvelope } from './saml-envelope.ts';
import type { SsoDiscovered } from './schema.ts';
import type { SsoTests } from './sso-tests.ts';
import { findConnection } from './store.ts';

const MINUTE_MS = 60_000;
const METHOD = 'sso';

/** A log-in of one browser. */
interface UnderWay {
  readonly accountId: string;
  /** The version of the connection that it was started with. */
  readonly version: number;
  /** Hash of the cookie. */
  readonly browser: string;
  /** Whether a program waits for the code, which is shown at the end. */
  readonly showsCode?: boolean;
  /** The test that it is; undefined for one that logs somebody in. */
  readonly test?: { readonly id: string; readonly userId: string };
}

/** A request to start a log-in. */
export interface SsoLogInStart {
  readonly accountId: string;
  readonly showsCode: boolean;
  /** Identifies the browser. */
  readonly cookie: string;
}

/** The result of a log-in: the code for `exchange`, and whether it is shown. */
export interface SsoLoggedIn {
  readonly code: string;
  readonly showsCode: boolean;
}

/** How the way of a browser ends: with a code, or nowhere, if it was a test. */
export type SsoEnd = SsoLoggedIn | 'tested';

/** The client that exchanges a code. */
export interface CodeHolder {
  readonly origin: RequestOrigin;
  /**
   * Present for a session that stays in the browser, and omitted by programs. `cookie` identifies the browser; undefined if it
   * sent none.
   */
  readonly browser?: { readonly cookie: string | undefined };
}

/** A request of a browser. */
export interface Visit {
  /** Identifies the browser; undefined if it sent none. */
  readonly cookie: string | undefined;
  readonly origin: RequestOrigin;
}

const OIDC_LOG_IN: ChallengeKind<UnderWay & OidcSecrets> = { purpose: 'sso_oidc', lifeMs: 10 * MINUTE_MS };
const SAML_LOG_IN: ChallengeKind<UnderWay> = { purpose: 'sso_saml', lifeMs: 10 * MINUTE_MS };
const SAML_ANSWER: ChallengeKind<UnderWay & { readonly claims: ProviderClaims }> = {
  purpose: 'sso_saml_answer',
  lifeMs: MINUTE_MS,
};
const CODE: ChallengeKind<UnderWay & { readonly userId: string }> = {
  purpose: 'sso_code',
  prefix: SSO_CODE_PREFIX,
  lifeMs: 5 * MINUTE_MS,
};

interface SsoLogInParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly challenges: Challenges;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly connections: Connections;
  readonly joining: Joining;
  readonly tests: SsoTests;
  readonly oidc: Oidc;
  readonly saml: Saml;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export class SsoLogIn {
  readonly #parts: SsoLogInParts;

  constructor(parts: SsoLogInParts) {
    this.#parts = parts;
  }

  /** Where the log-in page sends somebody with this address; empty if no account has verified the domain. */
  async discover(email: string, origin: RequestOrigin): Promise<SsoDiscovered> {
    const { database, throttle, address } = this.#parts;
    const folded = readEmail(email);
    rejectWhileBlocked('sso_discover', await throttle.take([discoveryAttempt(origin.ip)]));
    const accountId = await accountOfAddress(database.reader, folded);
    if (accountId === undefined || (await findConnection(database.reader, accountId)) === undefined) return {};
    return { sso_url: ssoUrl(accountId, address.url) };
  }

  /** Starts a log-in. @returns where to send the browser. @throws SsoRefusal */
  async start({ accountId, showsCode, cookie }: SsoLogInStart): Promise<string> {
    const connection = await this.#connection(accountId);
    return this.#begin(connection, { accountId, version: connection.version, browser: tokenHash(cookie), showsCode });
  }

  /** Starts a test log-in. @returns where to send the browser. @throws SsoRefusal, which the test says too */
  async startTest(token: string, { cookie, origin }: { readonly cookie: string } & Visit): Promise<string> {
    const { id, accountId, userId, version } = await this.#parts.tests.take(token);
    const underWay = { accountId, version, browser: tokenHash(cookie), test: { id, userId } };
    return this.#telling(underWay, origin, async () => this.#begin(await this.#sameConnection(underWay), underWay));
  }

  async #begin(connection: Connection, underWay: UnderWay): Promise<string> {
    const { challenges, oidc, saml, address } = this.#parts;
    if (connection.protocol === 'saml')
      return saml.authorizationUrl(connection, await challenges.begin(SAML_LOG_IN, underWay));
    const secrets = await oidc.newSecrets();
    const state = await challenges.begin(OIDC_LOG_IN, { ...underWay, ...secrets });
    return oidc.authorizationUrl(connection, { ...secrets, state, redirectUri: callbackUrl(address.url) });
  }

  /** Handles the response of an OpenID provider. @param query as the browser sent it */
  async answerOidc(query: string, visit: Visit): Promise<SsoEnd> {
    const { oidc, address } = this.#parts;
    const answer = new URL(`${callbackUrl(address.url)}?${query}`);
    const state = answer.searchParams.get('state') ?? '';
    const underWay = await this.#takeHere(OIDC_LOG_IN, state, visit);
    return this.#telling(underWay, visit.origin, async () => {
      const connection = await this.#sameConnection(underWay);
      const { nonce, verifier } = underWay;
      return this.#enter(underWay, await oidc.claims(connection, answer, { state, nonce, verifier }), visit.origin);
    });
  }

  /**
   * Handles the response of a SAML provider. A form posted from another site comes without the cookie, so the next step checks the
   * browser. Cheap checks come first, because checking a signature blocks the event loop.
   * @returns the token of that step
   * @throws SsoRefusal, or `api_quota_exceeded` before the log-in is used up
   */
  async answerSaml(response: string, origin: RequestOrigin): Promise<string> {
    const { database, challenges, saml, throttle } = this.#parts;
    const envelope = readEnvelope(response);
    const known = await challenges.look(SAML_LOG_IN, envelope.inResponseTo);
    if (known === undefined) throw noSuchLogIn();
    const tried = samlAttempt(known.accountId, origin.ip);
    rejectWhileBlocked('sso', await throttle.take([tried.all, tried.refused]));
    const underWay = await this.#take(SAML_LOG_IN, envelope.inResponseTo);
    return this.#telling(underWay, origin, async () => {
      if (envelope.problem !== undefined) throw envelope.problem;
      const connection = await this.#sameConnection(underWay);
      const claims = await saml.claims(connection, { response, envelope, requestId: envelope.inResponseTo });
      return database.write(async (writer) => {
        await throttle.succeeded(writer, { takeBack: [tried.refused] });
        return challenges.beginIn(writer, SAML_ANSWER, { ...underWay, claims });
      });
    });
  }

  /** Completes the log-in once the browser is known. */
  async enterBySaml(token: string, visit: Visit): Promise<SsoEnd> {
    const answer = await this.#takeHere(SAML_ANSWER, token, visit);
    return this.#telling(answer, visit.origin, () => this.#enter(answer, answer.claims, visit.origin));
  }

  /** Uses nothing up. @throws SsoRefusal unless the code is valid and was made for this browser */
  async requireCodeOf(code: string, cookie: string | undefined): Promise<void> {
    const content = await this.#parts.challenges.look(CODE, code);
    if (content === undefined || !isOf(content, cookie)) throw noSuchLogIn();
  }

  /**
   * Exchanges a code for a session. A session that stays in the browser is only given to the browser that started the log-in: a
   * link with somebody else's code logs nobody in.
   * @throws `unauthenticated`, `account_suspended`
   */
  async exchange(code: string, { origin, browser }: CodeHolder): Promise<SessionTokens> {
    const { database, journal, challenges, sessions } = this.#parts;
    const known = await challenges.look(CODE, code);
    if (known !== undefined && browser !== undefined && !isOf(known, browser.cookie)) throw codeOfAnother();
    const user = known && (await findUser(database.reader, known.userId));
    const membership = known && (await findMember(database.reader, known.accountId, known.userId));
    if (user === undefined || membership === undefined) throw codeUnknown();
    const { account_id: accountId, role } = membership;
    const actor = personActor({ userId: user.id, email: user.email, accountId, role, sessionId: '', origin });
    const begun = await journal.write(actor, async (writer, change) => {
      if ((await challenges.take(writer, CODE, code)) === undefined) throw codeUnknown();
      const begun = await sessions.begin(writer, {
        userId: user.id,
        accountId,
        method: METHOD,
        ssoAccountId: accountId,
        at: change.at,
        origin,
      });
      change.record({
        action: 'session.create',
        target: { type: 'session', id: begun.id },
        changes: { after: { method: METHOD } },
      });
      return begun;
    });
    return sessions.tokens(begun);
  }

  async #enter(underWay: UnderWay, claims: ProviderClaims, origin: RequestOrigin): Promise<SsoEnd> {
    const { joining, challenges, tests } = this.#parts;
    const connection = await this.#sameConnection(underWay);
    const { accountId, version, browser, showsCode = false, test } = underWay;
    if (test !== undefined) {
      await tests.succeeded(test.id, await joining.rehearse(connection, claims, { byUser: test.userId, origin }));
      return 'tested';
    }
    const userId = await joining.join(connection, claims, origin);
    return { code: await challenges.begin(CODE, { accountId, version, browser, userId }), showsCode };
  }

  /** Uses up a step of a log-in. */
  async #take<T extends UnderWay>(kind: ChallengeKind<T>, token: string): Promise<T> {
    const { database, challenges } = this.#parts;
    const underWay = await database.write((writer) => challenges.take(writer, kind, token));
    if (underWay === undefined) throw noSuchLogIn();
    return underWay;
  }

  /** As `#take`, but only for the browser that started the log-in. */
  async #takeHere<T extends UnderWay>(kind: ChallengeKind<T>, token: string, { cookie, origin }: Visit): Promise<T> {
    const underWay = await this.#take(kind, token);
    return this.#telling(underWay, origin, async () => {
      if (!isOf(underWay, cookie)) throw noSuchLogIn('the log-in was started in another browser');
      return underWay;
    });
  }

  async #connection(accountId: string): Promise<Connection> {
    const connection = await this.#parts.connections.find(this.#parts.database.reader, accountId);
    if (connection !== undefined) return connection;
    const advice = 'This account has no single sign-on. Check the address, or log in with your password.';
    throw new SsoRefusal('the account has no connection', advice, 'changed');
  }

  async #sameConnection({ accountId, version }: UnderWay): Promise<Connection> {
    const connection = await this.#connection(accountId);
    if (connection.version !== version) throw providerFailed('the connection was changed during the log-in', 'changed');
    return connection;
  }

  /** Runs a step; if it rejects the person, the account's audit gets the reason, or the test that it is. */
  async #telling<T>({ accountId, test }: UnderWay, origin: RequestOrigin, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (test !== undefined && error instanceof DomainError) throw await this.#parts.tests.failed(test.id, error);
      if (error instanceof SsoRefusal) await this.#parts.joining.recordRefusal(accountId, error.reason, origin);
      throw error;
    }
  }
}

/** Whether a log-in was started in the browser that a cookie identifies. */
function isOf({ browser }: UnderWay, cookie: string | undefined): boolean {
  return cookie !== undefined && tokenHash(cookie) === browser;
}

function codeOfAnother(): DomainError {
  return new DomainError(
    'unauthenticated',
    'The code belongs to a log-in in another browser; log in again in this one.',
  );
}

function codeUnknown(): DomainError {
  return new DomainError('unauthenticated', 'The code is unknown, used or expired; log in again at sso_url.');
}
