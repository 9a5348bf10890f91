/** The keys of the entries of a table: unique, and what breaks ties in every order. */
import type { Pace } from '../kit/pace.ts';
import type { Column, RowSet } from './column.ts';
import { type ConditionTest, holds } from './condition-test.ts';
import type { Source, StoredValue } from './index-row.ts';
import { firstNumbers, sortRows } from './sorting.ts';

export class KeyColumn implements Column {
  readonly source: Source;
  /** Counted with the rows of the table. */
  readonly bytes = 0;
  readonly #keys: string[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  set(row: number, value: StoredValue | undefined): void {
    this.#keys[row] = typeof value === 'string' ? value : '';
  }

  get(row: number): string {
    return this.#keys[row] ?? '';
  }

  /** The keys of the first rows, as they are now. */
  copy(count: number): readonly string[] {
    return this.#keys.slice(0, count);
  }

  select(test: ConditionTest): RowSet {
    return { rows: null, test: (row) => holds(test, this.get(row)) };
  }

  isAbsent(): boolean {
    return false;
  }

  /** By code units: the order that public ids have as text. */
  compare(row: number, other: Column, otherRow: number): number {
    return compareKeys(this.#keys[row], (other as KeyColumn).#keys[otherRow]);
  }

  async sortKeys(count: number, pace: Pace): Promise<Float64Array> {
    const keys = this.#keys.slice(0, count);
    const order = await sortRows(firstNumbers(count), (a, b) => compareKeys(keys[a], keys[b]), pace);
    const ranks = new Float64Array(count);
    for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
    return ranks;
  }
}

/** By code units. */
export function compareKeys(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
