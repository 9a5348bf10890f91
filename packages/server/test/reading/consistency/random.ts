/** Random choices that a seed repeats. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, without 1 (mulberry32). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0, below `count`. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  chance(share: number): boolean {
    return this.unit() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    return choice;
  }

  /** One of the choices that often, else null. */
  maybe<T>(share: number, choices: readonly T[]): T | null {
    return this.chance(share) ? this.pick(choices) : null;
  }
}
