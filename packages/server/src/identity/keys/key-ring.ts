/**
 * Keys in use, found by token without a query while that is safe: on SQLite while nothing was committed since the row was read, on
 * PostgreSQL for less than `CONFIRMED_FOR_MS`. Changes by this process take effect at once. Expiry is checked at every use. While
 * PostgreSQL is unavailable, only keys of the delivery plane still work from memory, for as long as published content may be
 * served from memory.
 */
import type { Database } from '../../platform/database/database.ts';
import type { RequestCaller } from '../../platform/http/served-request.ts';
import { type Clock, steadyClock } from '../../platform/kit/clock.ts';
import { isToken, tokenHash } from '../../platform/kit/token.ts';
import type { KeyWrites } from '../actors/permissions.ts';
import { KEY_PREFIXES, type KeyKind, shownToken } from '../actors/token-kinds.ts';
import { writesOf } from './key-extent.ts';
import { findKeyInUse, findKeyInUseNow, findKeysInUse, type KeyInUse } from './store.ts';

/** How long a key is trusted if the database has no cheap way to tell whether anything changed. */
const CONFIRMED_FOR_MS = 900;
/** Most tokens to remember; any other is read again. */
const TOKENS_KEPT = 10_000;
/** Keys unused for longer than this are not kept confirmed in case the database becomes unavailable. */
const WANTED_FOR_MS = 3_600_000;
/** Keys confirmed by one statement. */
const CONFIRMED_AT_ONCE = 500;

/** What the use of a key depends on. */
export interface CachedKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly spaceId: string;
  readonly accountId: string;
  /** Numbers of the environments and aliases that it may see; null for all. */
  readonly environments: readonly number[] | null;
  readonly role: string | null;
  readonly writes: KeyWrites;
  /** Whether it may read the past. */
  readonly history: boolean;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly accountIsSuspended: boolean;
  /** Id of the plan of its account; null without a subscription. */
  readonly plan: string | null;
  /** As logs and metrics show it. */
  readonly caller: RequestCaller;
}

/** When the key was last read. */
interface Confirmed {
  readonly mark: number | undefined;
  readonly confirmedAt: number;
}

interface Known extends Confirmed {
  readonly key: CachedKey;
  /** When it was last confirmed for a request. */
  readonly wantedAt: number;
}

export class KeyRing {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #steady: Clock;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<CachedKey | undefined>>();
  #generation = 0;

  /**
   * @param parts.clock for the expiry of keys; @param parts.steady for how long a key is trusted, unaffected by changes of the
   * system clock
   */
  constructor(parts: { database: Database; clock: Clock; steady?: Clock | undefined }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#steady = parts.steady ?? steadyClock;
  }

