/**
 * The searched text of each row, and the other way round: the rows that hold a text. Rows whose texts fall into one
 * bucket are a chain. Invariant: `changes` moves whenever a row holds another text than before, so that rows that
 * were found hold as long as it stands still.
 */
import { capacityFor, grownInt32 } from './growing.ts';
import type { Source, StoredValue } from './index-row.ts';
import { NumberColumn } from './number-column.ts';

const END = -1;
const BYTES_PER_PLACE = 4;

export class TextColumn extends NumberColumn {
  /** By bucket: the first row of the chain. There are as many as a power of two, and no fewer than rows. */
  #first: Int32Array;
  /** By row: the next one of its chain. */
  #next: Int32Array;
  #changes = 0;

  constructor(source: Source, rows: number) {
    super(source, rows);
    this.#next = new Int32Array(capacityFor(rows)).fill(END);
    this.#first = emptyBuckets(this.#next.length);
  }

  override get bytes(): number {
    return super.bytes + (this.#first.length + this.#next.length) * BYTES_PER_PLACE;
  }

  /** How often a row came to hold another text, or none. */
  get changes(): number {
    return this.#changes;
  }

  override reserve(rows: number): void {
    super.reserve(rows);
    this.#grow(rows - 1);
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

  /** The rows that hold one of these texts, in rising order. @param texts each once */
  rowsOf(texts: Float64Array): Int32Array {
    let rows: Int32Array = new Int32Array(texts.length);
    let count = 0;
    for (const text of texts) {
      for (let row = this.#first[this.#bucketOf(text)] as number; row !== END; row = this.#next[row] as number) {
        if (this.get(row) !== text) continue;
        rows = grownInt32(rows, count, 0);
        rows[count++] = row;
      }
    }
    return rows.slice(0, count).sort();
  }

  #link(row: number, text: number): void {
    const bucket = this.#bucketOf(text);
    this.#next[row] = this.#first[bucket] as number;
    this.#first[bucket] = row;
  }

  #unlink(row: number, text: number): void {
    const bucket = this.#bucketOf(text);
    const next = this.#next[row] as number;
    this.#next[row] = END;
    if (this.#first[bucket] === row) {
      this.#first[bucket] = next;
      return;
    }
    let before = this.#first[bucket] as number;
    while (this.#next[before] !== row) before = this.#next[before] as number;
    this.#next[before] = next;
  }

  #grow(row: number): void {
    if (row < this.#next.length) return;
    const rows = this.#next.length;
    this.#next = grownInt32(this.#next, row, END);
    this.#first = emptyBuckets(this.#next.length);
    for (let each = 0; each < rows; each++) {
      const text = this.get(each);
      if (text !== undefined) this.#link(each, text);
    }
  }

  /** Texts are numbered one after the other, so that their last bits spread them evenly. */
  #bucketOf(text: number): number {
    return text & (this.#first.length - 1);
  }
}

function emptyBuckets(rows: number): Int32Array {
  return new Int32Array(2 ** Math.ceil(Math.log2(rows))).fill(END);
}
