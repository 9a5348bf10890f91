/**
 * The keys of the entries of a table: unique, and the tie-breaker of every order. They are stored as bytes in pages, because a
 * million strings would take most of the memory and of the garbage collector's work. Invariant: written bytes never change, so
 * that a copy of the positions alone is a copy of the keys.
 */
import type { Pace } from '../../platform/kit/pace.ts';
import type { Column, RowSet } from './column.ts';
import { type ConditionTest, holds } from './condition-test.ts';
import type { Source, StoredValue } from './index-row.ts';
import { rowIntegers } from './row-numbers.ts';
import { type CompareRows, firstNumbers, sortRows } from './sorting.ts';

/** Size of the first page; each further one is twice as large, up to the maximum. */
const PAGE_BYTES_FIRST = 1_024;
/** A position is the number of a page times this, plus the offset in the page. */
const PAGE_BYTES_MAX = 2 ** 18;
const NONE = -1;
/** Bytes of unused keys that are tolerated before the table is reloaded. */
const IDLE_BYTES_MAX = 2 ** 20;

export class KeyColumn implements Column {
  readonly source: Source;
  readonly #places = rowIntegers(NONE);
  /** Each key as its length in one byte, followed by its characters, which are all ASCII. */
  readonly #pages: Buffer[] = [];
  #used = 0;
  #pageBytes = 0;
  #idleBytes = 0;

  constructor(source: Source) {
    this.source = source;
  }

  get bytes(): number {
    return this.#pageBytes + this.#places.bytes;
  }

  /** Whether unused keys take so many bytes that the table should be reloaded. */
  get isWasteful(): boolean {
    return this.#idleBytes > Math.max(IDLE_BYTES_MAX, this.#pageBytes / 2);
  }

  set(row: number, value: StoredValue | undefined): void {
    const key = typeof value === 'string' ? value : undefined;
    if (key !== undefined && this.holds(row, key)) return;
    const before = this.#places.get(row);
    if (before !== NONE) this.#idleBytes += this.#lengthAt(before) + 1;
    this.#places.set(row, key === undefined ? NONE : this.#write(key));
  }

  get(row: number): string {
    const place = this.#places.get(row);
    if (place === NONE) return '';
    const start = (place % PAGE_BYTES_MAX) + 1;
    return this.#pageOf(place).toString('latin1', start, start + this.#lengthAt(place));
  }

  /** Whether the row has exactly this key. */
  holds(row: number, key: string): boolean {
    const place = this.#places.get(row);
    if (place === NONE || this.#lengthAt(place) !== key.length) return false;
    const page = this.#pageOf(place);
    const start = (place % PAGE_BYTES_MAX) + 1;
    for (let at = 0; at < key.length; at++) if (page[start + at] !== key.charCodeAt(at)) return false;
    return true;
  }

  /** Compares the keys of the first rows as they are at the call, whatever changes later. */
  comparison(count: number): CompareRows {
    const places = this.#places.copy(count);
    return (a, b) => this.#compareAt(places[a] ?? NONE, this, places[b] ?? NONE);
  }

  select(test: ConditionTest): RowSet {
    return { rows: null, test: (row) => holds(test, this.get(row)) };
  }

  sortsLast(): boolean {
    return false;
  }

  /** By code units, which is the order of public ids as text. */
  compare(row: number, other: Column, otherRow: number): number {
    const keys = other as KeyColumn;
    return this.#compareAt(this.#places.get(row), keys, keys.#places.get(otherRow));
  }

  sortValue(row: number): string {
    return this.get(row);
  }

  async sortKeys(count: number, pace: Pace): Promise<Float64Array> {
    const order = await sortRows(firstNumbers(count), this.comparison(count), pace);
    const ranks = new Float64Array(count);
    for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
    return ranks;
  }

  #write(key: string): number {
    const length = key.length;
    let page = this.#pages.at(-1);
    if (page === undefined || this.#used + length + 1 > page.length) {
      page = Buffer.allocUnsafeSlow(Math.min(PAGE_BYTES_FIRST * 2 ** this.#pages.length, PAGE_BYTES_MAX));
      this.#pages.push(page);
      this.#pageBytes += page.length;
      this.#used = 0;
    }
    const start = this.#used;
    page[start] = length;
    for (let at = 0; at < length; at++) page[start + 1 + at] = key.charCodeAt(at);
    this.#used += length + 1;
    return (this.#pages.length - 1) * PAGE_BYTES_MAX + start;
  }

  #compareAt(place: number, other: KeyColumn, otherPlace: number): number {
    if (place === NONE || otherPlace === NONE) return place === otherPlace ? 0 : place === NONE ? -1 : 1;
    const [mine, theirs] = [this.#pageOf(place), other.#pageOf(otherPlace)];
    const start = place % PAGE_BYTES_MAX;
    const otherStart = otherPlace % PAGE_BYTES_MAX;
    const [length, otherLength] = [mine[start] as number, theirs[otherStart] as number];
    const common = Math.min(length, otherLength);
    for (let at = 1; at <= common; at++) {
      const difference = (mine[start + at] as number) - (theirs[otherStart + at] as number);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  #pageOf(place: number): Buffer {
    return this.#pages[Math.floor(place / PAGE_BYTES_MAX)] as Buffer;
  }

  #lengthAt(place: number): number {
    return this.#pageOf(place)[place % PAGE_BYTES_MAX] as number;
  }
}

/** By code units. */
export function compareKeys(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
