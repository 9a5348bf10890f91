/**
 * One number for each row of a table, in pages: growing copies next to nothing, so that a million rows block nobody, and reserves
 * little in advance. Invariant: all pages have the same size, except the only one of a small table, and contain `empty` where
 * nothing was set.
 */

const PAGE_BITS = 14;
/** Rows of a page. */
export const PAGE_ROWS = 2 ** PAGE_BITS;
const PLACE_MASK = PAGE_ROWS - 1;
/** Rows of the only page of a small table; it doubles until it has the full size. */
const ROWS_FIRST = 16;

type Numbers = Int32Array | Float64Array;

export class RowNumbers<A extends Numbers> {
  readonly #make: (rows: number) => A;
  readonly #empty: number;
  readonly #pages: A[] = [];
  #bytes = 0;

  /** @param empty the value of rows that were never set */
  constructor(make: (rows: number) => A, empty: number) {
    this.#make = make;
    this.#empty = empty;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The pages: row `page * PAGE_ROWS + at` is at `at` of its page. */
  get pages(): readonly A[] {
    return this.#pages;
  }

  get(row: number): number {
    return this.#pages[row >>> PAGE_BITS]?.[row & PLACE_MASK] ?? this.#empty;
  }

  set(row: number, value: number): void {
    const at = row & PLACE_MASK;
    const page = this.#pages[row >>> PAGE_BITS];
    if (page !== undefined && at < page.length) page[at] = value;
    else this.#pageFor(row)[at] = value;
  }

  /** The first rows in one array, as they are now. */
  copy(count: number): A {
    const flat = this.#make(count);
    let filled = 0;
    for (const page of this.#pages) {
      if (filled >= count) break;
      flat.set(page.length <= count - filled ? page : page.subarray(0, count - filled), filled);
      filled += page.length;
    }
    if (filled < count) flat.fill(this.#empty, filled);
    return flat;
  }

  #pageFor(row: number): A {
    const number = row >>> PAGE_BITS;
    for (let before = 0; before < number; before++) this.#put(before, PAGE_ROWS);
    const isOnly = number === 0 && this.#pages.length <= 1;
    return this.#put(number, isOnly ? Math.min(PAGE_ROWS, sizeFor((row & PLACE_MASK) + 1)) : PAGE_ROWS);
  }

  /** Puts a page of that many rows in place of a smaller one, or of none. */
  #put(number: number, rows: number): A {
    const before = this.#pages[number];
    if (before !== undefined && before.length >= rows) return before;
    const page = this.#make(rows);
    if (before !== undefined) page.set(before);
    page.fill(this.#empty, before?.length ?? 0);
    this.#pages[number] = page;
    this.#bytes += page.byteLength - (before?.byteLength ?? 0);
    return page;
  }
}

/** 32-bit integers. */
export function rowIntegers(empty: number): RowNumbers<Int32Array> {
  return new RowNumbers((rows) => new Int32Array(rows), empty);
}

/** Any numbers. */
export function rowFloats(empty: number): RowNumbers<Float64Array> {
  return new RowNumbers((rows) => new Float64Array(rows), empty);
}

function sizeFor(rows: number): number {
  return Math.max(ROWS_FIRST, 2 ** Math.ceil(Math.log2(rows)));
}
