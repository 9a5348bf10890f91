/** How the entries that a query finds are turned into results: a reader of many takes them straight from the rows. */
import type { FoundEntry } from './query.ts';
import type { TypeTable } from './type-table.ts';

/**
 * Turns entries into results. A row is only valid until the next pause: a caller that needs more of it than the entry's id has to
 * read it at once.
 */
export interface Show<T> {
  ofRow(table: TypeTable, row: number): T;
  ofEntry(entry: FoundEntry): T;
}

/** Returns entries as they were found. */
export const asFound: Show<FoundEntry> = {
  ofRow: (table, row) => table.found(row),
  ofEntry: (entry) => entry,
};
