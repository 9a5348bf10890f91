/** A column of numbers or times: one number a row, NaN where there is none. */
import type { Column, RowSet } from './column.ts';
import { type ConditionTest, holds } from './condition-test.ts';
import { capacityFor, grownFloat64 } from './growing.ts';
import type { Source, StoredValue } from './index-row.ts';

const BYTES_PER_NUMBER = 8;

export class NumberColumn implements Column {
  readonly source: Source;
  #values: Float64Array;

  constructor(source: Source, rows: number) {
    this.source = source;
    this.#values = new Float64Array(capacityFor(rows)).fill(Number.NaN);
  }

  get bytes(): number {
    return this.#values.length * BYTES_PER_NUMBER;
  }

  reserve(rows: number): void {
    this.#values = grownFloat64(this.#values, rows - 1, Number.NaN);
  }

  set(row: number, value: StoredValue | undefined): void {
    this.#values = grownFloat64(this.#values, row, Number.NaN);
    this.#values[row] = typeof value === 'number' ? value : Number.NaN;
  }

  /** The number in a row; undefined where there is none. */
  get(row: number): number | undefined {
    const value = this.#values[row];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  select(test: ConditionTest): RowSet {
    if (test.range !== null) return { rows: null, test: this.#inRange(test.range) };
    return { rows: null, test: (row) => holds(test, this.get(row)) };
  }

  /** The rows whose number meets a test; each is asked once, now. */
  selectWhere(test: (value: number) => boolean): RowSet {
    const values = this.#values;
    const rows: number[] = [];
    for (let row = 0; row < values.length; row++) {
      const value = values[row] as number;
      if (!Number.isNaN(value) && test(value)) rows.push(row);
    }
    return { rows, test: (row) => !this.isAbsent(row) && test(values[row] as number) };
  }

  isAbsent(row: number): boolean {
    return this.get(row) === undefined;
  }

  compare(row: number, other: Column, otherRow: number): number {
    if (!(other instanceof NumberColumn)) return -1;
    const a = this.#values[row] as number;
    const b = other.#values[otherRow] as number;
    return a < b ? -1 : a > b ? 1 : 0;
  }

  async sortKeys(count: number): Promise<Float64Array> {
    return this.#values.slice(0, count);
  }

  /** NaN is in no range. */
  #inRange({ operator, operand }: NonNullable<ConditionTest['range']>): RowSet['test'] {
    const values = this.#values;
    switch (operator) {
      case 'gt':
        return (row) => (values[row] as number) > operand;
      case 'gte':
        return (row) => (values[row] as number) >= operand;
      case 'lt':
        return (row) => (values[row] as number) < operand;
      case 'lte':
        return (row) => (values[row] as number) <= operand;
    }
  }
}
