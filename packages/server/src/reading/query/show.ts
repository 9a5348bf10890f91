/** What becomes of the entries that a query finds: a reader of many takes them straight from the rows. */
import type { FoundEntry } from './query.ts';
import type { TypeTable } from './type-table.ts';

/**
 * Takes the entries of a result. A row means what it says only until the next pause: a caller that keeps more of it than an
 * entry's id takes that at once.
 */
export interface Show<T> {
  ofRow(table: TypeTable, row: number): T;
  ofEntry(entry: FoundEntry): T;
}

/** Shows entries as they were found. */
export const asFound: Show<FoundEntry> = {
  ofRow: (table, row) => table.found(row),
  ofEntry: (entry) => entry,
};
