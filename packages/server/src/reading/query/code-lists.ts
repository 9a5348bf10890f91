/**
 * The codes that a row holds, encoded as one number: none, one code, or a list of them. Lists lie one behind the other: a
 * million arrays would be most of the memory and of the collector's work. Invariant: a list never changes once it is
 * encoded; those that are dropped keep their place.
 */
import { rowIntegers } from './row-numbers.ts';

/** Of a row that holds nothing. */
export const ABSENT = -1;
/** Of a row that holds a list: this, less the place of the list. */
const LISTED = -2;
/** A list takes this many numbers beside its codes: its length. */
const HEAD = 1;

export class CodeLists {
  /** Each list as its length and its codes. */
  readonly #numbers = rowIntegers(0);
  #used = 0;
  #codes = 0;

  /** Bytes held. */
  get bytes(): number {
    return this.#numbers.bytes;
  }

  /** How many codes the lists have that are not dropped. */
  get codeCount(): number {
    return this.#codes;
  }

  /** Numbers that are held beside those. */
  get idleCount(): number {
    return this.#used - this.#codes;
  }

  /** The number that encodes these codes. */
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

  /** Says that no row holds the number any more. */
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
