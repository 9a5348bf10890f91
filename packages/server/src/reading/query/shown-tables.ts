/**
 * The tables that a query sees: those of a state, or those with an overlay over them. Then the rows of the state whose entries are
 * in the overlay are hidden, and the tables of the overlay come beside those of the state.
 */
import type { Reservation } from '../../platform/kit/memory-budget.ts';
import type { AssetKeys } from './asset-keys.ts';
import type { TypeTable } from './type-table.ts';

/** An entry in memory. */
export interface Placed {
  readonly table: TypeTable;
  readonly row: number;
}

export interface ShownTables {
  /** What it takes of the memory budget. */
  readonly reservations: readonly Reservation[];
  readonly revision: number;
  /** The tables know every move after this revision. */
  readonly movesKnownFrom: number;
  readonly tables: readonly TypeTable[];
  /** The assets that links lead to; undefined until a query needs them. */
  readonly assetKeys: AssetKeys | undefined;
  /** The tables of a content type; all of them for null. */
  tablesOf(contentType: number | null): readonly TypeTable[];
  find(key: string): Placed | undefined;
  /** The rows of a table that are not seen; undefined for none. */
  hiddenIn(table: TypeTable): HiddenRows | undefined;
}

/** Some of the rows of a table. */
export class HiddenRows {
  /** By row: 1 for one of them. */
  readonly flags: Uint8Array;
  #count = 0;

  constructor(size: number) {
    this.flags = new Uint8Array(size);
  }

  get count(): number {
    return this.#count;
  }

  add(row: number): void {
    if (this.flags[row] === 0) this.#count += 1;
    this.flags[row] = 1;
  }

  has(row: number): boolean {
    return this.flags[row] === 1;
  }
}
