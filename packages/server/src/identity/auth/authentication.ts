/**
 * The guards of the planes: they turn the token of a request into its actor, or reject it. The checks run in one order: the token
 * is well-formed, it is known and valid, it belongs to this plane, its account is not suspended. An invalid token gets the same
 * error on every plane.
 */
import type { Database, Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { type RequestCaller, refusalOf } from '../../platform/http/served-request.ts';
import type { Actor, RequestOrigin } from '../../platform/journal/actor.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { memberKey } from '../accounts/members/members.ts';
import { type Caller, keyActor, personActor, sessionOf } from '../actors/actors.ts';
import type { LastUses } from '../actors/last-uses.ts';
import { accountSuspended, tokenMissing, unauthenticated } from '../actors/refusals.ts';
import {
  type KeyKind,
  keyKindOf,
  lastFourOf,
  PREVIEW_TOKEN_PREFIX,
  SCIM_PREFIX,
  shownToken,
} from '../actors/token-kinds.ts';
import { findKeyInUseById } from '../keys/api-keys.ts';
import { type CachedKey, cachedKeyOf, type KeyRing } from '../keys/key-ring.ts';
import { goodScimToken } from '../keys/scim-tokens/scim-authentication.ts';
import {
  isPreviewToken,
  type PreviewGrant,
  type PreviewLinkLookup,
  type PreviewTokens,
  type PreviewView,
} from './preview-tokens.ts';
import type { AccessTokens } from './sessions/access-tokens.ts';
import { requireUsable, type SessionUse } from './sessions/session-rules.ts';
import { findSessionInUse, type SessionInUse } from './sessions/store.ts';

const BEARER = /^bearer +([!-~]{1,2048}) *$/i;

/** A key of the delivery or preview plane, or a preview token, with what a read needs of it. */
export interface ReadingKey {
  readonly id: string;
  readonly name: string;
  readonly kind: 'delivery' | 'preview';
  readonly spaceId: string;
  readonly accountId: string;
  /** Numbers of the environments and aliases that it may read; null for all of the space. */
  readonly environments: readonly number[] | null;
  /** Whether it may read the past. */
  readonly history: boolean;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  /** Id of the plan of its account; null without a subscription. */
  readonly plan: string | null;
  /** As logs and metrics show it. */
  readonly caller: RequestCaller;
  /** What a preview token shows; keys choose with each request. */
  readonly view?: PreviewView;
  /** Whether whoever reads came by a preview link, and is nobody that the account knows. */
  readonly isVisitor?: boolean;
}

/** The actor who started work that continues after the response. */
export interface Initiator extends Pick<Actor, 'type' | 'id' | 'accountId' | 'origin'> {
  /** The session of a person; null for a key. */
  readonly sessionId: string | null;
}

/** Identifies an actor, so that it can be looked up again later. */
export function initiatorOf(actor: Actor): Initiator {
  const { type, id, accountId, origin } = actor;
  return { type, id, accountId, origin, sessionId: sessionOf(actor) };
}

/** Where a reading token is used: on one of the planes, or on a path that both share. */
export type ReadingPlane = 'delivery' | 'preview' | 'either';

/** The token of an `Authorization` header; undefined if it is missing or malformed. */
export function bearerIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/** As `bearerIn`. @throws `unauthenticated` if there is none */
export function resolveBearer(header: string | undefined): string {
  const token = bearerIn(header);
  if (token === undefined) throw tokenMissing();
  return token;
}

interface AuthenticationParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly previewTokens: Pick<PreviewTokens, 'open'>;
  readonly previewLinks: PreviewLinkLookup;
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
  readonly #previewTokens: Pick<PreviewTokens, 'open'>;
  readonly #previewLinks: PreviewLinkLookup;
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
    this.#previewTokens = parts.previewTokens;
    this.#previewLinks = parts.previewLinks;
    this.#ring = parts.ring;
    this.#uses = parts.uses;
    this.#lastSeen = parts.lastSeen;
    this.#sessionUses = parts.sessionUses;
    this.#address = parts.address;
    this.#verifiesEmail = parts.verifiesEmail;
  }

  /**
   * The actor on the management plane.
   * @param use what the request needs the session for
   * @throws `unauthenticated`, `wrong_plane`, `account_suspended`, `sso_required`, `email_unverified`, `second_factor_required`
   */
  async management(token: string, origin: RequestOrigin, use: SessionUse = 'anything'): Promise<Caller> {
    const kind = keyKindOf(token);
    if (token.startsWith(SCIM_PREFIX)) await this.#rejectScim(token, 'management');
    if (isPreviewToken(token))
      throw refusalOf((await this.#goodPreview(token)).caller, wrongPlane('preview', 'management'));
    if (kind === undefined) return this.#person(token, origin, use);
    const key = await this.#goodKey(token, kind);
    if (kind !== 'management') throw refusalOf(key.caller, wrongPlane(kind, 'management'));
    if (key.accountIsSuspended) throw refusalOf(key.caller, accountSuspended());
    this.#uses.note(key.id, key.lastUsedAt);
    return callerWithKey(key, origin);
  }

  /**
   * The key or person that started some work, with their current role and environments.
   * @throws what a request of theirs would get: `unauthenticated`, `account_suspended`, `sso_required` and the like
   */
  async asNow(db: Reader, { type, id, accountId, sessionId, origin }: Initiator): Promise<Caller> {
    if (type === 'user') {
      const session = sessionId === null ? undefined : await findSessionInUse(db, sessionId);
      return this.#personOf(this.#inUse(session, { userId: id, accountId }), origin, 'anything');
    }
    const row = await findKeyInUseById(db, id);
    const key = row?.kind === 'management' ? cachedKeyOf(row, row.kind) : undefined;
    if (key === undefined || (key.expiresAt !== null && key.expiresAt <= this.#clock())) throw unauthenticated();
    if (key.accountIsSuspended) throw accountSuspended();
    return callerWithKey(key, origin);
  }

  /**
   * The key or preview token used on the delivery or preview plane.
   * @throws `unauthenticated`, `wrong_plane`, `account_suspended`; for a preview token also what a request of its maker would get
   */
  async reading(token: string, plane: ReadingPlane): Promise<ReadingKey> {
    const kind = keyKindOf(token);
    const required = plane === 'either' ? 'delivery' : plane;
    if (token.startsWith(SCIM_PREFIX)) await this.#rejectScim(token, required);
    if (isPreviewToken(token)) return this.#previewOn(token, plane);
    if (kind === undefined) {
      const session = await this.#goodSession(token);
      throw refusalOf(callerOfSession(session), wrongPlane('management', required));
    }
    const key = await this.#goodKey(token, kind);
    if (!isReading(key) || (plane !== 'either' && kind !== plane))
      throw refusalOf(key.caller, wrongPlane(kind, required));
    if (key.accountIsSuspended) throw refusalOf(key.caller, accountSuspended());
    this.#uses.note(key.id, key.lastUsedAt);
    return key;
  }

  /**
   * The key, if it is known without a query; undefined if the caller has to use `reading`.
   * @param mark what the database had committed when the request arrived
   */
  knownReading(token: string, mark: number | undefined): ReadingKey | undefined {
    const key = this.#ring.known(token, mark);
    if (key === undefined || !isReading(key) || key.accountIsSuspended) return undefined;
    this.#uses.note(key.id, key.lastUsedAt);
    return key;
  }

  /** Reads the keys of tokens that are in use anew: what others have changed of them is known at once. */
  confirmReading(tokens: readonly string[]): Promise<void> {
    return this.#ring.confirmAll(tokens);
  }

  /**
   * The plane that a token belongs to, for other planes that reject it.
   * @throws `unauthenticated` if it is valid on none
   */
  async planeOf(token: string): Promise<KeyKind> {
    if (isPreviewToken(token)) return (await this.#goodPreview(token)).kind;
    const kind = keyKindOf(token);
    if (kind === undefined) await this.#goodSession(token);
    else await this.#goodKey(token, kind);
    return kind ?? 'management';
  }

  /** Called when the plan of an account changed: the next request with any of its keys uses the new plan. */
  planChanged(): void {
    this.#ring.forgetAll();
  }

  async #rejectScim(token: string, required: KeyKind): Promise<never> {
    await goodScimToken(this.#database, token);
    throw wrongPlane('scim', required);
  }

  async #previewOn(token: string, plane: ReadingPlane): Promise<ReadingKey> {
    const key = await this.#goodPreview(token);
    if (plane === 'delivery') throw refusalOf(key.caller, wrongPlane('preview', plane));
    return key;
  }

  /** What a preview token reads, if its maker may still read it. */
  async #goodPreview(token: string): Promise<ReadingKey> {
    const grant = this.#previewTokens.open(token);
    if (grant === undefined) throw unauthenticated();
    if (grant.link !== null) return this.#visitor(token, grant, grant.link);
    const maker = await this.asNow(this.#database.reader, { ...grant.by, origin: null });
    if (!maker.permits('entry.read')) throw unauthenticated();
    return readingKeyOf(token, grant, maker);
  }

  /** What a token reads that a preview link was opened for, as long as the link works. */
  async #visitor(token: string, grant: PreviewGrant, linkId: string): Promise<ReadingKey> {
    const link = await this.#previewLinks.working(linkId);
    if (link === undefined) throw unauthenticated();
    const { row, maker } = link;
    const { account_id: account, plan } = row;
    const caller = { account, space: null, keyId: linkId, key: null, user: null };
    return { ...readingKeyOf(token, grant, { ...maker, id: linkId, plan, caller }), isVisitor: true };
  }

  async #person(token: string, origin: RequestOrigin, use: SessionUse): Promise<Caller> {
    const session = await this.#goodSession(token);
    const person = this.#personOf(session, origin, use);
    this.#lastSeen.note(memberKey(session), session.last_seen_at);
    const { created_at: begun, last_used_at: used } = session;
    // The first use is written soon, because sessions that were never used are the first to be ended.
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
    return { ...person, plan: session.plan, caller: callerOfSession(session) };
  }

  /** The session of an access token, if it still exists and its user is still a member of its account. */
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

  async #goodKey(token: string, kind: KeyKind): Promise<CachedKey> {
    const key = await this.#ring.find(token, kind);
    if (key !== undefined) return key;
    const expired = this.#ring.expired(token);
    throw expired === undefined ? unauthenticated() : refusalOf(expired.caller, unauthenticated());
  }
}

