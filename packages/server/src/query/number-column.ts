/** A column of numbers or times: one number a row, NaN where there is none. */
import type { Column, RowSet } from './column.ts';
import { type ConditionTest, holds, type RangeOperator } from './condition-test.ts';
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
    if (test.range !== null) return this.#inRange(test.range);
    return { rows: null, test: (row) => holds(test, this.get(row)) };
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

  #inRange({ operator, operand }: NonNullable<ConditionTest['range']>): RowSet {
    const values = this.#values;
    const [least, most] = boundsOf[operator](operand);
    // NaN is in no range.
    return {
      rows: null,
      test: (row) => (values[row] as number) >= least && (values[row] as number) <= most,
      scan: () => rowsBetween(values, least, most),
    };
  }
}

/** The least and the most number of each range, both included. */
const boundsOf: Readonly<Record<RangeOperator, (operand: number) => readonly [number, number]>> = {
  gt: (operand) => [numberAfter(operand), Number.POSITIVE_INFINITY],
  gte: (operand) => [operand, Number.POSITIVE_INFINITY],
  lt: (operand) => [Number.NEGATIVE_INFINITY, -numberAfter(-operand)],
  lte: (operand) => [Number.NEGATIVE_INFINITY, operand],
};

/** The least number that is greater. */
function numberAfter(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const number = new Float64Array([value]);
  const bits = new BigInt64Array(number.buffer);
  bits[0] = (bits[0] as bigint) + (value > 0 ? 1n : -1n);
  return number[0] as number;
}

function rowsBetween(values: Float64Array, least: number, most: number): Int32Array {
  const rows = new Int32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (value >= least && value <= most) rows[count++] = row;
  }
  return rows.subarray(0, count);
}
