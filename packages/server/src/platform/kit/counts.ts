/** How many there are of each name. Names of which there are none take no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** Of all names together. */
  get total(): number {
    return this.#total;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** So many more of a name, or less. */
  add(name: string, more: number): void {
    const count = this.of(name) + more;
    this.#total += more;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}
