/** Sorts many rows without holding up the event loop: short runs, then merges, with rests between. */
import type { Pace } from '../kit/pace.ts';

/** Rows sorted in one go. */
const RUN_ROWS = 2_048;
/** Rows merged between two looks at the clock. */
const MERGE_ROWS = 4_096;

export type CompareRows = (a: number, b: number) => number;

/**
 * Sorts rows.
 * @param compare a total order that does not change while the sort goes on
 * @returns the rows in order; `rows` itself is used up
 */
export async function sortRows(rows: Int32Array, compare: CompareRows, pace: Pace): Promise<Int32Array> {
  for (let start = 0; start < rows.length; start += RUN_ROWS) {
    rows.subarray(start, start + RUN_ROWS).sort(compare);
    await pace.restIfDue();
  }
  let from: Int32Array = rows;
  let to: Int32Array = new Int32Array(rows.length <= RUN_ROWS ? 0 : rows.length);
  for (let width = RUN_ROWS; width < rows.length; width *= 2) {
    for (let start = 0; start < rows.length; start += 2 * width) {
      const merge = new Merge({ from, to, start, width, compare });
      for (let isOver = false; !isOver; await pace.restIfDue()) isOver = !merge.step(MERGE_ROWS);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The numbers from 0 up, so many. */
export function firstNumbers(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return numbers;
}

/** Merges two neighbouring runs, a few rows at a time. */
class Merge {
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #compare: CompareRows;
  readonly #middle: number;
  readonly #end: number;
  #left: number;
  #right: number;
  #at: number;

  constructor(parts: { from: Int32Array; to: Int32Array; start: number; width: number; compare: CompareRows }) {
    this.#from = parts.from;
    this.#to = parts.to;
    this.#compare = parts.compare;
    this.#left = parts.start;
    this.#at = parts.start;
    this.#middle = Math.min(parts.start + parts.width, parts.from.length);
    this.#right = this.#middle;
    this.#end = Math.min(parts.start + 2 * parts.width, parts.from.length);
  }

  /** Merges so many rows; false when all are merged. */
  step(rows: number): boolean {
    const from = this.#from;
    const stop = Math.min(this.#at + rows, this.#end);
    let [at, left, right] = [this.#at, this.#left, this.#right];
    for (; at < stop; at++) {
      const takesLeft =
        left < this.#middle && (right >= this.#end || this.#compare(from[left] as number, from[right] as number) <= 0);
      this.#to[at] = from[takesLeft ? left++ : right++] as number;
    }
    [this.#at, this.#left, this.#right] = [at, left, right];
    return at < this.#end;
  }
}
