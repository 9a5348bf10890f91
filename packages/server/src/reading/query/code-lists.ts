/**
 * The codes of a row, encoded as one number: none, one code, or a list of them. Lists are stored one after the other, because a
 * million arrays would take most of the memory and of the garbage collector's work. Invariant: a list never changes once it is
 * encoded; dropped lists keep their place.
 */
import { rowIntegers } from './row-numbers.ts';

/** Encodes a row without codes. */
export const ABSENT = -1;
/** Encodes a row with a list: this minus the position of the list. */
const LISTED = -2;
/** Numbers that a list takes besides its codes: its length. */
const HEAD = 1;

export class CodeLists {
  /** Each list as its length followed by its codes. */
  readonly #numbers = rowIntegers(0);
  #used = 0;
  #codes = 0;

  /** Bytes in use. */
  get bytes(): number {
    return this.#numbers.bytes;
  }

  /** How many codes the lists contain, without dropped ones. */
  get codeCount(): number {
    return this.#codes;
  }

  /** How many other numbers are stored: lengths and dropped lists. */
  get idleCount(): number {
    return this.#used - this.#codes;
  }

  /** Encodes these codes as a number. */
  add(codes: readonly number[]): number {
    const [first] = codes;
    if (codes.length === 1 && first !== undefined) return first;
    const place = this.#used;
    this.#numbers.set(place, codes.length);
    for (let at = 0; at < codes.length; at++) this.#numbers.set(place + HEAD + at, codes[at] as number);
    this.#used += HEAD + codes.length;
    this.#codes += codes.length;
    return LISTED - place;
  }

  /** Marks that no row uses the number any more. */
  drop(encoded: number): void {
    if (encoded <= LISTED) this.#codes -= this.countOf(encoded);
  }

  countOf(encoded: number): number {
    if (encoded > LISTED) return encoded === ABSENT ? 0 : 1;
    return this.#numbers.get(LISTED - encoded);
  }

  codeAt(encoded: number, at: number): number {
    return encoded > LISTED ? encoded : this.#numbers.get(LISTED - encoded + HEAD + at);
  }

  some(encoded: number, test: (code: number) => boolean): boolean {
    if (encoded >= 0) return test(encoded);
    const count = this.countOf(encoded);
    for (let at = 0; at < count; at++) if (test(this.codeAt(encoded, at))) return true;
    return false;
  }
}
