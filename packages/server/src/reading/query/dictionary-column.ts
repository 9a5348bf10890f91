/**
 * A column of text, links, booleans or lists: each distinct value has a code, each row has the codes of its values. Codes are
 * never reused; values that no row has any more stay until the column is rebuilt.
 */
import type { IndexValue } from '../../model/fields/field-type.ts';
import type { Pace } from '../../platform/kit/pace.ts';
import { ABSENT, CodeLists } from './code-lists.ts';
import type { Column, RowSet } from './column.ts';
import { type ConditionTest, foldedText } from './condition-test.ts';
import type { Source, StoredValue } from './index-row.ts';
import { PostingLists } from './posting-lists.ts';
import { rowIntegers } from './row-numbers.ts';
import { firstNumbers, sortRows } from './sorting.ts';
import { ValueCodes } from './value-codes.ts';

const UNRANKED = -1;
/** Share of all rows up to which they are collected code by code; beyond it, scanning all rows is faster. */
const GATHERED_PART = 1 / 8;
/** Unranked values that may be tested one by one: at least this many, or a fixed share of the ranked ones. */
const UNRANKED_MIN = 64;
const UNRANKED_PART = 1 / 8;
const NO_CODES: readonly number[] = [];
/** Bytes of one distinct value besides its characters: a string, an entry in a map and in two arrays. */
const BYTES_PER_VALUE = 80;
const BYTES_PER_CODE = 4;
/** The objects of a column: maps, arrays, posting lists. */
const COLUMN_BYTES = 2_000;
/** Codes up to which each is looked up one by one. */
const FEW_CODES = 8;
/** Rows whose ranks are looked up between two checks of the clock. */
const ROWS_BETWEEN_RESTS = 16_384;
/** Values that are folded between two checks of the clock. */
const VALUES_FOLDED_AT_ONCE = 256;
/** Folded values that are cached. */
const FOLDED_MAX = 10_000;
/** Unused values that are tolerated before a rebuild. */
const IDLE_VALUES_MAX = 4_096;

export class DictionaryColumn implements Column {
  readonly source: Source;
  readonly #codes = rowIntegers(ABSENT);
  readonly #lists = new CodeLists();
  #size = 0;
  readonly #codeOf = new ValueCodes();
  readonly #values: IndexValue[] = [];
  /** The rank of each code that existed at the last sort; equal for values that fold to the same text. */
  #ranks = new Int32Array(0);
  /** The ranked codes, in order. */
  #inOrder: Int32Array = new Int32Array(0);
  /** Whether all values are text: numbers sort by another rule. */
  #isText = true;
  /** The folded text of values added since the last sort. */
  readonly #folded = new Map<number, string>();
  #characters = 0;
  readonly #postings: PostingLists;

