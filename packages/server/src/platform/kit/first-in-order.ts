/** The first items in an order, out of any number. It keeps those and a few more, never all. */

/** Items kept in addition before they are sorted. */
const KEPT_BESIDE = 500;

export class FirstInOrder<T> {
  readonly #most: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];
  #last: T | undefined;

  /**
   * @param most how many items to return
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

  /** The first items, in order. */
  items(): readonly T[] {
    this.#items.sort(this.#compare);
    if (this.#items.length >= this.#most) {
      this.#items.length = this.#most;
      this.#last = this.#items.at(-1);
    }
    return this.#items;
  }
}
