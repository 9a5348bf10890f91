/** Counts by name. Names with a count of zero take no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** The total over all names. */
  get total(): number {
    return this.#total;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Raises the count of a name, or lowers it if `more` is negative. */
  add(name: string, more: number): void {
    const count = this.of(name) + more;
    this.#total += more;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}
