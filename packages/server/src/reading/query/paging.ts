/**
 * One page of the matching rows, over the tables of one or more types, in one order. There are two ways, whichever is cheaper:
 * walk the order of the whole table and skip rows that do not match, or sort the rows that do.
 */
import type { PagePosition, Place, SortValue } from '../../platform/kit/page-position.ts';
import type { Matches } from './matching.ts';
import { compareInOrder, type Permutation, rowsUpTo, type TableOrder, valuesAt } from './permutation.ts';
import type { EntryQuery, QueryResult } from './query.ts';
import type { Show } from './show.ts';
import type { HiddenRows } from './shown-tables.ts';

/** The cost of comparing two rows, in steps along an order. */
const COMPARE_COST = 16;
/** Matching rows that are sorted even if no order of the table is ready: building one does not pay for so few. */
export const SORTED_WITHOUT_ORDER_MAX = 512;

/** The contribution of one table to a page. */
export interface TablePart {
  readonly matches: Matches;
  readonly order: TableOrder;
  /** The order of the whole table, if it is ready. */
  readonly permutation: Permutation | undefined;
}

/** A page: its entries, the last of them, and whether more follow. */
interface Page<T> {
  readonly entries: T[];
  last: { readonly part: number; readonly order: TableOrder; readonly row: number } | undefined;
  isMore: boolean;
}

/**
 * The page of the query.
 * @param ranks the matches in parts, each before the next
 * @param since the revision of the first page; null in an order in which nothing moves entries
 */
export function pageOf<T>(
  ranks: readonly (readonly TablePart[])[],
  query: EntryQuery,
  { show, revision, since }: { show: Show<T>; revision: number; since: SortValue },
): Pick<QueryResult<T>, 'entries' | 'next'> {
  const { after, limit } = query;
  const page: Page<T> = { entries: [], last: undefined, isMore: false };
  let skip = after === undefined ? query.skip : 0;
  for (const [part, parts] of ranks.entries()) {
    if (after !== undefined && part < after.part) continue;
    const from = part === after?.part ? after : undefined;
    const count = parts.reduce((sum, { matches }) => sum + matches.count, 0);
    if (from === undefined && skip >= count) {
      skip -= count;
      continue;
    }
    if (page.entries.length >= limit) page.isMore = true;
    if (page.isMore) break;
    takeRank(page, parts, { part, from, skip, limit, show });
    skip = 0;
  }
  return { entries: page.entries, next: positionAfter(page, query, { revision, since }) };
}

function positionAfter<T>(
  { entries, last, isMore }: Page<T>,
  { after, skip }: EntryQuery,
  { revision, since }: { revision: number; since: SortValue },
): PagePosition | null {
  if (!isMore || last === undefined) return null;
  const { part, order, row } = last;
  return {
    part,
    values: valuesAt(order, row),
    id: order.keys.get(row),
    since,
    seen: revision,
    passed: (after?.passed ?? skip) + entries.length,
  };
}

/** How to take rows of one rank: up to `limit` entries of the page. */
interface RankCut<T> {
  readonly part: number;
  readonly from: Place | undefined;
  readonly skip: number;
  readonly limit: number;
  readonly show: Show<T>;
}

function takeRank<T>(page: Page<T>, parts: readonly TablePart[], cut: RankCut<T>): void {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    takeOne(page, first, cut);
    return;
  }
  const { part, from, skip, limit, show } = cut;
  const walks = parts.map((one) => new Walk(one, skip + limit - page.entries.length, from));
  const heap = new WalkHeap(walks);
  let walk = heap.first();
  for (let passed = 0; walk !== undefined && page.entries.length < limit; passed++) {
    if (passed >= skip) {
      page.entries.push(show.ofRow(walk.part.matches.table, walk.row));
      page.last = { part, order: walk.part.order, row: walk.row };
    }
    heap.advanceFirst();
    walk = heap.first();
  }
  page.isMore = walk !== undefined;
}

/** Whether a page of these rows is possible without an order of the whole table. */
export function needsNoOrder(matches: Matches): boolean {
  return matches.count <= SORTED_WITHOUT_ORDER_MAX && matches.rows !== null;
}

function takeOne<T>(page: Page<T>, one: TablePart, { part, from, skip, limit, show }: RankCut<T>): void {
  const { table, rows, hidden } = one.matches;
  const { order, permutation } = one;
  const wanted = limit - page.entries.length;
  if (rows === null && permutation !== undefined && hidden === undefined) {
    const start = from === undefined ? skip : rowsUpTo(from, order, permutation.rows);
    const taken = permutation.rows.subarray(start, start + wanted);
    for (const row of taken) page.entries.push(show.ofRow(table, row));
    const last = taken.at(-1);
    if (last !== undefined) page.last = { part, order, row: last };
    page.isMore = start + taken.length < permutation.rows.length;
    return;
  }
  const walk = new Walk(one, skip + wanted, from);
  if (skip > 0) walk.pass(skip - 1);
  for (; walk.row >= 0 && page.entries.length < limit; walk.next()) {
    page.entries.push(show.ofRow(table, walk.row));
    page.last = { part, order, row: walk.row };
  }
  page.isMore = walk.row >= 0;
}

/** Iterates over the matching rows of one table, in order. */
class Walk {
  readonly part: TablePart;
  /** The current row; -1 at the end. */
  row = -1;
  readonly #rows: Int32Array;
  readonly #marks: { marks: Int32Array; mark: number } | undefined;
  readonly #hidden: HiddenRows | undefined;
  #at: number;

  constructor(part: TablePart, wanted: number, from: Place | undefined) {
    this.part = part;
    const { matches, order, permutation } = part;
    if (permutation !== undefined && (matches.rows === null || walkIsCheaper(matches, wanted))) {
      this.#rows = permutation.rows;
      this.#marks = matches.rows === null ? undefined : matches.table.mark(matches.rows);
      this.#hidden = matches.hidden;
    } else {
      this.#rows = Int32Array.from(matches.rows ?? []).sort((a, b) => compareInOrder(order, a, order, b));
    }
    this.#at = from === undefined ? 0 : rowsUpTo(from, order, this.#rows);
    this.next();
  }

  next(): void {
    this.pass(0);
  }

  /** Skips that many rows after the current one, and moves to the next. */
  pass(count: number): void {
    const rows = this.#rows;
    const marked = this.#marks;
    let left = count;
    let at = this.#at;
    if (marked === undefined && this.#hidden === undefined) at += count;
    else if (marked === undefined) {
      const hidden = this.#hidden?.flags;
      for (; at < rows.length; at++) if (hidden?.[rows[at] as number] === 0 && left-- === 0) break;
    } else {
      const { marks, mark } = marked;
      for (; at < rows.length; at++) if (marks[rows[at] as number] === mark && left-- === 0) break;
    }
    this.row = rows[at] ?? -1;
    this.#at = at + 1;
  }
}

/** Compares the steps along the order until enough matches are found with the cost of sorting the matches. */
function walkIsCheaper({ table, count }: Matches, wanted: number): boolean {
  const steps = count === 0 ? table.size : Math.min(table.size, (wanted * table.size) / count);
  return steps + count < count * Math.log2(count + 1) * COMPARE_COST;
}

/** The walks of several tables; the one with the first row is on top. */
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
