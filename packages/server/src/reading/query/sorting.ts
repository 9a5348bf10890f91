/** Sorts many rows without blocking the event loop: short runs, then merges, yielding in between. */
import type { Pace } from '../../platform/kit/pace.ts';

/** Rows sorted without yielding. */
const RUN_ROWS = 2_048;
/** Rows merged between two checks of the clock. */
const MERGE_ROWS = 4_096;

export type CompareRows = (a: number, b: number) => number;

/**
 * Sorts rows.
 * @param compare a total order that does not change during the sort
 * @returns the rows in order; `rows` itself is overwritten
 */
export async function sortRows(rows: Int32Array, compare: CompareRows, pace: Pace): Promise<Int32Array> {
  for (let start = 0; start < rows.length; start += RUN_ROWS) {
    sortRun(rows.subarray(start, start + RUN_ROWS), compare);
    await pace.restIfDue();
  }
  let from: Int32Array = rows;
  let to: Int32Array = new Int32Array(rows.length <= RUN_ROWS ? 0 : rows.length);
  for (let width = RUN_ROWS; width < rows.length; width *= 2) {
    for (let start = 0; start < rows.length; start += 2 * width) {
      const middle = Math.min(start + width, rows.length);
      const runs = { from, to, start, middle, end: Math.min(middle + width, rows.length), compare };
      if (joinRuns(runs)) await pace.restIfDue();
      else await mergeRuns(runs, pace);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** That many numbers, from 0 up. */
export function firstNumbers(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return numbers;
}

/** Two neighbouring sorted runs, and the destination of their rows. */
interface Runs {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly compare: CompareRows;
}

/** Concatenates the runs if all of one sorts before all of the other; false if they overlap. */
function joinRuns({ from, to, start, middle, end, compare }: Runs): boolean {
  const isBefore = (row: number, other: number): boolean => compare(from[row] as number, from[other] as number) <= 0;
  if (middle >= end || isBefore(middle - 1, middle)) {
    to.set(from.subarray(start, end), start);
    return true;
  }
  if (!isBefore(end - 1, start)) return false;
  to.set(from.subarray(middle, end), start);
  to.set(from.subarray(start, middle), start + end - middle);
  return true;
}

async function mergeRuns(runs: Runs, pace: Pace): Promise<void> {
  const merge = new Merge(runs);
  for (let isOver = false; !isOver; await pace.restIfDue()) isOver = !merge.step(MERGE_ROWS);
}

/** Rows mostly arrive in the requested order, or in its reverse: both are detected without sorting. */
function sortRun(run: Int32Array, compare: CompareRows): void {
  let at = 1;
  while (at < run.length && compare(run[at - 1] as number, run[at] as number) > 0) at += 1;
  if (at >= run.length) {
    run.reverse();
    return;
  }
  if (at > 1) run.subarray(0, at).reverse();
  while (at < run.length && compare(run[at - 1] as number, run[at] as number) <= 0) at += 1;
  if (at < run.length) run.sort(compare);
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

  constructor(parts: Runs) {
    this.#from = parts.from;
    this.#to = parts.to;
    this.#compare = parts.compare;
    this.#left = parts.start;
    this.#at = parts.start;
    this.#middle = parts.middle;
    this.#right = parts.middle;
    this.#end = parts.end;
  }

  /** Merges up to that many rows; false when all are merged. */
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
