/**
 * The searched text of each row, and conversely the rows that have a text. Rows whose texts share a bucket form a chain.
 * Invariant: `changes` increases whenever a row gets another text, so that found rows stay valid as long as it does not change.
 */
import type { StoredValue } from './index-row.ts';
import { NumberColumn } from './number-column.ts';
import { rowIntegers } from './row-numbers.ts';

const END = -1;
const BYTES_PER_BUCKET = 4;
const BUCKETS_FIRST = 16;

export class TextColumn extends NumberColumn {
  /** By bucket: the first row of the chain. The number of buckets is a power of two, and at least that of rows. */
  #first = emptyBuckets(BUCKETS_FIRST);
  /** By row: the next one of its chain. */
  readonly #next = rowIntegers(END);
  #changes = 0;

  override get bytes(): number {
    return super.bytes + this.#next.bytes + this.#first.length * BYTES_PER_BUCKET;
  }

  /** How often a row got another text, or lost its text. */
  get changes(): number {
    return this.#changes;
  }

  override set(row: number, value: StoredValue | undefined): void {
    const before = this.get(row);
    super.set(row, value);
    const text = this.get(row);
    if (text === before) return;
    this.#changes += 1;
    if (before !== undefined) this.#unlink(row, before);
    this.#grow(row);
    if (text !== undefined) this.#link(row, text);
  }

  /** The rows that have one of these texts, in ascending order. @param texts without duplicates */
  rowsOf(texts: Float64Array): Int32Array {
    const rows: number[] = [];
    for (const text of texts) {
      for (let row = this.#first[this.#bucketOf(text)] as number; row !== END; row = this.#next.get(row)) {
        if (this.get(row) === text) rows.push(row);
      }
    }
    return Int32Array.from(rows).sort();
  }

  #link(row: number, text: number): void {
    const bucket = this.#bucketOf(text);
    this.#next.set(row, this.#first[bucket] as number);
    this.#first[bucket] = row;
  }

  #unlink(row: number, text: number): void {
    const bucket = this.#bucketOf(text);
    const next = this.#next.get(row);
    this.#next.set(row, END);
    if (this.#first[bucket] === row) {
      this.#first[bucket] = next;
      return;
    }
    let before = this.#first[bucket] as number;
    while (this.#next.get(before) !== row) before = this.#next.get(before);
    this.#next.set(before, next);
  }

  #grow(row: number): void {
    const rows = this.#first.length;
    if (row < rows) return;
    this.#first = emptyBuckets(row + 1);
    for (let each = 0; each < rows; each++) {
      const text = this.get(each);
      if (text !== undefined) this.#link(each, text);
    }
  }

  /** Texts are numbered consecutively, so that their last bits spread them evenly. */
  #bucketOf(text: number): number {
    return text & (this.#first.length - 1);
  }
}

function emptyBuckets(rows: number): Int32Array {
  return new Int32Array(2 ** Math.ceil(Math.log2(rows))).fill(END);
}
