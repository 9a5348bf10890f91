/**
 * Recovery codes: ten codes of 50 random bits, for when the second factor is lost. Only a hash under a key of the
 * installation is stored, so that a copy of the database alone does not help anyone to guess them.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';

const CODES = 10;
/** Excludes letters that look alike. Its length divides 256, so that every character is equally likely. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PART_CHARACTERS = 5;
const CODE = new RegExp(`^[${ALPHABET}]{${2 * PART_CHARACTERS}}$`);

export class RecoveryCodes {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'recovery-code');
  }

  /** Ten new codes such as `7kq2m-x0dvw`. */
  make(): string[] {
    return Array.from({ length: CODES }, () => `${randomPart()}-${randomPart()}`);
  }

  /** The stored hash of a code; undefined if the text cannot be a code. Case, spaces and hyphens do not matter. */
  hashOf(userId: string, code: string): string | undefined {
    const bare = code.toLowerCase().replaceAll(/[\s-]/g, '');
    if (!CODE.test(bare)) return undefined;
    return createHmac('sha256', this.#key).update(`${userId} ${bare}`).digest('base64url');
  }
}

function randomPart(): string {
  return [...randomBytes(PART_CHARACTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
