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
  readonly #column: TextColumn;
  readonly #changes: number;
  /** One part of `rows` for each rank, the best first. */
  readonly #ranks: readonly Int32Array[];

  /** @param hits read when the column was as it is now */
  constructor(column: TextColumn, hits: SearchHits) {
    this.#column = column;
    this.#changes = column.changes;
    const ranks = hits.byRank().map((texts) => column.rowsOf(texts));
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

  /** Whether the result matches the current column. */
  isCurrent(column: TextColumn): boolean {
    return column === this.#column && column.changes === this.#changes;
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
