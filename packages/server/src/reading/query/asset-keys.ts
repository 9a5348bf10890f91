/**
 * Which assets an environment has, by key, for queries that ask whether links to them lead anywhere. Invariant: with nothing touched, it
 * is what the environment had at its revision, and at every later one that the table beside it has reached.
 */
import type { Reservation } from '../../platform/kit/memory-budget.ts';

/** A key: a string, and its place in a set. */
const BYTES_PER_KEY = 120;

export class AssetKeys {
  readonly #keys: Set<string>;
  readonly #reservation: Reservation;
  /** Keys of assets that have changed since. */
  readonly #touched = new Set<string>();
  #revision: number;

  constructor(keys: Set<string>, revision: number, reservation: Reservation) {
    this.#keys = keys;
    this.#revision = revision;
    this.#reservation = reservation;
  }

  get touched(): readonly string[] {
    return [...this.#touched];
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Whether it is what the environment has at a revision up to which all changes were noted. */
  isCurrentAt(revision: number): boolean {
    return this.#touched.size === 0 && revision >= this.#revision;
  }

  /** Notes that an asset changed. */
  note(key: string, revision: number): void {
    if (revision > this.#revision) this.#touched.add(key);
  }

  /** Takes which of some assets there are at a later revision. @returns false if it no longer fits into memory */
  take(sought: readonly string[], found: ReadonlySet<string>, revision: number): boolean {
    for (const key of sought) {
      this.#touched.delete(key);
      if (found.has(key)) this.#keys.add(key);
      else this.#keys.delete(key);
    }
    this.#revision = revision;
    return this.#reservation.resize(bytesOfKeys(this.#keys));
  }

  release(): void {
    this.#reservation.release();
  }
}

/** What keys take of the memory budget. */
export function bytesOfKeys(keys: ReadonlySet<string>): number {
  return keys.size * BYTES_PER_KEY;
}
