/**
 * The rows of a table whose text matches a search, by rank, the best first. Texts never change, so they hold until
 * a row of the column holds another text.
 */
import { isAmong } from '../../platform/kit/sorted-numbers.ts';
import { RANK_MAX, type SearchHits } from '../search/hits.ts';
import type { TextColumn } from './text-column.ts';

/** Of the object and its arrays. */
const BYTES_AROUND = 400;

export class FoundRows {
  /** All of them: rank by rank, in rising order within each. */
  readonly rows: Int32Array;
  readonly #column: TextColumn;
  readonly #changes: number;
  /** One for each rank, the best first: parts of `rows`. */
  readonly #ranks: readonly Int32Array[];

  /** @param hits read when the column stood as it does now */
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

  /** Whether they are what the column holds by now. */
  isCurrent(column: TextColumn): boolean {
    return column === this.#column && column.changes === this.#changes;
  }

  has(row: number): boolean {
    return this.#ranks.some((rows) => isAmong(rows, row));
  }

  /** The place of a row's rank among all of them, 0 for the best; undefined where it was not found. */
  rankOf(row: number): number | undefined {
    const rank = this.#ranks.findIndex((rows) => isAmong(rows, row));
    return rank === -1 ? undefined : rank;
  }

  /**
   * Takes some of the rows apart by rank, the best first.
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
