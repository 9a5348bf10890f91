/**
 * A map of bounded size for values that only pay off if they are needed again soon. Invariant: a full map stays as it
 * is until many times its size was refused. A map that starts over whenever it is full is useless when more keys are
 * cycled through than it holds, and everything in it lives just long enough to reach the old generation of the heap.
 */

/** Refusals per entry after which the content counts as unused. */
const REFUSALS_A_PLACE = 100;

export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #sizeMax: number;
  #refused = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Stores a value if there is room, or if nothing could be stored for long. */
  set(key: Key, value: Value): void {
    if (this.#entries.size >= this.#sizeMax && !this.#entries.has(key)) {
      this.#refused += 1;
      if (this.#refused < this.#sizeMax * REFUSALS_A_PLACE) return;
      this.clear();
    }
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#refused = 0;
  }
}
