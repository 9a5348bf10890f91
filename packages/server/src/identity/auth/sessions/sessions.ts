/**
 * Sessions: started by log-in, renewed by refresh, ended at once when revoked. A session acts in one account. A refresh token
 * works once: within `GRACE_MS` a spent one yields the same successor again, after that its use ends the session.
 */
import type { Database, Reader, Writer } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { tokenHash } from '../../../platform/kit/token.ts';
import { type Membership, membershipsOf } from '../../accounts/accounts.ts';
import { isOpen } from '../../accounts/suspension.ts';
import { type Person, personActor } from '../../actors/actors.ts';
import type { LastUses } from '../../actors/last-uses.ts';
import { accountSuspended, ssoRequired, unauthenticated } from '../../actors/refusals.ts';
import type { SessionRow } from '../tables.ts';
import type { AccessTokens } from './access-tokens.ts';
import { deviceOf } from './device.ts';
import type { LogInOrigins } from './log-in-origins.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { Session, SessionTokens } from './schema.ts';
import { requireUsable } from './session-rules.ts';
import {
  deleteLeastUsedSessions,
  deleteSession,
  deleteSessionsOf,
  deleteSessionsThatAreOver,
  findSessionByFamily,
  findSessionInUse,
  insertSession,
  type ListedSession,
  listedSessions,
  lockPerson,
  rotateSession,
  type SessionInUse,
  type SessionsOf,
  saveLanguage,
  sessionsWithIds,
} from './store.ts';

export { deleteSessionsIn, deleteSessionsOf, saveSessionUse } from './store.ts';

const DAY_MS = 86_400_000;
/** Longest lifetime of a session. */
export const LIFE_MS = 30 * DAY_MS;
/** How long a session lives without being renewed. */
export const IDLE_MS = 7 * DAY_MS;
/**
 * How long a spent refresh token still yields its successor, as two tabs may renew at the same time. A time up to this far in the
 * future counts too, but no further, so that setting the clock back does not lengthen the grace period.
 */
const GRACE_MS = 10_000;
/** Sessions of a user. A further one ends one that was never used, or else the one unused for longest. */
const SESSIONS_MAX = 1_000;
const USER_AGENT_LENGTH_MAX = 512;
const ROTATE_ATTEMPTS_MAX = 3;

/** A session that was just started, with the one token that is not stored. */
export interface NewSession {
  readonly id: string;
  readonly refreshToken: string;
}

/** How a session is started. */
export interface SessionStart {
  readonly userId: string;
  readonly accountId: string;
  /** The way to log in, such as `password`; shown to the user. */
  readonly method: string;
  /** Whether a second factor confirmed it. */
  readonly secondFactor?: boolean;
  /** The account whose single sign-on starts it. */
  readonly ssoAccountId?: string | null;
  readonly at: number;
  /** The expiry of the session that it continues, if any. */
  readonly expiresAt?: number;
  readonly origin: RequestOrigin;
}

interface SessionsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly origins: LogInOrigins;
  /** When sessions were last used. */
  readonly uses: LastUses;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** Whether people have to verify their e-mail address. */
  readonly verifiesEmail: boolean;
}

