/**
 * Challenges: tokens that carry what is known so far between the requests of one process, such as a second factor or single
 * sign-on. Only the hash of a token is stored, its content is encrypted, and only one of several concurrent uses succeeds.
 */
import type { Database, Reader, Writer } from '../../../platform/database/database.ts';
import { type Clock, isWithin } from '../../../platform/kit/clock.ts';
import { SealedBox } from '../../../platform/kit/sealed-box.ts';
import { isToken, newToken, tokenHash } from '../../../platform/kit/token.ts';
import { CHALLENGE_PREFIX } from '../../actors/token-kinds.ts';
import {
  deleteChallenge,
  deleteChallengesBefore,
  findChallenge,
  insertChallenge,
  insertNewChallenge,
  saveChallenge,
} from './store.ts';

const NOTHING = new Uint8Array();

/** A kind of challenge. A token of one kind is unknown to all other kinds. */
export interface ChallengeKind<T extends object> {
  readonly purpose: string;
  /** The prefix of its tokens; `CHALLENGE_PREFIX` if none is given. */
  readonly prefix?: string;
  readonly lifeMs: number;
  /** Never set: it only carries the type of the content. */
  readonly content?: T;
}

export class Challenges {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #box: SealedBox;

  constructor({ database, clock, secret }: { database: Database; clock: Clock; secret: string }) {
    this.#database = database;
    this.#clock = clock;
    this.#box = new SealedBox(secret, 'challenge');
  }

  /** Starts a challenge in a write of its own. @returns its token */
  async begin<T extends object>(kind: ChallengeKind<T>, content: T): Promise<string> {
    return this.#database.write((writer) => this.beginIn(writer, kind, content));
  }

  /** As `begin`, inside an open write. */
  async beginIn<T extends object>(writer: Writer, kind: ChallengeKind<T>, content: T): Promise<string> {
    const now = this.#clock();
    const token = newToken(prefixOf(kind));
    const sealed = this.#box.seal(JSON.stringify(content));
    await deleteChallengesBefore(writer, now);
    await insertChallenge(writer, {
      token_hash: tokenHash(token),
      purpose: kind.purpose,
      sealed,
      expires_at: now + kind.lifeMs,
    });
    return token;
  }

  /** The content of a token, without using it up; undefined if it is unknown, used or expired. */
  async look<T extends object>(kind: ChallengeKind<T>, token: string): Promise<T | undefined> {
    if (!isToken(token, prefixOf(kind))) return undefined;
    const row = await findChallenge(this.#database.reader, tokenHash(token));
    if (row?.purpose !== kind.purpose || !this.#isOpen(kind, row.expires_at)) return undefined;
    return JSON.parse(this.#box.open(row.sealed)) as T;
  }

  /** Uses a token up inside an open write. @returns its content; undefined if it is unknown, used or expired */
  async take<T extends object>(writer: Writer, kind: ChallengeKind<T>, token: string): Promise<T | undefined> {
    if (!isToken(token, prefixOf(kind))) return undefined;
    const row = await deleteChallenge(writer, tokenHash(token), kind.purpose);
    if (row === undefined || !this.#isOpen(kind, row.expires_at)) return undefined;
    return JSON.parse(this.#box.open(row.sealed)) as T;
  }

  /**
   * Records inside an open write that something that works once, such as a code, was used.
   * @param kind its lifetime is how long the use is remembered
   * @param what identifies the thing
   * @returns whether it was not used before
   */
  async useOnce(writer: Writer, { purpose, lifeMs }: ChallengeKind<object>, what: string): Promise<boolean> {
    const expires_at = this.#clock() + lifeMs;
    return insertNewChallenge(writer, {
      token_hash: tokenHash(`${purpose} ${what}`),
      purpose,
      sealed: NOTHING,
      expires_at,
    });
  }

  /**
   * Keeps something under a name that is no token, for as long as the kind lasts; what was kept under it before is replaced.
   * @param what identifies the thing
   */
  async keepIn<T extends object>(writer: Writer, kind: ChallengeKind<T>, what: string, content: T): Promise<void> {
    const now = this.#clock();
    const row = {
      token_hash: tokenHash(`${kind.purpose} ${what}`),
      purpose: kind.purpose,
      sealed: this.#box.seal(JSON.stringify(content)),
      expires_at: now + kind.lifeMs,
    };
    await deleteChallengesBefore(writer, now);
    await saveChallenge(writer, row);
  }

  /** What is kept under a name; undefined if nothing is, or no longer. */
  async kept<T extends object>(db: Reader, kind: ChallengeKind<T>, what: string): Promise<T | undefined> {
    const row = await findChallenge(db, tokenHash(`${kind.purpose} ${what}`));
    if (row === undefined || !this.#isOpen(kind, row.expires_at)) return undefined;
    return JSON.parse(this.#box.open(row.sealed)) as T;
  }

  /** A challenge that expires later than one that starts now was written while the clock was ahead, and is void. */
  #isOpen({ lifeMs }: Pick<ChallengeKind<object>, 'lifeMs'>, expiresAt: number): boolean {
    return isWithin(expiresAt, lifeMs, this.#clock());
  }
}

function prefixOf({ prefix = CHALLENGE_PREFIX }: Pick<ChallengeKind<object>, 'prefix'>): string {
  return prefix;
}
