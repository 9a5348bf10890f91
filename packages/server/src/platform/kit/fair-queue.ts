/**
 * A queue in which parties take turns: each has a line of its own, and the first of the next line comes next.
 * Invariant: within a line the order is kept, and however much one party has waiting, another waits for one item of it.
 */
export class FairQueue<T> {
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, T[]>();
  #length = 0;

  /** How many items wait. */
  get length(): number {
    return this.#length;
  }

  /** How many items of a party wait. */
  lengthOf(party: string): number {
    return this.#lines.get(party)?.length ?? 0;
  }

  /** The item that comes next. */
  get next(): T | undefined {
    for (const [first] of this.#lines.values()) return first;
    return undefined;
  }

  /** The first item of each party. */
  *firsts(): Generator<T> {
    for (const [first] of this.#lines.values()) if (first !== undefined) yield first;
  }

  /** All items. */
  *values(): Generator<T> {
    for (const line of this.#lines.values()) yield* line;
  }

  /** Adds an item behind the others of its party. */
  push(party: string, item: T): void {
    this.#lineOf(party).push(item);
    this.#length += 1;
  }

  /** Adds an item in front of the others of its party. */
  unshift(party: string, item: T): void {
    this.#lineOf(party).unshift(item);
    this.#length += 1;
  }

  /** Takes the item that comes next out of the queue. */
  shift(): T | undefined {
    const [turn] = this.#lines;
    if (turn === undefined) return undefined;
    const [party, line] = turn;
    const item = line.shift();
    this.#lines.delete(party);
    if (line.length > 0) this.#lines.set(party, line);
    this.#length -= 1;
    return item;
  }

  /** Takes the last item of the party with most, if that has more than `least`, which is 1 or more. */
  popLongest(least: number): T | undefined {
    let longest: T[] | undefined;
    for (const line of this.#lines.values()) if (line.length > (longest?.length ?? least)) longest = line;
    if (longest === undefined) return undefined;
    const item = longest.pop();
    this.#length -= 1;
    return item;
  }

  #lineOf(party: string): T[] {
    const line = this.#lines.get(party) ?? [];
    this.#lines.set(party, line);
    return line;
  }
}
