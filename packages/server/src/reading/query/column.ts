/**
 * One attribute of all entries of a content type, in one state. A row is the place of an entry in its table; a column
 * knows nothing of entries, and holds nothing for rows that are free.
 */
import type { Pace } from '../../platform/kit/pace.ts';
import type { ConditionTest } from './condition-test.ts';
import type { Source, StoredValue } from './index-row.ts';

/** Rows that meet a condition. */
export interface RowSet {
  /** Exactly the rows, each once, where they are known without a scan; never free ones. */
  readonly rows: ArrayLike<number> | null;
  /** Whether one row is among them; free rows may be. */
  readonly test: (row: number) => boolean;
  /** Goes through all rows for those that `test` holds for, never free ones; faster than asking it of each. */
  readonly scan?: () => ArrayLike<number>;
}

export interface Column {
  readonly source: Source;
  /** Bytes held, about. */
  readonly bytes: number;
  /** Puts the value of a row; undefined where it has none or is free. */
  set(row: number, value: StoredValue | undefined): void;
  select(test: ConditionTest): RowSet;
  /** Whether the row stands last in every order: it has no value, or empty text. */
  sortsLast(row: number): boolean;
  /** Compares two values of rows that do not sort last, the second in this table or another; numbers come before text. */
  compare(row: number, other: Column, otherRow: number): number;
  /** What a row that does not sort last is ordered by. */
  sortValue(row: number): number | string;
  /** Numbers that sort as the values do, NaN for rows that sort last: one for each of the first `count` rows, as of the call. */
  sortKeys(count: number, pace: Pace): Promise<Float64Array>;
}
