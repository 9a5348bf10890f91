/**
 * A queue in which parties take turns: each party has its own line, and lines are served in rotation.
 * Invariant: order within a line is kept, and however much one party has waiting, another waits for only one item of it.
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

  /** The first item of each party, in the order of their turns. */
  *firsts(): Generator<T> {
    for (const [, first] of this.turns()) yield first;
  }

  /** The parties in the order of their turns, each with its first item. */
  *turns(): Generator<readonly [party: string, first: T]> {
    for (const [party, [first]] of this.#lines) if (first !== undefined) yield [party, first];
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

  /** Adds an item in front of its party's first item for which `goesBehind` is true. */
  insert(party: string, item: T, goesBehind: (other: T) => boolean): void {
    const line = this.#lineOf(party);
    const at = line.findIndex(goesBehind);
    line.splice(at === -1 ? line.length : at, 0, item);
    this.#length += 1;
  }

  /** Takes the item that comes next out of the queue. */
  shift(): T | undefined {
    const [party] = this.#lines.keys();
    return party === undefined ? undefined : this.shiftOf(party);
  }

  /** Removes and returns the first item of a party, which uses its turn; undefined if it has none. */
  shiftOf(party: string): T | undefined {
    const line = this.#lines.get(party);
    if (line === undefined) return undefined;
    const item = line.shift();
    this.#lines.delete(party);
    if (line.length > 0) this.#lines.set(party, line);
    this.#length -= 1;
    return item;
  }

  /** Removes an item that is no longer waiting. Its party keeps its turn. */
  remove(party: string, item: T): void {
    const line = this.#lines.get(party);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at === -1) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(party);
    this.#length -= 1;
  }

  /** Removes and returns the last item of the party with the most items, if it has more than `least` (at least 1). */
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
