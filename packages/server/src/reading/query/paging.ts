/**
 * One page of the rows that match, over the tables of one or more types, in one order. Two ways, whichever is
 * cheaper: along the order of the whole table past rows that do not match, or by sorting the rows that do.
 */
import type { Matches } from './matching.ts';
import { compareInOrder, type Permutation, type TableOrder } from './permutation.ts';
import type { EntryQuery } from './query.ts';
import type { Show } from './show.ts';
import type { Placed } from './state-table.ts';

/** What comparing two rows costs, in steps along an order. */
const COMPARE_COST = 16;
/** Rows that are sorted even though no order of the table is ready: fewer than it is worth making one for. */
export const SORTED_WITHOUT_ORDER_MAX = 512;

/** What one table gives to a page. */
export interface TablePart {
  readonly matches: Matches;
  readonly order: TableOrder;
  /** The order of the whole table, where it is ready. */
  readonly permutation: Permutation | undefined;
}

/** Where the page before ended. */
export interface PageStart extends Placed {
  readonly order: TableOrder;
  /** Which of the ranks the entry is among. */
  readonly rank: number;
}

/**
 * The entries of the page of the query.
 * @param ranks what matches, in parts of which one stands before the next: one for all, or one for each rank
 * @param how `from`: where the page before it ended, where that entry is still there
 */
export function pageOf<T>(
  ranks: readonly (readonly TablePart[])[],
  query: EntryQuery,
  { from, show }: { from: PageStart | undefined; show: Show<T> },
): T[] {
  const entries: T[] = [];
  let skip = from === undefined ? skipped(query) : 0;
  for (const [rank, parts] of ranks.entries()) {
    if (from !== undefined && rank < from.rank) continue;
    const start = rank === from?.rank ? from : undefined;
    const count = parts.reduce((sum, { matches }) => sum + matches.count, 0);
    if (start === undefined && skip >= count) {
      skip -= count;
      continue;
    }
    entries.push(...pageOfRank(parts, { skip, limit: query.limit - entries.length }, { from: start, show }));
    if (entries.length >= query.limit) break;
    skip = 0;
  }
  return entries;
}

interface PageCut {
  readonly skip: number;
  readonly limit: number;
}

interface PageWay<T> {
  readonly from: PageStart | undefined;
  readonly show: Show<T>;
}

function pageOfRank<T>(parts: readonly TablePart[], cut: PageCut, way: PageWay<T>): T[] {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return pageOfOne(first, cut, way);
  const { skip, limit } = cut;
  const walks = parts.map((part) => new Walk(part, skip + limit, way.from));
  const entries: T[] = [];
  const heap = new WalkHeap(walks);
  for (let passed = 0; entries.length < limit; passed++) {
    const walk = heap.first();
    if (walk === undefined) break;
    if (passed >= skip) entries.push(way.show.ofRow(walk.part.matches.table, walk.row));
    heap.advanceFirst();
  }
  return entries;
}

/** Whether a page of these rows can be had without an order of the whole table. */
export function needsNoOrder(matches: Matches): boolean {
  return matches.count <= SORTED_WITHOUT_ORDER_MAX && matches.rows !== null;
}

function skipped({ after, skip }: EntryQuery): number {
  return after === undefined ? skip : Math.max(0, after.passed - 1);
}

function pageOfOne<T>(part: TablePart, { skip, limit }: PageCut, { from, show }: PageWay<T>): T[] {
  const { table, rows } = part.matches;
  const entries: T[] = [];
  if (rows === null && part.permutation !== undefined) {
    const start = from === undefined ? skip : part.permutation.placeAfter(from.order, from.row);
    for (const row of part.permutation.rows.subarray(start, start + limit)) entries.push(show.ofRow(table, row));
    return entries;
  }
  const walk = new Walk(part, skip + limit, from);
  if (skip > 0) walk.pass(skip - 1);
  for (; walk.row >= 0 && entries.length < limit; walk.next()) entries.push(show.ofRow(table, walk.row));
  return entries;
}

/** Goes through the rows of one table that match, in order. */
class Walk {
  readonly part: TablePart;
  /** Where it stands; -1 at the end. */
  row = -1;
  readonly #rows: Int32Array;
  readonly #marks: { marks: Int32Array; mark: number } | undefined;
  #at: number;

  constructor(part: TablePart, wanted: number, from: (Placed & { order: TableOrder }) | undefined) {
    this.part = part;
    const { matches, order, permutation } = part;
    if (permutation !== undefined && (matches.rows === null || walkIsCheaper(matches, wanted))) {
      this.#rows = permutation.rows;
      this.#marks = matches.rows === null ? undefined : matches.table.mark(matches.rows);
      this.#at = from === undefined ? 0 : permutation.placeAfter(from.order, from.row);
    } else {
      this.#rows = Int32Array.from(matches.rows ?? []).sort((a, b) => compareInOrder(order, a, order, b));
      this.#at =
        from === undefined ? 0 : this.#rows.findIndex((row) => compareInOrder(order, row, from.order, from.row) > 0);
      if (this.#at < 0) this.#at = this.#rows.length;
    }
    this.next();
  }

  next(): void {
    this.pass(0);
  }

  /** Goes past so many rows behind the one where it stands, and to the next. */
  pass(count: number): void {
    const rows = this.#rows;
    const marked = this.#marks;
    let left = count;
    let at = this.#at;
    if (marked === undefined) at += count;
    else {
      const { marks, mark } = marked;
      for (; at < rows.length; at++) if (marks[rows[at] as number] === mark && left-- === 0) break;
    }
    this.row = rows[at] ?? -1;
    this.#at = at + 1;
  }
}

/** Steps along the order until so many matches are found, against comparisons to sort the matches. */
function walkIsCheaper({ table, count }: Matches, wanted: number): boolean {
  const steps = count === 0 ? table.size : Math.min(table.size, (wanted * table.size) / count);
  return steps + count < count * Math.log2(count + 1) * COMPARE_COST;
}

/** The walks of several tables, the one whose row comes first on top. */
class WalkHeap {
  readonly #walks: Walk[];

  constructor(walks: readonly Walk[]) {
    this.#walks = walks.filter(({ row }) => row >= 0);
    for (let at = (this.#walks.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  first(): Walk | undefined {
    return this.#walks[0];
  }

  advanceFirst(): void {
    const first = this.#walks[0];
    if (first === undefined) return;
    first.next();
    const last = first.row < 0 ? this.#walks.pop() : undefined;
    if (last !== undefined && this.#walks.length > 0) this.#walks[0] = last;
    this.#sink(0);
  }

  #sink(start: number): void {
    let at = start;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#walks.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return;
      const walk = this.#walks[at] as Walk;
      this.#walks[at] = this.#walks[least] as Walk;
      this.#walks[least] = walk;
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#walks[a] as Walk, this.#walks[b] as Walk];
    return compareInOrder(one.part.order, one.row, other.part.order, other.row) < 0;
  }
}