  constructor(source: Source) {
    this.source = source;
    const column = this;
    this.#postings = new PostingLists({
      get codeCount() {
        return column.#values.length;
      },
      lists: this.#lists,
      of: (row) => this.#codes.get(row),
      ofAll: () => this.#codes.copy(this.#size),
    });
  }

  get bytes(): number {
    const values = this.#values.length * BYTES_PER_VALUE + 2 * this.#characters;
    // Posting lists contain each code of each row once. Their size counts before they are built, so that they always fit.
    const postings = (this.#size + this.#lists.codeCount + this.#values.length) * BYTES_PER_CODE;
    return COLUMN_BYTES + this.#codes.bytes + this.#lists.bytes + values + postings;
  }

  /** Whether so much is unused that the column should be rebuilt. */
  get isWasteful(): boolean {
    const idle = this.#values.length + this.#lists.idleCount;
    return idle > IDLE_VALUES_MAX + 2 * (this.#size + this.#lists.codeCount);
  }

  set(row: number, value: StoredValue | undefined): void {
    this.#lists.drop(this.#codes.get(row));
    this.#size = Math.max(this.#size, row + 1);
    this.#codes.set(row, this.#encode(value));
    this.#postings.changed(row);
  }

  /** The value in a row that has one; undefined otherwise. */
  get(row: number): IndexValue | undefined {
    return this.#values[this.#codes.get(row)];
  }

  /** The distinct values, including unused ones. The index of a value is its code. */
  get values(): readonly IndexValue[] {
    return this.#values;
  }

  codeOf(value: IndexValue): number | undefined {
    return this.#codeOf.get(value);
  }

  select(test: ConditionTest): RowSet {
    if (test.present !== null) {
      const { present, absent } = test;
      return { rows: null, test: (row) => (this.#codes.get(row) === ABSENT ? absent : present) };
    }
    if (test.textRange !== null && this.#isText) return this.#selectRange(test, test.textRange);
    return this.selectCodes(test.exact === null ? this.#codesThat(test) : this.#codesOfValues(test.exact), test);
  }

  /** The rows that have any of the codes, or with `wanted` false none of them. */
  selectCodes(codes: readonly number[], { wanted, absent }: Pick<ConditionTest, 'wanted' | 'absent'>): RowSet {
    const test = this.#rowTest(this.#membership(codes), { wanted, absent });
    return { rows: wanted && !absent ? this.#rowsOf(codes) : null, test };
  }

  /** Builds what queries need besides the codes, yielding in between, so that the first query does not block others. */
  prepare(pace: Pace): Promise<void> {
    return this.#postings.prepare(pace);
  }

  /** Whether the test can be applied without testing most values. If not, call `rank` first. */
  isRankedFor(test: ConditionTest): boolean {
    const ranked = this.#ranks.length;
    const isNeeded = test.textRange !== null && this.#isText;
    return !isNeeded || this.#values.length - ranked <= Math.max(UNRANKED_MIN, ranked * UNRANKED_PART);
  }

  sortsLast(row: number): boolean {
    const code = this.#codes.get(row);
    return code === ABSENT || this.#values[code] === '';
  }

  compare(row: number, other: Column, otherRow: number): number {
    if (!(other instanceof DictionaryColumn)) return 1;
    const a = this.#codes.get(row);
    const b = other.#codes.get(otherRow);
    if (a === b && other === this) return 0;
    if (other === this) {
      const [rank, otherRank] = [this.#rankOf(a), this.#rankOf(b)];
      if (rank !== UNRANKED && otherRank !== UNRANKED) return rank - otherRank;
    }
    const [x, y] = [this.#comparable(a), other.#comparable(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  }

  sortValue(row: number): string {
    return this.#comparable(this.#codes.get(row));
  }

  async sortKeys(count: number, pace: Pace): Promise<Float64Array> {
    const codes = this.#codes.copy(count);
    if (this.#ranks.length < this.#values.length) await this.rank(pace);
    const ranks = this.#ranks;
    const empty = this.#codeOf.get('');
    const keys = new Float64Array(codes.length);
    for (let row = 0; row < codes.length; row++) {
      if (row % ROWS_BETWEEN_RESTS === 0) await pace.restIfDue();
      const code = codes[row] as number;
      keys[row] = code === empty ? Number.NaN : (ranks[code] ?? Number.NaN);
    }
    return keys;
  }

  /** Ranks all current values, as orders and ranges over text need. */
  async rank(pace: Pace): Promise<void> {
    const distinct = this.#values.length;
    const folded: string[] = [];
    for (let code = 0; code < distinct; code++) {
      folded.push(foldedText(this.#values[code] as IndexValue));
      if (code % VALUES_FOLDED_AT_ONCE === 0) await pace.restIfDue();
    }
    const compare = (a: number, b: number): number => {
      const [x, y] = [folded[a] as string, folded[b] as string];
      return x < y ? -1 : x > y ? 1 : 0;
    };
    const order = await sortRows(firstNumbers(distinct), compare, pace);
    const ranks = new Int32Array(distinct);
    let rank = 0;
    for (let at = 0; at < distinct; at++) {
      if (at > 0 && compare(order[at - 1] as number, order[at] as number) !== 0) rank += 1;
      ranks[order[at] as number] = rank;
      if (at % VALUES_FOLDED_AT_ONCE === 0) await pace.restIfDue();
    }
    this.#ranks = ranks;
    this.#inOrder = order;
    for (const code of this.#folded.keys()) if (code < distinct) this.#folded.delete(code);
  }

  #encode(value: StoredValue | undefined): number {
    if (value === undefined) return ABSENT;
    if (!Array.isArray(value)) return this.#intern(value as IndexValue);
    const codes = new Set<number>();
    for (const item of value as readonly IndexValue[]) codes.add(this.#intern(item));
    return this.#lists.add([...codes]);
  }

  #intern(value: IndexValue): number {
    const known = this.#codeOf.get(value);
    if (known !== undefined) return known;
    const code = this.#values.length;
    this.#codeOf.set(value, code);
    this.#values.push(value);
    if (typeof value === 'number') this.#isText = false;
    this.#characters += typeof value === 'string' ? value.length : 0;
    return code;
  }

  #membership(codes: readonly number[]): (code: number) => boolean {
    if (codes.length <= FEW_CODES) return (code) => codes.includes(code);
    const flags = new Uint8Array(this.#values.length);
    for (const code of codes) flags[code] = 1;
    return (code) => flags[code] === 1;
  }

  #rankOf(code: number): number {
    return this.#ranks[code] ?? UNRANKED;
  }

  /** The sort key of the value. New ones are cached, because an added value is compared with many others. */
  #comparable(code: number): string {
    const known = this.#folded.get(code);
    if (known !== undefined) return known;
    const folded = foldedText(this.#values[code] as IndexValue);
    if (this.#rankOf(code) === UNRANKED && this.#folded.size < FOLDED_MAX) this.#folded.set(code, folded);
    return folded;
  }

  #codesOfValues(values: readonly IndexValue[]): number[] {
    return values.map((value) => this.#codeOf.get(value)).filter((code) => code !== undefined);
  }

  #rowTest(isOne: (code: number) => boolean, { wanted, absent }: Pick<ConditionTest, 'wanted' | 'absent'>) {
    return (row: number): boolean => {
      const encoded = this.#codes.get(row);
      if (encoded >= 0) return isOne(encoded) === wanted;
      return encoded === ABSENT ? absent : this.#lists.some(encoded, isOne) === wanted;
    };
  }

  /** A narrow range is turned into its codes; for any other, the rank of each row's value is compared. */
  #selectRange(test: ConditionTest, range: NonNullable<ConditionTest['textRange']>): RowSet {
    const [from, to] = this.#placesIn(range);
    const ranks = this.#ranks;
    if (to - from <= ranks.length * GATHERED_PART) {
      const codes = Array.from(this.#inOrder.subarray(from, to));
      for (let code = ranks.length; code < this.#values.length; code++)
        if (test.item(this.#values[code] as IndexValue)) codes.push(code);
      return this.selectCodes(codes, test);
    }
    const least = ranks[this.#inOrder[from] as number] as number;
    const most = ranks[this.#inOrder[to - 1] as number] as number;
    const isOne = (code: number): boolean => {
      const rank = ranks[code];
      return rank === undefined ? test.item(this.#values[code] as IndexValue) : rank >= least && rank <= most;
    };
    return { rows: null, test: this.#rowTest(isOne, test) };
  }

  /** The start of a range in the order, and its end (exclusive). */
  #placesIn({ operator, operand }: NonNullable<ConditionTest['textRange']>): [number, number] {
    switch (operator) {
      case 'gt':
        return [this.#ranksUpTo(operand, true), this.#inOrder.length];
      case 'gte':
        return [this.#ranksUpTo(operand, false), this.#inOrder.length];
      case 'lt':
        return [0, this.#ranksUpTo(operand, false)];
      case 'lte':
        return [0, this.#ranksUpTo(operand, true)];
    }
  }

  /** How many codes in the order sort before a text, optionally including it. */
  #ranksUpTo(text: string, withIt: boolean): number {
    let low = 0;
    let high = this.#inOrder.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.#comparable(this.#inOrder[middle] as number);
      if (value < text || (withIt && value === text)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #codesThat(test: ConditionTest): number[] {
    const codes: number[] = [];
    for (const [code, value] of this.#values.entries()) if (test.item(value)) codes.push(code);
    return codes;
  }

  /** The rows of the codes, each once; null if scanning all rows is no slower. */
  #rowsOf(codes: readonly number[]): ArrayLike<number> | null {
    if (codes.length === 0) return NO_CODES;
    let most = 0;
    for (const code of codes) most += this.#postings.countOf(code);
    if (most > this.#size * GATHERED_PART && codes.length > 1) return null;
    const [only] = codes;
    if (codes.length === 1 && only !== undefined) return this.#postings.rowsOf(only);
    const rows = new Set<number>();
    for (const code of codes) for (const row of Array.from(this.#postings.rowsOf(code))) rows.add(row);
    return [...rows];
  }
}