  /** The key with a token of that kind; undefined if it is unknown, revoked or expired. */
  async find(token: string, kind: KeyKind): Promise<CachedKey | undefined> {
    const mark = this.#database.changeMark();
    const known = this.known(token, mark);
    if (known !== undefined) return known;
    const now = this.#steady();
    const key = await this.#askOnce(token, kind, { mark, confirmedAt: now }).catch((error: unknown) => {
      const recalled = this.#recalled(token, kind, now);
      if (recalled === undefined) throw error;
      return recalled;
    });
    return key === undefined || isExpired(key, this.#clock()) ? undefined : key;
  }

  /**
   * The key of a token, if it is known without a query; never at the first use of a token.
   * @param mark what the database had committed when the token was presented
   */
  known(token: string, mark: number | undefined): CachedKey | undefined {
    const known = this.#known.get(token);
    if (known === undefined) return undefined;
    const now = this.#steady();
    const key = this.#isCurrent(known, mark, now)
      ? known.key
      : this.#confirmNow(token, known.key.kind, { mark, confirmedAt: now });
    return key === undefined || isExpired(key, this.#clock()) ? undefined : key;
  }

  /** The key of a token that has expired, if it was just looked for. */
  expired(token: string): CachedKey | undefined {
    const key = this.#known.get(token)?.key;
    return key !== undefined && isExpired(key, this.#clock()) ? key : undefined;
  }

  /** Forces every key to be read again. Called after this process changed keys, or what they contain of their account. */
  forgetAll(): void {
    this.#generation += 1;
    // The tokens stay, so that they can be confirmed in case the database becomes unavailable.
    for (const [token, known] of this.#known)
      this.#known.set(token, { ...known, mark: undefined, confirmedAt: Number.NEGATIVE_INFINITY });
    this.#asking.clear();
  }

  /** Recently used tokens of the delivery plane that were not confirmed for that many milliseconds. */
  unconfirmedFor(ms: number): string[] {
    const now = this.#steady();
    const isDue = ({ key, confirmedAt, wantedAt }: Known): boolean =>
      key.kind === 'delivery' && now - confirmedAt >= ms && now - wantedAt < WANTED_FOR_MS;
    return [...this.#known].flatMap(([token, known]) => (isDue(known) ? [token] : []));
  }

  /** Confirms keys by their tokens. */
  async confirmAll(tokens: readonly string[]): Promise<void> {
    for (let start = 0; start < tokens.length; start += CONFIRMED_AT_ONCE) {
      const asked = tokens.slice(start, start + CONFIRMED_AT_ONCE).map((token) => ({ token, hash: tokenHash(token) }));
      const generation = this.#generation;
      const when = { mark: this.#database.changeMark(), confirmedAt: this.#steady() };
      const rows = await findKeysInUse(
        this.#database.reader,
        asked.map(({ hash }) => hash),
      );
      if (generation !== this.#generation) return;
      for (const { token, hash } of asked) this.#renew(token, rows.get(hash), when);
    }
  }

  /** Concurrent uses of one token share one lookup. */
  #askOnce(token: string, kind: KeyKind, when: Confirmed): Promise<CachedKey | undefined> {
    if (when.mark !== undefined) return this.#ask(token, kind, when);
    const asking = this.#asking.get(token) ?? this.#ask(token, kind, when).finally(() => this.#asking.delete(token));
    if (isToken(token, KEY_PREFIXES[kind])) this.#asking.set(token, asking);
    return asking;
  }

  async #ask(token: string, kind: KeyKind, when: Confirmed): Promise<CachedKey | undefined> {
    if (!isToken(token, KEY_PREFIXES[kind])) return undefined;
    const generation = this.#generation;
    const row = await findKeyInUse(this.#database.reader, tokenHash(token));
    return this.#take(token, kind, row, generation === this.#generation ? when : null);
  }

  /** A key that may be used while the database is unavailable, even an expired one: the caller checks that. */
  #recalled(token: string, kind: KeyKind, now: number): CachedKey | undefined {
    const known = this.#known.get(token);
    return known?.key.kind === kind && this.#isCurrent(known, undefined, now) ? known.key : undefined;
  }

  #isCurrent({ key, mark: marked, confirmedAt }: Known, mark: number | undefined, now: number): boolean {
    if (mark !== undefined) return marked !== undefined && marked >= mark;
    const { contact } = this.#database;
    const ageMs = now - confirmedAt;
    if (!contact.isAway) return ageMs < CONFIRMED_FOR_MS;
    return key.kind === 'delivery' && contact.canUseCached(ageMs);
  }

  #confirmNow(token: string, kind: KeyKind, when: Confirmed): CachedKey | undefined {
    const found = when.mark === undefined ? undefined : findKeyInUseNow(this.#database.reader, tokenHash(token));
    return found && this.#take(token, kind, found.key, when);
  }

  /** @param when null if keys changed in the meantime, so that the row must not be cached */
  #take(token: string, kind: KeyKind, row: KeyInUse | undefined, when: Confirmed | null): CachedKey | undefined {
    if (row === undefined || row.kind !== kind) {
      this.#known.delete(token);
      return undefined;
    }
    const key = cachedKeyOf(row, kind);
    if (when !== null) this.#keep(token, { key, ...when, wantedAt: when.confirmedAt });
    return key;
  }

  /** Stores a row that was read ahead of any request. */
  #renew(token: string, row: KeyInUse | undefined, when: Confirmed): void {
    const known = this.#known.get(token);
    if (known === undefined) return;
    if (row === undefined) this.#known.delete(token);
    else this.#known.set(token, { ...known, ...when, key: cachedKeyOf(row, known.key.kind) });
  }

  #keep(token: string, known: Known): void {
    if (this.#known.size >= TOKENS_KEPT) this.#known.clear();
    this.#known.set(token, known);
  }
}

function isExpired({ expiresAt }: CachedKey, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** The key in the form in which requests use it. */
export function cachedKeyOf(row: KeyInUse, kind: KeyKind): CachedKey {
  return {
    id: row.id,
    name: row.name,
    kind,
    spaceId: row.space_id,
    accountId: row.account_id,
    environments: row.environments === null ? null : (JSON.parse(row.environments) as number[]),
    role: row.role,
    writes: writesOf(row),
    history: row.history === 1,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    accountIsSuspended: row.account_suspended_at !== null,
    plan: row.plan,
    caller: {
      account: row.account_id,
      space: row.space_id,
      keyId: row.id,
      key: shownToken(KEY_PREFIXES[kind], row.last_four),
      user: null,
    },
  };
}
