/** A locale of a space as the running service represents it, and the fallback chains that locales form. */

export interface Locale {
  /** Immutable, unique in the space, from 1; values are stored under it. */
  readonly number: number;
  readonly id: string;
  /** BCP 47. */
  readonly code: string;
  readonly name: string;
  /** Number of the locale that provides a missing value; null ends the chain. */
  readonly fallback: number | null;
  readonly isDefault: boolean;
  readonly optional: boolean;
  readonly version: number;
}

/** The locales of one space, indexed by number, code and id. */
export class Locales {
  readonly all: readonly Locale[];
  readonly default: Locale;
  readonly #byCode: ReadonlyMap<string, Locale>;
  readonly #byNumber: ReadonlyMap<number, Locale>;
  readonly #chains = new Map<number, readonly number[]>();

  constructor(all: readonly Locale[]) {
    this.all = all;
    const standard = all.find((locale) => locale.isDefault);
    if (standard === undefined) throw new Error('A space without a default locale.');
    this.default = standard;
    this.#byCode = new Map(all.map((locale) => [locale.code, locale]));
    this.#byNumber = new Map(all.map((locale) => [locale.number, locale]));
  }

  byCode(code: string): Locale | undefined {
    return this.#byCode.get(code);
  }

  byNumber(number: number): Locale | undefined {
    return this.#byNumber.get(number);
  }

  /** The locale itself and its fallbacks, in order. Stops at a loop, which the rules prevent. */
  chain(number: number): readonly number[] {
    const known = this.#chains.get(number);
    if (known !== undefined) return known;
    const chain: number[] = [];
    let next: number | null = number;
    while (next !== null && !chain.includes(next)) {
      chain.push(next);
      next = this.#byNumber.get(next)?.fallback ?? null;
    }
    this.#chains.set(number, chain);
    return chain;
  }
}
