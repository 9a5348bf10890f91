/**
 * Cached results of searches in one table: the latest ones, within the memory budget. Invariant: a result that is returned matches
 * the current columns.
 */
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import type { SearchQuery } from '../search/search-query.ts';
import type { FoundRows } from './found-rows.ts';
import type { TextColumn } from './text-column.ts';

/** Results cached per table. */
const KEPT_MAX = 2_000;

interface Finding {
  readonly found: FoundRows;
  readonly reservation: Reservation;
}

export class Findings {
  /** From the oldest to the latest. */
  readonly #kept = new Map<string, Finding>();

  /** The result of a search; undefined if the search has to run. */
  get(search: SearchQuery, columns: readonly TextColumn[]): FoundRows | undefined {
    const name = nameOf(search);
    const finding = this.#kept.get(name);
    if (finding === undefined) return undefined;
    if (!finding.found.isCurrent(columns)) {
      this.#drop(name);
      return undefined;
    }
    finding.reservation.touch();
    return finding.found;
  }

  /** Caches the result of a search, if there is room. */
  keep(memory: MemoryBudget, search: SearchQuery, found: FoundRows) {
    const name = nameOf(search);
    this.#drop(name);
    const reservation = memory.reserve(found.bytes, () => this.#kept.delete(name));
    if (reservation === null) return;
    this.#kept.set(name, { found, reservation });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#drop(oldest);
  }

  release(): void {
    for (const name of [...this.#kept.keys()]) this.#drop(name);
  }

  #drop(name: string): void {
    this.#kept.get(name)?.reservation.release();
    this.#kept.delete(name);
  }
}

function nameOf({ name, locales }: SearchQuery): string {
  return `${locales.join(' ')} ${name}`;
}