export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Starts a session inside an open write. */
  async begin(writer: Writer, of: SessionStart): Promise<NewSession> {
    const refreshToken = this.#parts.refreshTokens.first();
    const id = newId('ses', of.at);
    const { language } = of.origin;
    if (language !== undefined) await saveLanguage(writer, of.userId, language);
    const others = await deleteSessionsThatAreOver(writer, of.userId, of.at);
    if (others >= SESSIONS_MAX) await deleteLeastUsedSessions(writer, of.userId, SESSIONS_MAX - 1);
    await insertSession(writer, {
      id,
      user_id: of.userId,
      account_id: of.accountId,
      family: this.#parts.refreshTokens.familyOf(refreshToken) ?? '',
      refresh_hash: tokenHash(refreshToken),
      spent_hash: null,
      spent_at: null,
      method: of.method,
      second_factor: of.secondFactor === true ? 1 : 0,
      sso_account_id: of.ssoAccountId ?? null,
      ip: of.origin.ip,
      user_agent: of.origin.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
      created_at: of.at,
      last_used_at: of.at,
      idle_expires_at: of.at + IDLE_MS,
      expires_at: of.expiresAt ?? of.at + LIFE_MS,
    });
    await this.#parts.origins.note(writer, { id, ...of });
    return { id, refreshToken };
  }

  /** The response with the tokens of a session. */
  async tokens(begun: NewSession): Promise<SessionTokens> {
    const session = await findSessionInUse(this.#parts.database.reader, begun.id);
    if (session === undefined || session.role === null) throw unauthenticated();
    const claims = { userId: session.user_id, accountId: session.account_id, sessionId: session.id };
    const { token, expiresInSeconds } = await this.#parts.accessTokens.issue(claims, session.expires_at);
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      refresh_token: begun.refreshToken,
      user: {
        id: session.user_id,
        email: session.email,
        name: session.user_name,
        email_verified: session.email_verified_at !== null,
      },
      account: {
        id: session.account_id,
        name: session.account_name,
        role: session.role,
        suspended: session.account_suspended_at !== null,
      },
    };
  }

  /** Whether a session is valid: not ended, not expired, and its user still a member of its account. */
  async isActive(id: string): Promise<boolean> {
    const session = await findSessionInUse(this.#parts.database.reader, id);
    return session !== undefined && session.role !== null && session.expires_at > this.#parts.clock();
  }

  /**
   * Renews a session.
   * @throws `unauthenticated` if the token is invalid; one that was spent longer ago than `GRACE_MS` also ends its session
   */
  async refresh(token: string, origin: RequestOrigin): Promise<SessionTokens> {
    const family = this.#parts.refreshTokens.familyOf(token);
    if (family === undefined) throw unauthenticated();
    const spent = tokenHash(token);
    const refreshToken = this.#parts.refreshTokens.successorOf(token);
    for (let attempt = 0; attempt < ROTATE_ATTEMPTS_MAX; attempt++) {
      const row = await findSessionByFamily(this.#parts.database.reader, family);
      const now = this.#parts.clock();
      if (row === undefined || row.expires_at <= now || row.idle_expires_at <= now) throw unauthenticated();
      const session = await this.#requireUsable(this.#parts.database.reader, row.id);
      if (row.refresh_hash === spent) {
        const rotation = { spent, next: tokenHash(refreshToken), at: now, idleExpiresAt: now + IDLE_MS };
        const isRotated = await this.#rotate(session, rotation, origin);
        if (isRotated) return this.tokens({ id: row.id, refreshToken });
      } else if (row.spent_hash === spent && Math.abs(now - (row.spent_at ?? 0)) <= GRACE_MS) {
        return this.tokens({ id: row.id, refreshToken });
      } else {
        await this.#endReused(session, origin);
        throw unauthenticated();
      }
    }
    throw unauthenticated();
  }

  /**
   * Ends the session of a refresh token.
   * @throws `unauthenticated` if the token is invalid; a token that was spent long ago also ends its session
   */
  async endByToken(token: string, origin: RequestOrigin): Promise<void> {
    const family = this.#parts.refreshTokens.familyOf(token);
    const row = family === undefined ? undefined : await findSessionByFamily(this.#parts.database.reader, family);
    const session = row === undefined ? undefined : await findSessionInUse(this.#parts.database.reader, row.id);
    const now = this.#parts.clock();
    if (row === undefined || session === undefined || Math.min(row.expires_at, row.idle_expires_at) <= now)
      throw unauthenticated();
    if (![row.refresh_hash, row.spent_hash].includes(tokenHash(token))) {
      await this.#endReused(session, origin);
      throw unauthenticated();
    }
    await this.#parts.journal.write(actorOf(session, origin), async (writer, change) => {
      if (!(await deleteSession(writer, session.user_id, session.id))) throw unauthenticated();
      change.record({ action: 'session.delete', target: { type: 'session', id: session.id } });
    });
  }

  /**
   * Starts a session in another account of the same person. The calling session stays, and the new one expires no later than it.
   */
  async switchAccount(person: Person, accountId: string, origin: RequestOrigin): Promise<SessionTokens> {
    const memberships = await membershipsOf(this.#parts.database.reader, person.id);
    const account = memberships.find(({ id }) => id === accountId);
    if (account === undefined)
      throw invalid('account_id', 'exists', 'You do not belong to this account; use one that GET /accounts lists.');
    if (!isOpen(account)) throw accountSuspended();
    const begun = await this.#parts.journal.write(person, async (writer, change) => {
      // With this lock, whoever ends all sessions of the person at the same time ends this one too.
      await lockPerson(writer, person.id);
      const [old] = await sessionsWithIds(writer, { userId: person.id, accountId: null, now: change.at }, [
        person.sessionId,
      ]);
      if (old === undefined) throw unauthenticated();
      rejectOtherThanSso(old, account, this.#parts.address.url);
      const { method, second_factor, sso_account_id: ssoAccountId, expires_at: expiresAt } = old;
      const begun = await this.begin(writer, {
        userId: person.id,
        accountId,
        method,
        secondFactor: second_factor === 1,
        ssoAccountId,
        at: change.at,
        expiresAt,
        origin,
      });
      change.record({
        action: 'session.create',
        target: { type: 'session', id: begun.id },
        accountId,
        changes: { after: { account_id: accountId, switched_from: old.id } },
      });
      await this.#requireUsable(writer, begun.id);
      return begun;
    });
    return this.tokens(begun);
  }

  /** What the sessions that the current one can show are sorted by, with the latest uses. */
  async list(person: Person): Promise<ListedSession[]> {
    const rows = await listedSessions(this.#parts.database.reader, sessionsShownTo(person, this.#parts.clock()));
    return rows.map((row) => ({
      ...row,
      last_used_at: this.#parts.uses.latest(row.id, row.last_used_at) ?? row.last_used_at,
    }));
  }

  /** Sessions that `list` returns, by id. */
  async read(person: Person, ids: readonly string[]): Promise<Map<string, Session>> {
    const rows = await sessionsWithIds(this.#parts.database.reader, sessionsShownTo(person, this.#parts.clock()), ids);
    return new Map(rows.map((row) => [row.id, this.#shown(row, person)]));
  }

  async get(person: Person, id: string): Promise<Session> {
    const session = (await this.read(person, [id])).get(id);
    if (session === undefined) throw notFound('session');
    return session;
  }

  /** Ends one session of the person at once. */
  async end(person: Person, id: string, expected?: number): Promise<void> {
    await this.#parts.journal.write(person, async (writer, change) => {
      const [shown] = await sessionsWithIds(writer, sessionsShownTo(person, change.at), [id]);
      const deleted = shown === undefined ? undefined : await deleteSession(writer, person.id, id);
      if (deleted === undefined) throw notFound('session');
      checkVersion(expected, versionOf(deleted));
      change.record({ action: 'session.delete', target: { type: 'session', id } });
    });
  }

  /** Ends all sessions of the person at once, including the current one unless it is to be kept. */
  async endAll(person: Person, { keepsCurrent = false } = {}): Promise<void> {
    await this.#parts.journal.write(person, async (writer, change) => {
      const sessions = await deleteSessionsOf(writer, person.id, {
        exceptId: keepsCurrent ? person.sessionId : undefined,
        accountId: person.confinedTo ?? undefined,
      });
      if (sessions === 0) return;
      change.record({
        action: 'session.delete',
        target: { type: 'user', id: person.id },
        changes: { before: { sessions } },
      });
    });
  }

  #shown(row: SessionRow, person: Person): Session {
    return {
      id: row.id,
      account_id: row.account_id,
      method: row.method,
      second_factor: row.second_factor === 1,
      device: deviceOf(row.user_agent),
      ip: row.ip,
      user_agent: row.user_agent,
      created_at: isoTime(row.created_at),
      last_used_at: isoTime(this.#parts.uses.latest(row.id, row.last_used_at) ?? row.last_used_at),
      expires_at: isoTime(Math.min(row.expires_at, row.idle_expires_at)),
      version: versionOf(row),
      current: row.id === person.sessionId,
    };
  }

  /** @throws `account_suspended`, `sso_required`, or `unauthenticated` if the session has just ended */
  async #requireUsable(db: Reader, id: string): Promise<SessionInUse> {
    const session = await findSessionInUse(db, id);
    if (session === undefined) throw unauthenticated();
    const { address, verifiesEmail } = this.#parts;
    requireUsable(session, 'self', { serviceUrl: address.url, verifiesEmail });
    return session;
  }

  /** @returns false if a concurrent request rotated it first */
  async #rotate(session: SessionInUse, rotation: Parameters<typeof rotateSession>[2], origin: RequestOrigin) {
    return this.#parts.journal.write(actorOf(session, origin), async (writer, change) => {
      if (!(await rotateSession(writer, session.id, rotation))) return false;
      change.record({ action: 'session.refresh', target: { type: 'session', id: session.id } });
      return true;
    });
  }

  /** If a refresh token is used long after it was spent, it or its successor was stolen, so the session ends for everybody. */
  async #endReused(session: SessionInUse, origin: RequestOrigin): Promise<void> {
    await this.#parts.journal.write(actorOf(session, origin), async (writer, change) => {
      if (!(await deleteSession(writer, session.user_id, session.id))) return;
      change.record({
        action: 'session.delete',
        target: { type: 'session', id: session.id },
        changes: { reason: 'a spent refresh token was used again' },
      });
    });
  }
}

