/**
 * The rows of a table whose text matches a search, by rank, the best first. Texts never change, so the result stays valid until a
 * row of the column gets another text.
 */
import { isAmong } from '../../platform/kit/sorted-numbers.ts';
import { RANK_MAX, type SearchHits } from '../search/hits.ts';
import type { TextColumn } from './text-column.ts';

/** Bytes of the object and its arrays. */
const BYTES_AROUND = 400;

export class FoundRows {
  /** All matching rows: rank by rank, in ascending order within each. */
  readonly rows: Int32Array;
  /** The columns of the searched locales, each as often changed as when it was searched. */
  readonly #columns: readonly { readonly column: TextColumn; readonly changes: number }[];
  /** One part of `rows` for each rank, the best first. */
  readonly #ranks: readonly Int32Array[];

  /** @param hits read when the columns, one for each searched locale, were as they are now */
  constructor(columns: readonly TextColumn[], hits: SearchHits) {
    this.#columns = columns.map((column) => ({ column, changes: column.changes }));
    const ranks = ranksIn(columns, hits);
    this.rows = new Int32Array(ranks.reduce((sum, { length }) => sum + length, 0));
    let start = 0;
    this.#ranks = ranks.map((some) => {
      const part = this.rows.subarray(start, start + some.length);
      part.set(some);
      start += some.length;
      return part;
    });
  }

  get bytes(): number {
    return this.rows.byteLength + BYTES_AROUND;
  }

  /** Whether the result matches the current columns. */
  isCurrent(columns: readonly TextColumn[]): boolean {
    return this.#columns.every(({ column, changes }, at) => column === columns[at] && column.changes === changes);
  }

  has(row: number): boolean {
    return this.#ranks.some((rows) => isAmong(rows, row));
  }

  /** The index of a row's rank, 0 for the best; undefined if the row was not found. */
  rankOf(row: number): number | undefined {
    const rank = this.#ranks.findIndex((rows) => isAmong(rows, row));
    return rank === -1 ? undefined : rank;
  }

  /**
   * Splits some of the rows by rank, the best first.
   * @param some of `rows`, or `rows` itself
   */
  byRank(some: ArrayLike<number>): readonly ArrayLike<number>[] {
    if (some === this.rows) return this.#ranks;
    const ranked: number[][] = Array.from({ length: RANK_MAX }, () => []);
    for (let at = 0; at < some.length; at++) {
      const row = some[at] as number;
      ranked[this.rankOf(row) ?? RANK_MAX]?.push(row);
    }
    return ranked;
  }
}

/** The rows of each rank, the best first; a row whose texts in several locales match stands in the best of their ranks. */
function ranksIn(columns: readonly TextColumn[], hits: SearchHits): readonly Int32Array[] {
  const [only] = columns;
  const ranks = hits.byRank();
  if (only !== undefined && columns.length === 1) return ranks.map((texts) => only.rowsOf(texts));
  const taken = new Set<number>();
  return ranks.map((texts) => {
    const rows: number[] = [];
    for (const column of columns) {
      for (const row of column.rowsOf(texts)) {
        if (taken.has(row)) continue;
        taken.add(row);
        rows.push(row);
      }
    }
    return Int32Array.from(rows).sort();
  });
}
