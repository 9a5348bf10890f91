/**
 * Where a page of a list ended: the values that its last item is ordered by, and its id. Invariant: nothing in it depends on
 * how many items there are, so the next page begins behind that item, whatever is created, changed or deleted meanwhile.
 */

/** Text is ordered by its first characters, which a cursor holds for each attribute of the order. */
const ORDERED_CHARACTERS_MAX = 160;

/** What an item is ordered by in one attribute; null if it has no value. */
export type SortValue = string | number | null;

/** A place in the order of a list. */
export interface Place {
  /** The part of the list that it is in; each part comes before the next, and some lists have only the first. */
  readonly part: number;
  /** One for each attribute of the order; none in a part that is ordered by ids alone. */
  readonly values: readonly SortValue[];
  /** Breaks ties, ascending. */
  readonly id: string;
}

/** Where a page ended, and what the next one has to know about the pages before it. */
export interface PagePosition extends Place {
  /**
   * In an order that edits change, the revision of the first page, or in lists without revisions the latest time there. Null
   * in every other order.
   */
  readonly since: SortValue;
  /** A revision that the next page may not be older than, as this one was not; 0 in lists without revisions. */
  readonly seen: number;
  /** How many items came before the next page. It is only shown, as `skip`. */
  readonly passed: number;
}

/** Text as orders compare it: its beginning. */
export function orderedText(text: string): string {
  return text.length > ORDERED_CHARACTERS_MAX ? text.slice(0, ORDERED_CHARACTERS_MAX) : text;
}

/** Compares what two items are ordered by. Empty values come last in both directions, and numbers before text. */
export function compareSortValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const compared = typeof a === typeof b ? (a < b ? -1 : 1) : typeof a === 'number' ? -1 : 1;
  return descending ? -compared : compared;
}

/** Compares two places of one list. @param descending the direction of each attribute of the order */
export function comparePlaces(a: Place, b: Place, descending: readonly boolean[]): number {
  if (a.part !== b.part) return a.part - b.part;
  for (let at = 0; at < a.values.length; at++) {
    const compared = compareSortValues(a.values[at] ?? null, b.values[at] ?? null, descending[at] === true);
    if (compared !== 0) return compared;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The rows of a list in the order of their ids that a page needs. */
export interface RowsWanted {
  /** The id that they come after; undefined for the start of the list. */
  readonly after: string | undefined;
  /** How many of them to leave out. */
  readonly skip: number;
  /** One more than the page shows, which says whether there is another. */
  readonly limit: number;
}
