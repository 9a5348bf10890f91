/**
 * A map of bounded size for what is only worth keeping if it is asked for again soon. Invariant: when it is full, it
 * stays as it is until many times its size was refused: a map that begins anew each time it is full keeps nothing
 * that helps where more is asked for in turn than it holds, and everything in it lives just long enough to be old to
 * the garbage collector.
 */

/** Refusals for each place, after which what is kept is taken for out of use. */
const REFUSALS_A_PLACE = 100;

export class SteadyMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #sizeMax: number;
  #refused = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Keeps a value if there is room, or if nothing else found any for long. */
  set(key: Key, value: Value): void {
    if (this.#entries.size >= this.#sizeMax && !this.#entries.has(key)) {
      this.#refused += 1;
      if (this.#refused < this.#sizeMax * REFUSALS_A_PLACE) return;
      this.clear();
    }
    this.#entries.set(key, value);
  }

  clear(): void {
    this.#entries.clear();
    this.#refused = 0;
  }
}
