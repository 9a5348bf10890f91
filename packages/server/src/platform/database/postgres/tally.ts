/** Counts by name, for the metrics. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