/** Which sessions of a person their current session can show and end. */
function sessionsShownTo({ id, confinedTo }: Person, now: number): SessionsOf {
  return { userId: id, accountId: confinedTo, now };
}

function actorOf(session: SessionInUse, origin: RequestOrigin): Person {
  return personActor({
    userId: session.user_id,
    email: session.email,
    accountId: session.account_id,
    role: session.role ?? '',
    sessionId: session.id,
    origin,
  });
}

/**
 * Whoever runs the identity provider of an account can log in there as any of its members, but in no other account.
 * @throws `sso_required`, `insufficient_permission`
 */
function rejectOtherThanSso(old: SessionRow, account: Membership, serviceUrl: string): void {
  if (old.sso_account_id === null || old.sso_account_id === account.id) return;
  if (account.sso_required !== null) throw ssoRequired(account.id, serviceUrl);
  const advice = 'This session was started by single sign-on of another account; log in with your password instead.';
  throw new DomainError('insufficient_permission', advice, { permission: 'account.read' });
}

/**
 * The account whose single sign-on started a session; null for any other session.
 * @throws `unauthenticated` if it has ended
 */
export async function ssoAccountOf(db: Reader, sessionId: string): Promise<string | null> {
  const session = await findSessionInUse(db, sessionId);
  if (session === undefined) throw unauthenticated();
  return session.sso_account_id;
}

/** Only a renewal changes a session, so the time from its start to its latest renewal serves as its version. */
function versionOf({ created_at, spent_at }: Pick<SessionRow, 'created_at' | 'spent_at'>): number {
  return (spent_at ?? created_at) - created_at + 1;
}
