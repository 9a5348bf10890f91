/**
 * Hashes of passwords: Argon2id in PHC format (https://github.com/P-H-C/phc-string-format), a bounded number at a time,
 * since each takes 19 MiB and tens of milliseconds; parties take turns. The same text in another Unicode form is the
 * same password.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairTurns, type FairTurnsLimits } from './fair-turns.ts';

/** What a hash of Argon2id costs whoever makes one, us or somebody who guesses. */
export interface PasswordCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** The least that OWASP's Password Storage Cheat Sheet asks for. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2 };
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Limits for the parameters of a stored hash. */
const MEMORY_KIB_MAX = 65_536;
const PASSES_MAX = 10;
/** One less at a time than Node has worker threads, so that files and compression never wait for passwords. */
const LIMITS: FairTurnsLimits = { total: 3, waiting: 100, waitingPerParty: 20 };

const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const derive = promisify(argon2);

interface Hash extends PasswordCost {
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

/** Hashes passwords; given to a task for the time of its turn. */
export interface Hashing {
  /** The PHC string to store. */
  hash(password: string): Promise<string>;
  /**
   * Whether this is the password that was hashed.
   * @param phc undefined if there is none to compare with: takes as long and never matches
   */
  verify(password: string, phc: string | undefined): Promise<boolean>;
}

interface PasswordHasherOptions {
  /** Of the hashes that it makes; tests that hash much ask for less. */
  readonly cost?: PasswordCost | undefined;
  readonly limits?: FairTurnsLimits;
}

export class PasswordHasher {
  readonly #turns: FairTurns;
  readonly #hashing: Hashing;

  constructor({ cost = PASSWORD_COST, limits = LIMITS }: PasswordHasherOptions = {}) {
    this.#turns = new FairTurns(limits);
    this.#hashing = hashingOf(cost);
  }

  /**
   * Runs a task when it is its turn. Only there passwords are hashed, one at a time.
   * @param party who takes turns with others, such as the network of a client
   * @throws QueueFullError, or what the task throws
   */
  async inTurn<T>(party: string, task: (hashing: Hashing) => Promise<T>): Promise<T> {
    return this.#turns.run(party, () => task(this.#hashing));
  }
}

function hashingOf({ memory, passes }: PasswordCost): Hashing {
  const hashOf = (salt: Buffer, digest: Buffer): Hash => ({ memory, passes, parallelism: PARALLELISM, salt, digest });
  /** Stands for a hash that there is not. */
  const absent = hashOf(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      const digest = await derived(password, hashOf(salt, Buffer.alloc(HASH_BYTES)));
      const [saltText, digestText] = [salt, digest].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
      return `$argon2id$v=19$m=${memory},t=${passes},p=${PARALLELISM}$${saltText}$${digestText}`;
    },
    verify: async (password, phc) => {
      const hash = (phc === undefined ? undefined : parse(phc)) ?? absent;
      const digest = await derived(password, hash);
      return timingSafeEqual(digest, hash.digest) && hash !== absent;
    },
  };
}

async function derived(password: string, { memory, passes, parallelism, salt, digest }: Hash): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  return derive('argon2id', { message, nonce: salt, parallelism, tagLength: digest.length, memory, passes });
}

function parse(phc: string): Hash | undefined {
  const [, memory, passes, parallelism, salt = '', digest = ''] = PHC.exec(phc) ?? [];
  const hash = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
  return hash.memory <= MEMORY_KIB_MAX && hash.passes <= PASSES_MAX ? hash : undefined;
}