function callerOfSession({ account_id: account, user_id: user }: SessionInUse): RequestCaller {
  return { account, space: null, keyId: null, key: null, user };
}

function callerWithKey(key: CachedKey, origin: RequestOrigin | null): Caller {
  const { id: keyId, name, accountId, spaceId, environments, role, writes, expiresAt, plan, caller } = key;
  const actor = keyActor({ keyId, name, accountId, spaceId, environments, role, writes, expiresAt, origin });
  return { ...actor, plan, caller };
}

/** A preview token as who reads: in its environment alone, and there no more than its maker sees now. */
function readingKeyOf(token: string, grant: PreviewGrant, maker: Caller): ReadingKey {
  const { spaceId, changeSet, asOf, revision, expiresAt } = grant;
  const { environments: bound } = maker;
  return {
    id: maker.id,
    name: 'Preview token',
    kind: 'preview',
    spaceId,
    accountId: maker.accountId,
    environments: grant.environments.filter((number) => bound === null || bound.includes(number)),
    history: asOf !== null,
    expiresAt,
    plan: maker.plan,
    caller: {
      ...maker.caller,
      space: spaceId,
      key: shownToken(PREVIEW_TOKEN_PREFIX, lastFourOf(token)),
    },
    view: { changeSet, asOf, revision },
  };
}

function isReading(key: CachedKey): key is CachedKey & { kind: 'delivery' | 'preview' } {
  return key.kind !== 'management';
}

function wrongPlane(presented: KeyKind | 'scim', required: KeyKind): DomainError {
  const advice =
    required === 'management'
      ? 'a management key or a session token here, or read under /delivery of the environment'
      : `a ${required} key here`;
  return new DomainError('wrong_plane', `The token belongs to the ${presented} plane; use ${advice}.`, {
    presented,
    required,
  });
}
