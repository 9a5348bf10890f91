/**
 * The guards of the planes: turn the token of a request into its actor, or reject it. A token is checked in one order:
 * is it well-formed, is it known and valid, does it belong to this plane, is its account suspended. An invalid token
 * gets the same error on every plane.
 */
import type { Database, Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { RequestCaller } from '../../platform/http/served-request.ts';
import type { Actor, RequestOrigin } from '../../platform/journal/actor.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { memberKey } from '../accounts/members/members.ts';
import { type Caller, keyActor, personActor, sessionOf } from '../actors/actors.ts';
import type { LastUses } from '../actors/last-uses.ts';
import { accountSuspended, tokenMissing, unauthenticated } from '../actors/refusals.ts';
import { type KeyKind, keyKindOf, SCIM_PREFIX } from '../actors/token-kinds.ts';
import { findKeyInUseById } from '../keys/api-keys.ts';
import { type HeldKey, heldKey, type KeyRing } from '../keys/key-ring.ts';
import { goodScimToken } from '../keys/scim-tokens/scim-authentication.ts';
import type { AccessTokens } from './sessions/access-tokens.ts';
import { requireUsable, type SessionUse } from './sessions/session-rules.ts';
import { findSessionInUse, type SessionInUse } from './sessions/store.ts';

const BEARER = /^bearer +([!-~]{1,2048}) *$/i;

/** A key of the delivery or preview plane, as a read needs it. */
export interface ReadingKey {
  readonly id: string;
  readonly name: string;
  readonly kind: 'delivery' | 'preview';
  readonly spaceId: string;
  readonly accountId: string;
  /** Numbers of the only environments, and of aliases of them, that it may read; null for all of the space's. */
  readonly environments: readonly number[] | null;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  /** Id of the plan of its account; null without a subscription. */
  readonly plan: string | null;
  /** As logs and figures show it. */
  readonly caller: RequestCaller;
}

/** Who began work that continues after the response to their request. */
export interface Beginner extends Pick<Actor, 'type' | 'id' | 'accountId' | 'origin'> {
  /** The session of a person; null for a key. */
  readonly sessionId: string | null;
}

/** Who an actor is, to be looked up again later. */
export function beginnerOf(actor: Actor): Beginner {
  const { type, id, accountId, origin } = actor;
  return { type, id, accountId, origin, sessionId: sessionOf(actor) };
}

/** Where a reading token is used: on one of the planes, or on a path that both share. */
export type ReadingPlane = 'delivery' | 'preview' | 'either';

/** The token of an `Authorization` header; undefined if there is none, or it is malformed. */
export function bearerIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/** The same. @throws `unauthenticated` if there is none */
export function resolveBearer(header: string | undefined): string {
  const token = bearerIn(header);
  if (token === undefined) throw tokenMissing();
  return token;
}

interface AuthenticationParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly ring: KeyRing;
  /** When keys were last used. */
  readonly uses: LastUses;
  /** When members were last seen. */
  readonly lastSeen: LastUses;
  /** When sessions were last used. */
  readonly sessionUses: LastUses;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** Whether people have to verify their e-mail address. */
  readonly verifiesEmail: boolean;
}

export class Authentication {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #accessTokens: AccessTokens;
  readonly #ring: KeyRing;
  readonly #uses: LastUses;
  readonly #lastSeen: LastUses;
  readonly #sessionUses: LastUses;
  readonly #address: { readonly url: string };
  readonly #verifiesEmail: boolean;

