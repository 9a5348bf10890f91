/** A column of numbers or times: one number per row, NaN if it has none. */
import type { Column, RowSet } from './column.ts';
import { type ConditionTest, holds, type RangeOperator } from './condition-test.ts';
import type { Source, StoredValue } from './index-row.ts';
import { PAGE_ROWS, rowFloats } from './row-numbers.ts';

export class NumberColumn implements Column {
  readonly source: Source;
  readonly #values = rowFloats(Number.NaN);

  constructor(source: Source) {
    this.source = source;
  }

  get bytes(): number {
    return this.#values.bytes;
  }

  set(row: number, value: StoredValue | undefined): void {
    this.#values.set(row, typeof value === 'number' ? value : Number.NaN);
  }

  /** The number in a row; undefined if it has none. */
  get(row: number): number | undefined {
    const value = this.#values.get(row);
    return Number.isNaN(value) ? undefined : value;
  }

  select(test: ConditionTest): RowSet {
    if (test.range !== null) return this.#inRange(test.range);
    return { rows: null, test: (row) => holds(test, this.get(row)) };
  }

  sortsLast(row: number): boolean {
    return this.get(row) === undefined;
  }

  compare(row: number, other: Column, otherRow: number): number {
    if (!(other instanceof NumberColumn)) return -1;
    const a = this.#values.get(row);
    const b = other.#values.get(otherRow);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  sortValue(row: number): number {
    return this.#values.get(row);
  }

  async sortKeys(count: number): Promise<Float64Array> {
    return this.#values.copy(count);
  }

  #inRange({ operator, operand }: NonNullable<ConditionTest['range']>): RowSet {
    const values = this.#values;
    const [least, most] = boundsOf[operator](operand);
    // NaN is in no range.
    return {
      rows: null,
      test: (row) => values.get(row) >= least && values.get(row) <= most,
      scan: () => rowsBetween(values.pages, least, most),
    };
  }
}

/** The lowest and the highest number of each range, both inclusive. */
const boundsOf: Readonly<Record<RangeOperator, (operand: number) => readonly [number, number]>> = {
  gt: (operand) => [numberAfter(operand), Number.POSITIVE_INFINITY],
  gte: (operand) => [operand, Number.POSITIVE_INFINITY],
  lt: (operand) => [Number.NEGATIVE_INFINITY, -numberAfter(-operand)],
  lte: (operand) => [Number.NEGATIVE_INFINITY, operand],
};

/** The smallest number that is greater. */
function numberAfter(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const number = new Float64Array([value]);
  const bits = new BigInt64Array(number.buffer);
  bits[0] = (bits[0] as bigint) + (value > 0 ? 1n : -1n);
  return number[0] as number;
}

function rowsBetween(pages: readonly Float64Array[], least: number, most: number): Int32Array {
  const rows = new Int32Array(pages.length * PAGE_ROWS);
  let count = 0;
  for (let number = 0; number < pages.length; number++) {
    const page = pages[number] as Float64Array;
    for (let at = 0; at < page.length; at++) {
      const value = page[at] as number;
      if (value >= least && value <= most) rows[count++] = number * PAGE_ROWS + at;
    }
  }
  return rows.subarray(0, count);
}
