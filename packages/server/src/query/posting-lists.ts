/**
 * The rows of each code of a dictionary, in one array. Rows that changed since the array was made are kept aside and
 * looked at one by one, until they are many; then the array is made anew at the next question.
 */

/** Rows kept aside before the lists are made anew: at least so many, and at least this part of the rows. */
const CHANGED_ROWS_MIN = 1_024;
const CHANGED_PART = 1 / 16;
const BYTES_PER_ROW = 4;
const NO_CODES: readonly number[] = [];

/** The codes of the rows, as the column has them now. */
export interface CodesOfRows {
  /** Rows to look at. */
  readonly size: number;
  readonly codeCount: number;
  /** The code of each row that has one alone; below zero where it has none, or a list. */
  readonly codes: Int32Array;
  /** The codes of a row that has a list. */
  listOf(row: number): readonly number[] | undefined;
}

export class PostingLists {
  readonly #codes: CodesOfRows;
  /** Where the rows of each code begin. */
  #starts = new Int32Array(1);
  #rows = new Int32Array(0);
  readonly #changed = new Set<number>();
  #built = false;

  constructor(codes: CodesOfRows) {
    this.#codes = codes;
  }

  get bytes(): number {
    return (this.#starts.length + this.#rows.length) * BYTES_PER_ROW;
  }

  /** Told of every row whose codes changed. */
  changed(row: number): void {
    if (!this.#built) return;
    this.#changed.add(row);
    if (this.#changed.size > Math.max(CHANGED_ROWS_MIN, this.#rows.length * CHANGED_PART)) this.drop();
  }

  /** Forgets the lists until they are asked for. */
  drop(): void {
    this.#built = false;
    this.#changed.clear();
    this.#starts = new Int32Array(1);
    this.#rows = new Int32Array(0);
  }

  /** How many rows have the code, at most. */
  countOf(code: number): number {
    this.#build();
    return this.#end(code) - this.#start(code) + this.#changed.size;
  }

  /** The rows that have the code. */
  rowsOf(code: number): ArrayLike<number> {
    this.#build();
    const rows = this.#rows.subarray(this.#start(code), this.#end(code));
    if (this.#changed.size === 0) return rows;
    const current: number[] = [];
    for (const row of rows) if (!this.#changed.has(row)) current.push(row);
    for (const row of this.#changed) if (this.#hasCode(row, code)) current.push(row);
    return current;
  }

  #start(code: number): number {
    return this.#starts[code] ?? this.#rows.length;
  }

  #end(code: number): number {
    return this.#starts[code + 1] ?? this.#rows.length;
  }

  #hasCode(row: number, code: number): boolean {
    return this.#codes.codes[row] === code || this.#codes.listOf(row)?.includes(code) === true;
  }

  #build(): void {
    if (this.#built) return;
    const { size, codeCount, codes } = this.#codes;
    const starts = new Int32Array(codeCount + 1);
    for (let row = 0; row < size; row++) {
      const code = codes[row] as number;
      if (code >= 0) starts[code + 1] = (starts[code + 1] as number) + 1;
      else for (const listed of this.#listOf(row)) starts[listed + 1] = (starts[listed + 1] as number) + 1;
    }
    for (let code = 0; code < codeCount; code++)
      starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
    const rows = new Int32Array(starts[codeCount] as number);
    const next = starts.slice();
    for (let row = 0; row < size; row++) {
      const code = codes[row] as number;
      if (code >= 0) rows[(next[code] as number)++] = row;
      else for (const listed of this.#listOf(row)) rows[(next[listed] as number)++] = row;
    }
    this.#starts = starts;
    this.#rows = rows;
    this.#built = true;
  }

  #listOf(row: number): readonly number[] {
    return this.#codes.listOf(row) ?? NO_CODES;
  }
}
