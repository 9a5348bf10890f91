/**
 * Keys in use, found by token without a query where that is safe: on SQLite while nothing was committed since the row
 * was read, on PostgreSQL for less than `CONFIRMED_FOR_MS`. Changes by this process take effect at once. Expiry is
 * checked at every use.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { isToken, tokenHash } from '../../platform/kit/token.ts';
import { KEY_PREFIXES, type KeyKind } from '../token-kinds.ts';
import { findKeyInUse, findKeyInUseNow, type KeyInUse } from './store.ts';

/** How long a key is trusted if the database cannot cheaply tell that nothing changed. */
const CONFIRMED_FOR_MS = 900;
/** Tokens to remember; the others are read again. */
const TOKENS_KEPT = 10_000;

/** What using a key depends on. */
export interface HeldKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly spaceId: string;
  readonly accountId: string;
  /** Numbers of the only environments, and of aliases of them, that it may see; null for all. */
  readonly environments: readonly number[] | null;
  readonly role: string | null;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly accountIsSuspended: boolean;
  /** Id of the plan of its account; null without a subscription. */
  readonly plan: string | null;
}

/** When the key was last read. */
interface Confirmed {
  readonly mark: number | undefined;
  readonly confirmedAt: number;
}

interface Known extends Confirmed {
  readonly key: HeldKey;
}

export class KeyRing {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<HeldKey | undefined>>();
  #generation = 0;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** The key with a token of that kind; undefined if it is unknown, revoked or expired. */
  async find(token: string, kind: KeyKind): Promise<HeldKey | undefined> {
    const mark = this.#database.changeMark();
    const known = this.known(token, mark);
    if (known !== undefined) return known;
    const now = this.#clock();
    const key = await this.#askOnce(token, kind, { mark, confirmedAt: now });
    return key === undefined || isExpired(key, now) ? undefined : key;
  }

  /**
   * The key of a token, if it is known without waiting for the database; the first time it never is.
   * @param mark what the database had committed when the token was presented
   */
  known(token: string, mark: number | undefined): HeldKey | undefined {
    const known = this.#known.get(token);
    if (known === undefined) return undefined;
    const now = this.#clock();
    const key = stands(known, mark, now)
      ? known.key
      : this.#confirmNow(token, known.key.kind, { mark, confirmedAt: now });
    return key === undefined || isExpired(key, now) ? undefined : key;
  }

  /** Makes every key be read again; called after this process changed keys, or what they say of their account. */
  forgetAll(): void {
    this.#generation += 1;
    this.#known.clear();
    this.#asking.clear();
  }

  /** Concurrent uses of one token share one lookup. */
  #askOnce(token: string, kind: KeyKind, when: Confirmed): Promise<HeldKey | undefined> {
    if (when.mark !== undefined) return this.#ask(token, kind, when);
    const asking = this.#asking.get(token) ?? this.#ask(token, kind, when).finally(() => this.#asking.delete(token));
    if (isToken(token, KEY_PREFIXES[kind])) this.#asking.set(token, asking);
    return asking;
  }

  async #ask(token: string, kind: KeyKind, when: Confirmed): Promise<HeldKey | undefined> {
    if (!isToken(token, KEY_PREFIXES[kind])) return undefined;
    const generation = this.#generation;
    const row = await findKeyInUse(this.#database.reader, tokenHash(token));
    return this.#take(token, kind, row, generation === this.#generation ? when : null);
  }

  #confirmNow(token: string, kind: KeyKind, when: Confirmed): HeldKey | undefined {
    const found = when.mark === undefined ? undefined : findKeyInUseNow(this.#database.reader, tokenHash(token));
    return found && this.#take(token, kind, found.key, when);
  }

  /** @param when null if keys changed in the meantime, and the row must not be cached */
  #take(token: string, kind: KeyKind, row: KeyInUse | undefined, when: Confirmed | null): HeldKey | undefined {
    if (row === undefined || row.kind !== kind) {
      this.#known.delete(token);
      return undefined;
    }
    const key = heldKey(row, kind);
    if (when !== null) this.#keep(token, { key, ...when });
    return key;
  }

  #keep(token: string, known: Known): void {
    if (this.#known.size >= TOKENS_KEPT) this.#known.clear();
    this.#known.set(token, known);
  }
}

function stands({ mark: marked, confirmedAt }: Known, mark: number | undefined, now: number): boolean {
  return mark === undefined ? now - confirmedAt < CONFIRMED_FOR_MS : marked !== undefined && marked >= mark;
}

function isExpired({ expiresAt }: HeldKey, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function heldKey(row: KeyInUse, kind: KeyKind): HeldKey {
  return {
    id: row.id,
    name: row.name,
    kind,
    spaceId: row.space_id,
    accountId: row.account_id,
    environments: row.environments === null ? null : (JSON.parse(row.environments) as number[]),
    role: row.role,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    accountIsSuspended: row.account_suspended_at !== null,
    plan: row.plan,
  };
}
