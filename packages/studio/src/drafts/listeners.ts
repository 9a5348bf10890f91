/** Functions that are called when what they wait for changes, by its name. */
export class Listeners<Name> {
  readonly #byName = new Map<Name, Set<() => void>>();

  /** How many names somebody waits for. */
  get size(): number {
    return this.#byName.size;
  }

  /** Adds a listener; gives the function that removes it. */
  add(name: Name, listener: () => void): () => void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byName.get(name) === listeners) this.#byName.delete(name);
    };
  }

  call(names: Iterable<Name>): void {
    for (const name of names) for (const listener of [...(this.#byName.get(name) ?? [])]) listener();
  }
}
