/**
 * The rows of each code of a dictionary, in one array. Rows that changed since the array was started are kept separately and
 * checked one by one, until there are too many; then the next query rebuilds the array.
 */
import type { Pace } from '../../platform/kit/pace.ts';
import type { CodeLists } from './code-lists.ts';

/** Separate rows before the lists are rebuilt: at least this many, and at least a fixed share of the rows. */
const CHANGED_ROWS_MIN = 1_024;
const CHANGED_PART = 1 / 16;
/** Rows or codes processed between two checks of the clock. */
const STEP = 32_768;
const BYTES_PER_ROW = 4;

/** The codes of the rows, as the column has them now. */
export interface CodesOfRows {
  readonly codeCount: number;
  readonly lists: CodeLists;
  /** The codes of each row, encoded. */
  of(row: number): number;
  /** As `of`, for all rows; the returned array does not change. */
  ofAll(): Int32Array;
}

export class PostingLists {
  readonly #codes: CodesOfRows;
  /** Where the rows of each code begin. */
  #starts = new Int32Array(1);
  #rows = new Int32Array(0);
  readonly #changed = new Set<number>();
  #isMade = false;
  /** Identifies the build that is running, or ran last; undefined after the lists were dropped. */
  #making: object | undefined;

  constructor(codes: CodesOfRows) {
    this.#codes = codes;
  }

  get bytes(): number {
    return (this.#starts.length + this.#rows.length) * BYTES_PER_ROW;
  }

  /** Call it for every row whose codes changed. */
  changed(row: number): void {
    if (this.#making === undefined) return;
    this.#changed.add(row);
    if (this.#changed.size > Math.max(CHANGED_ROWS_MIN, this.#rows.length * CHANGED_PART)) this.drop();
  }

  /** Drops the lists until they are needed. */
  drop(): void {
    this.#isMade = false;
    this.#making = undefined;
    this.#changed.clear();
    this.#starts = new Int32Array(1);
    this.#rows = new Int32Array(0);
  }

  /** Builds the lists before they are needed, yielding in between. */
  async prepare(pace: Pace): Promise<void> {
    if (this.#isMade) return;
    for (const _ of this.#steps()) await pace.restIfDue();
  }

  /** How many rows have the code, at most. */
  countOf(code: number): number {
    this.#make();
    return this.#end(code) - this.#start(code) + this.#changed.size;
  }

  /** The rows that have the code. */
  rowsOf(code: number): ArrayLike<number> {
    this.#make();
    const rows = this.#rows.subarray(this.#start(code), this.#end(code));
    if (this.#changed.size === 0) return rows;
    const current: number[] = [];
    for (const row of rows) if (!this.#changed.has(row)) current.push(row);
    for (const row of this.#changed) {
      if (this.#codes.lists.some(this.#codes.of(row), (held) => held === code)) current.push(row);
    }
    return current;
  }

  #start(code: number): number {
    return this.#starts[code] ?? this.#rows.length;
  }

  #end(code: number): number {
    return this.#starts[code + 1] ?? this.#rows.length;
  }

  #make(): void {
    if (this.#isMade) return;
    const steps = this.#steps();
    while (steps.next().done !== true);
  }

  /** Builds the lists from the current rows, step by step; stops early if another build finished meanwhile. */
  *#steps(): Generator<void, void> {
    const making = {};
    this.#making = making;
    this.#changed.clear();
    const encoded = this.#codes.ofAll();
    const starts = new Int32Array(this.#codes.codeCount + 1);
    for (let from = 0; from < encoded.length; from += STEP) {
      this.#count(encoded.subarray(from, from + STEP), starts);
      yield;
    }
    for (let code = 1; code < starts.length; code++) {
      starts[code] = (starts[code] as number) + (starts[code - 1] as number);
      if (code % STEP === 0) yield;
    }
    const rows = new Int32Array(starts.at(-1) as number);
    const next = starts.slice();
    for (let from = 0; from < encoded.length; from += STEP) {
      this.#place({ encoded: encoded.subarray(from, from + STEP), from, next, rows });
      yield;
    }
    if (this.#making !== making) return;
    this.#starts = starts;
    this.#rows = rows;
    this.#isMade = true;
  }

  /** Counts the rows of each code, at the index after it. */
  #count(encoded: Int32Array, counts: Int32Array): void {
    const { lists } = this.#codes;
    for (let at = 0; at < encoded.length; at++) {
      const count = lists.countOf(encoded[at] as number);
      for (let item = 0; item < count; item++) {
        const code = lists.codeAt(encoded[at] as number, item);
        counts[code + 1] = (counts[code + 1] as number) + 1;
      }
    }
  }

  /** Writes each row to the next position of each of its codes. */
  #place(of: { encoded: Int32Array; from: number; next: Int32Array; rows: Int32Array }): void {
    const { encoded, from, next, rows } = of;
    const { lists } = this.#codes;
    for (let at = 0; at < encoded.length; at++) {
      const count = lists.countOf(encoded[at] as number);
      for (let item = 0; item < count; item++) {
        const code = lists.codeAt(encoded[at] as number, item);
        rows[(next[code] as number)++] = from + at;
      }
    }
  }
}
