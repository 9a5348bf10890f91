/**
 * The rows of one table in one order, maintained as rows are added, removed and changed: a row is removed before its values change
 * and inserted afterwards. Empty values sort last, ascending or descending; the key breaks ties, ascending.
 */
import type { Pace } from '../../platform/kit/pace.ts';
import { compareSortValues, type Place, type SortValue } from '../../platform/kit/page-position.ts';
import type { Column } from './column.ts';
import { compareKeys, type KeyColumn } from './key-column.ts';
import { sortRows } from './sorting.ts';

const BYTES_PER_ROW = 4;
/** Keys converted between two checks of the clock. */
const KEYS_BETWEEN_RESTS = 32_768;
/** Spare capacity for rows: at least this many, and at least a fixed share of the current ones. */
const ROWS_AHEAD_MIN = 16;
const ROWS_AHEAD_PART = 1 / 16;

/** One step of an order on one table; null if its content type has no such attribute. */
export interface TableOrderStep {
  readonly column: Column | null;
  readonly descending: boolean;
}

/** An order applied to one table. */
export interface TableOrder {
  readonly steps: readonly TableOrderStep[];
  readonly keys: KeyColumn;
}

/** Where a row of one table stands to a row of the same or another table in the same order. */
export function compareInOrder(order: TableOrder, row: number, other: TableOrder, otherRow: number): number {
  for (let step = 0; step < order.steps.length; step++) {
    const mine = order.steps[step] as TableOrderStep;
    const theirs = (other.steps[step] as TableOrderStep).column;
    const isLast = mine.column === null || mine.column.sortsLast(row);
    const isOtherLast = theirs === null || theirs.sortsLast(otherRow);
    if (isLast || isOtherLast) {
      if (isLast === isOtherLast) continue;
      return isLast ? 1 : -1;
    }
    const compared = mine.column.compare(row, theirs, otherRow);
    if (compared !== 0) return mine.descending ? -compared : compared;
  }
  return order.keys.compare(row, other.keys, otherRow);
}

/** The sort values of a row: null where it has no value, or empty text. */
export function valuesAt({ steps }: TableOrder, row: number): SortValue[] {
  return steps.map(({ column }) => valueAt(column, row));
}

/** Compares a row with a place in the same order. */
export function compareWithPlace(order: TableOrder, row: number, { values, id }: Place): number {
  for (let at = 0; at < order.steps.length; at++) {
    const { column, descending } = order.steps[at] as TableOrderStep;
    const compared = compareSortValues(valueAt(column, row), values[at] ?? null, descending);
    if (compared !== 0) return compared;
  }
  return compareKeys(order.keys.get(row), id);
}

/** How many of some ordered rows sort up to and including a place. */
export function rowsUpTo(place: Place, order: TableOrder, rows: Int32Array): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareWithPlace(order, rows[middle] as number, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function valueAt(column: Column | null, row: number): SortValue {
  return column === null || column.sortsLast(row) ? null : column.sortValue(row);
}

/**
 * Sorts rows. Rows whose values change during the sort may end up anywhere; the order of all others is exact.
 * @param rows the rows; overwritten
 * @param count one more than the highest row
 */
export async function sortInOrder(rows: Int32Array, count: number, order: TableOrder, pace: Pace): Promise<Int32Array> {
  const columns = order.steps.filter((step) => step.column !== null);
  const ties = order.keys.comparison(count);
  const keys: Float64Array[] = [];
  for (const { column, descending } of columns) {
    await pace.restIfDue();
    const values = await (column as Column).sortKeys(count, pace);
    await pace.restIfDue();
    keys.push(await ascending(values, descending, pace));
  }
  await pace.restIfDue();
  const compare = (a: number, b: number): number => {
    for (const key of keys) {
      const difference = (key[a] as number) - (key[b] as number);
      if (difference < 0) return -1;
      if (difference > 0) return 1;
    }
    return ties(a, b);
  };
  return sortRows(rows, compare, pace);
}

export class Permutation {
  readonly order: TableOrder;
  #rows: Int32Array;
  #length: number;

  /** @param rows already in this order */
  constructor(order: TableOrder, rows: Int32Array) {
    this.order = order;
    this.#length = rows.length;
    this.#rows = new Int32Array(capacityFor(rows.length));
    this.#rows.set(rows);
  }

  get bytes(): number {
    return this.#rows.length * BYTES_PER_ROW;
  }

  /** All rows in order; only valid until the next change. */
  get rows(): Int32Array {
    return this.#rows.subarray(0, this.#length);
  }

  insert(row: number): void {
    this.#grow(this.#length + 1);
    const at = this.#placeAfter(row);
    this.#rows.copyWithin(at + 1, at, this.#length);
    this.#rows[at] = row;
    this.#length += 1;
  }

  remove(row: number): void {
    const at = this.#placeAfter(row) - 1;
    if (this.#rows[at] !== row) throw new Error('A row was not where its values say.');
    this.#rows.copyWithin(at, at + 1, this.#length);
    this.#length -= 1;
  }

  /** Removes many rows at once, whatever their values are now. */
  removeAll(gone: ReadonlySet<number>): void {
    if (gone.size === 0) return;
    let kept = 0;
    for (let at = 0; at < this.#length; at++) {
      const row = this.#rows[at] as number;
      if (!gone.has(row)) this.#rows[kept++] = row;
    }
    this.#length = kept;
  }

  /** Inserts many rows at once. */
  insertAll(rows: readonly number[]): void {
    const sorted = [...rows].sort((a, b) => compareInOrder(this.order, a, this.order, b));
    this.#grow(this.#length + sorted.length);
    let from = this.#length - 1;
    let to = this.#length + sorted.length - 1;
    for (let next = sorted.length - 1; next >= 0; to--) {
      const row = sorted[next] as number;
      const isLater = from >= 0 && compareInOrder(this.order, this.#rows[from] as number, this.order, row) > 0;
      this.#rows[to] = isLater ? (this.#rows[from--] as number) : row;
      if (!isLater) next -= 1;
    }
    this.#length += sorted.length;
  }

  /** How many rows sort up to and including a row. */
  #placeAfter(row: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareInOrder(this.order, this.#rows[middle] as number, this.order, row) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(length: number): void {
    if (length <= this.#rows.length) return;
    const grown = new Int32Array(capacityFor(length));
    grown.set(this.rows);
    this.#rows = grown;
  }
}

function capacityFor(rows: number): number {
  return rows + Math.max(ROWS_AHEAD_MIN, Math.ceil(rows * ROWS_AHEAD_PART));
}

/** Keys that sort ascending as the values sort in the step, empty ones last. */
async function ascending(keys: Float64Array, descending: boolean, pace: Pace): Promise<Float64Array> {
  for (let row = 0; row < keys.length; row++) {
    if (row % KEYS_BETWEEN_RESTS === 0) await pace.restIfDue();
    const key = keys[row] as number;
    if (Number.isNaN(key)) keys[row] = Number.POSITIVE_INFINITY;
    else if (descending) keys[row] = -key;
  }
  return keys;
}
