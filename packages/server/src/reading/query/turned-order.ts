/**
 * Reverses an order to avoid sorting its opposite: a tenth of a second for a million rows instead of one. Invariant: the result
 * equals that of a sort, as long as no row changes meanwhile.
 */
import type { Pace } from '../../platform/kit/pace.ts';
import type { Column } from './column.ts';
import type { Permutation, TableOrder } from './permutation.ts';
import type { TypeTable } from './type-table.ts';

/** Rows reversed between two checks of the clock. */
const ROWS_BETWEEN_RESTS = 16_384;

/** All rows in the opposite order; undefined if that order is not ready. Only valid until the next change. */
export function rowsOfOpposite({ permutations }: TypeTable, order: TableOrder): Int32Array | undefined {
  for (const { value } of permutations.values()) if (isOpposite(value, order)) return value.rows;
  return undefined;
}

/** Reverses the rows, except that rows with the same value stay ordered by key, and rows that sort last stay last. */
export async function turned(rows: Int32Array, { steps: [step] }: TableOrder, pace: Pace): Promise<Int32Array> {
  const column = step?.column;
  if (column === null || column === undefined) return rows;
  const result = new Int32Array(rows.length);
  let put = 0;
  let end = rows.length;
  while (end > 0 && column.sortsLast(rows[end - 1] as number)) end -= 1;
  result.set(rows.subarray(end), end);
  for (let last = end; last > 0; ) {
    const first = firstOfValue(rows, last - 1, column);
    result.set(rows.subarray(first, last), put);
    put += last - first;
    if (put % ROWS_BETWEEN_RESTS < last - first) await pace.restIfDue();
    last = first;
  }
  return result;
}

function firstOfValue(rows: Int32Array, at: number, column: Column): number {
  const row = rows[at] as number;
  let first = at;
  while (first > 0 && column.compare(rows[first - 1] as number, column, row) === 0) first -= 1;
  return first;
}

function isOpposite({ order: { steps } }: Permutation, { steps: wanted }: TableOrder): boolean {
  const [step] = steps;
  const [other] = wanted;
  if (step === undefined || other === undefined || steps.length > 1 || wanted.length > 1) return false;
  return step.column !== null && step.column === other.column && step.descending !== other.descending;
}
