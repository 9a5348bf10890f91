/**
 * Hashes of passwords: Argon2id in PHC format (https://github.com/P-H-C/phc-string-format), a bounded number at a time,
 * since each takes 19 MiB and tens of milliseconds. The same text in another Unicode form is the same password.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Limits for the parameters of a stored hash. */
const MEMORY_KIB_MAX = 65_536;
const PASSES_MAX = 10;
/** One less than Node's worker threads, so that files and compression never wait for passwords. */
const CONCURRENT_DEFAULT = 3;
const WAITING_DEFAULT = 100;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const derive = promisify(argon2);

/** Thrown when too many passwords are waiting to be hashed. */
export class PasswordQueueFullError extends Error {
  constructor() {
    super('Too many passwords are waiting to be hashed.');
    this.name = 'PasswordQueueFullError';
  }
}

interface Hash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

export class PasswordHasher {
  readonly #concurrent: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  readonly #absent: Hash;
  #running = 0;

  /** @param options.concurrent hashes at a time; @param options.waiting most that may wait; more are rejected */
  constructor(options: { concurrent?: number; waiting?: number } = {}) {
    this.#concurrent = options.concurrent ?? CONCURRENT_DEFAULT;
    this.#waitingMax = options.waiting ?? WAITING_DEFAULT;
    this.#absent = ourHash(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  }

  /** The PHC string to store. @throws PasswordQueueFullError */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const digest = await this.#derive(password, ourHash(salt, Buffer.alloc(HASH_BYTES)));
    const [saltText, digestText] = [salt, digest].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${saltText}$${digestText}`;
  }

  /**
   * Whether this is the password that was hashed.
   * @param phc undefined if there is none to compare with: takes as long and never matches
   * @throws PasswordQueueFullError
   */
  async verify(password: string, phc: string | undefined): Promise<boolean> {
    const hash = (phc === undefined ? undefined : parse(phc)) ?? this.#absent;
    const digest = await this.#derive(password, hash);
    return timingSafeEqual(digest, hash.digest) && hash !== this.#absent;
  }

  async #derive(password: string, { memory, passes, parallelism, salt, digest }: Hash): Promise<Buffer> {
    await this.#takeTurn();
    try {
      const message = Buffer.from(password.normalize('NFC'), 'utf8');
      return await derive('argon2id', { message, nonce: salt, parallelism, tagLength: digest.length, memory, passes });
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#running >= this.#concurrent) {
      if (this.#waiting.length >= this.#waitingMax) throw new PasswordQueueFullError();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }
}

function ourHash(salt: Buffer, digest: Buffer): Hash {
  return { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM, salt, digest };
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
