/** The first items of an order, out of as many as come. It keeps those and some more, never all. */

/** Items that are kept beside the first ones before they are sorted out. */
const KEPT_BESIDE = 500;

export class FirstInOrder<T> {
  readonly #most: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];
  #last: T | undefined;

  /**
   * @param most how many are wanted
   * @param compare a total order
   */
  constructor(most: number, compare: (a: T, b: T) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) > 0) return;
    this.#items.push(item);
    if (this.#items.length >= 2 * this.#most + KEPT_BESIDE) this.items();
  }

  /** Those of what came, in their order. */
  items(): readonly T[] {
    this.#items.sort(this.#compare);
    if (this.#items.length >= this.#most) {
      this.#items.length = this.#most;
      this.#last = this.#items.at(-1);
    }
    return this.#items;
  }
}
