/**
 * One number for each row of a table, in pages: growing copies next to nothing, so that a million rows hold nobody up,
 * and takes little room ahead. Invariant: all pages are of one size, but for the only one of a small table, and hold
 * `empty` where nothing was put.
 */

const PAGE_BITS = 14;
/** Rows of a page. */
export const PAGE_ROWS = 2 ** PAGE_BITS;
const PLACE_MASK = PAGE_ROWS - 1;
/** Of the only page of a small table; it doubles until it is whole. */
const ROWS_FIRST = 16;

type Numbers = Int32Array | Float64Array;

export class RowNumbers<A extends Numbers> {
  readonly #make: (rows: number) => A;
  readonly #empty: number;
  readonly #pages: A[] = [];
  #bytes = 0;

  /** @param empty what rows hold that nothing was put in */
  constructor(make: (rows: number) => A, empty: number) {
    this.#make = make;
    this.#empty = empty;
  }

  /** Bytes held. */
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

  /** The first rows as they are now, in one array. */
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

  /** Puts a page of so many rows in the place of a smaller one, or of none. */
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

/** Whole numbers of 32 bits. */
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