  constructor(parts: AuthenticationParts) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#accessTokens = parts.accessTokens;
    this.#ring = parts.ring;
    this.#uses = parts.uses;
    this.#lastSeen = parts.lastSeen;
    this.#sessionUses = parts.sessionUses;
    this.#address = parts.address;
    this.#verifiesEmail = parts.verifiesEmail;
  }

  /**
   * The actor on the management plane.
   * @param use what the request does with a session
   * @throws `unauthenticated`, `wrong_plane`, `account_suspended`, `sso_required`, `email_unverified`, `second_factor_required`
   */
  async management(token: string, origin: RequestOrigin, use: SessionUse = 'anything'): Promise<Caller> {
    const kind = keyKindOf(token);
    if (token.startsWith(SCIM_PREFIX)) await this.#refuseScim(token, 'management');
    if (kind === undefined) return this.#person(token, origin, use);
    const key = await this.#goodKey(token, kind);
    if (kind !== 'management') throw wrongPlane(kind, 'management');
    if (key.accountIsSuspended) throw accountSuspended();
    this.#uses.note(key.id, key.lastUsedAt);
    return callerWithKey(key, origin);
  }

  /**
   * The key or person that began some work, with the role and the environments that they have now.
   * @throws what a request of theirs would get: `unauthenticated`, `account_suspended`, `sso_required` and the like
   */
  async asNow(db: Reader, { type, id, accountId, sessionId, origin }: Beginner): Promise<Caller> {
    if (type === 'user') {
      const session = sessionId === null ? undefined : await findSessionInUse(db, sessionId);
      return this.#personOf(this.#inUse(session, { userId: id, accountId }), origin, 'anything');
    }
    const row = await findKeyInUseById(db, id);
    const key = row?.kind === 'management' ? heldKey(row, row.kind) : undefined;
    if (key === undefined || (key.expiresAt !== null && key.expiresAt <= this.#clock())) throw unauthenticated();
    if (key.accountIsSuspended) throw accountSuspended();
    return callerWithKey(key, origin);
  }

  /**
   * The key used on the delivery or preview plane.
   * @throws `unauthenticated`, `wrong_plane`, `account_suspended`
   */
  async reading(token: string, plane: ReadingPlane): Promise<ReadingKey> {
    const kind = keyKindOf(token);
    const required = plane === 'either' ? 'delivery' : plane;
    if (token.startsWith(SCIM_PREFIX)) await this.#refuseScim(token, required);
    if (kind === undefined) {
      await this.#goodSession(token);
      throw wrongPlane('management', required);
    }
    const key = await this.#goodKey(token, kind);
    if (!isReading(key) || (plane !== 'either' && kind !== plane)) throw wrongPlane(kind, required);
    if (key.accountIsSuspended) throw accountSuspended();
    this.#uses.note(key.id, key.lastUsedAt);
    return key;
  }

  /**
   * The key, if it is known without waiting for the database; undefined if `reading` has to be called.
   * @param mark what the database had committed when the request came
   */
  knownReading(token: string, mark: number | undefined): ReadingKey | undefined {
    const key = this.#ring.known(token, mark);
    if (key === undefined || !isReading(key) || key.accountIsSuspended) return undefined;
    this.#uses.note(key.id, key.lastUsedAt);
    return key;
  }

  /**
   * The plane that a token belongs to, for other planes that refuse it.
   * @throws `unauthenticated` if it is good on none
   */
  async planeOf(token: string): Promise<KeyKind> {
    const kind = keyKindOf(token);
    if (kind === undefined) await this.#goodSession(token);
    else await this.#goodKey(token, kind);
    return kind ?? 'management';
  }

  /** The plan of an account changed: the next request with any of its keys has the new one. */
  planChanged(): void {
    this.#ring.forgetAll();
  }

  async #refuseScim(token: string, required: KeyKind): Promise<never> {
    await goodScimToken(this.#database, token);
    throw wrongPlane('scim', required);
  }

  async #person(token: string, origin: RequestOrigin, use: SessionUse): Promise<Caller> {
    const session = await this.#goodSession(token);
    const person = this.#personOf(session, origin, use);
    this.#lastSeen.note(memberKey(session), session.last_seen_at);
    const { created_at: begun, last_used_at: used } = session;
    // The first use is written soon: a session that is used outlives those that are not.
    this.#sessionUses.note(session.id, used > begun ? used : null);
    return person;
  }

  #personOf(session: SessionInUse & { role: string }, origin: RequestOrigin | null, use: SessionUse): Caller {
    requireUsable(session, use, { serviceUrl: this.#address.url, verifiesEmail: this.#verifiesEmail });
    const person = personActor({
      userId: session.user_id,
      email: session.email,
      accountId: session.account_id,
      role: session.role,
      sessionId: session.id,
      confinedTo: session.sso_account_id,
      origin,
    });
    const caller = { account: session.account_id, space: null, key: null, user: session.user_id };
    return { ...person, plan: session.plan, caller };
  }

  /** The session of an access token, if it still exists and its user still belongs to its account. */
  async #goodSession(token: string): Promise<SessionInUse & { role: string }> {
    const claims = await this.#accessTokens.verify(token);
    if (claims === undefined) throw unauthenticated();
    return this.#inUse(await findSessionInUse(this.#database.reader, claims.sessionId), claims);
  }

  #inUse(
    session: SessionInUse | undefined,
    { userId, accountId }: { readonly userId: string; readonly accountId: string },
  ): SessionInUse & { role: string } {
    const isGood =
      session !== undefined &&
      session.user_id === userId &&
      session.account_id === accountId &&
      session.expires_at > this.#clock();
    if (!isGood || session.role === null) throw unauthenticated();
    return { ...session, role: session.role };
  }

  async #goodKey(token: string, kind: KeyKind): Promise<HeldKey> {
    const key = await this.#ring.find(token, kind);
    if (key === undefined) throw unauthenticated();
    return key;
  }
}

function callerWithKey(key: HeldKey, origin: RequestOrigin | null): Caller {
  const { id: keyId, name, accountId, spaceId, environments, role, expiresAt, plan, caller } = key;
  return { ...keyActor({ keyId, name, accountId, spaceId, environments, role, expiresAt, origin }), plan, caller };
}

function isReading(key: HeldKey): key is HeldKey & { kind: 'delivery' | 'preview' } {
  return key.kind !== 'management';
}

function wrongPlane(presented: KeyKind | 'scim', required: KeyKind): DomainError {
  const advice =
    required === 'management'
      ? 'a management key or the token of a session here, or read under /delivery in the environment'
      : `a ${required} key here`;
  return new DomainError('wrong_plane', `The token belongs to the ${presented} plane; use ${advice}.`, {
    presented,
    required,
  });
}
