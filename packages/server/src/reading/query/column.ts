/**
 * One attribute of all entries of a content type, in one state. A row is the position of an entry in its table; a column knows
 * nothing about entries, and stores nothing for free rows.
 */
import type { Pace } from '../../platform/kit/pace.ts';
import type { ConditionTest } from './condition-test.ts';
import type { Source, StoredValue } from './index-row.ts';

/** Rows that meet a condition. */
export interface RowSet {
  /** Exactly these rows, each once, if they are known without a scan; never free ones. */
  readonly rows: ArrayLike<number> | null;
  /** Whether a row is in the set; the result for free rows is undefined. */
  readonly test: (row: number) => boolean;
  /** Scans all rows for those that `test` accepts, without free ones; faster than testing each. */
  readonly scan?: () => ArrayLike<number>;
}

export interface Column {
  readonly source: Source;
  /** Approximate bytes in use. */
  readonly bytes: number;
  /** Sets the value of a row; undefined if the row has none or is free. */
  set(row: number, value: StoredValue | undefined): void;
  select(test: ConditionTest): RowSet;
  /** Whether the row sorts last in every order: it has no value, or empty text. */
  sortsLast(row: number): boolean;
  /** Compares the values of two rows that do not sort last, the second in this column or another; numbers sort before text. */
  compare(row: number, other: Column, otherRow: number): number;
  /** The sort key of a row that does not sort last. */
  sortValue(row: number): number | string;
  /** Numbers that sort as the values do, NaN for rows that sort last: one for each of the first `count` rows, as of the call. */
  sortKeys(count: number, pace: Pace): Promise<Float64Array>;
}
