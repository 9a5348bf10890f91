/**
 * Searches the text index for a query. The search starts after the columns are built, so that it can miss no text that they refer
 * to; if one of them changed meanwhile, the search has to run again.
 */
import type { EnvironmentState } from '../../platform/database/database.ts';
import { findHits } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { FoundRows } from './found-rows.ts';
import type { LoadParts } from './loader.ts';
import type { Overlay } from './overlay.ts';
import type { TextColumn } from './text-column.ts';
import type { TypeTable } from './type-table.ts';

/** The tables to search. */
export interface SearchedTables {
  readonly kind: 'found';
  readonly spaceId: string;
  readonly search: SearchQuery;
  /** The text columns of each table, one for each searched locale, as its rows are now. */
  readonly columns: ReadonlyMap<TypeTable, readonly TextColumn[]>;
}

/**
 * The rows of the tables that match the search; tables that changed meanwhile are missing.
 * @param state of the environment, as the tables show it
 * @param overlay whose tables are among them
 */
export async function findRows(
  { database, memory }: LoadParts,
  { spaceId, search, columns: searched }: SearchedTables,
  state: EnvironmentState,
  overlay?: Overlay,
): Promise<Map<TypeTable, FoundRows>> {
  const rows = new Map<TypeTable, FoundRows>();
  const columns = new Map(searched);
  for (const [table, texts] of searched) {
    if (overlay?.rowsOf(table) === undefined) continue;
    rows.set(table, new FoundRows(texts, overlay.hits(search)));
    columns.delete(table);
  }
  if (columns.size === 0) return rows;
  const changesOf = (texts: readonly TextColumn[]) => texts.reduce((sum, column) => sum + column.changes, 0);
  const changes = new Map([...columns].map(([table, texts]) => [table, changesOf(texts)]));
  const hits = await findHits(database.readsSince(state).reader, spaceId, search);
  for (const [table, texts] of columns) {
    if (changesOf(texts) !== changes.get(table)) continue;
    const found = new FoundRows(texts, hits);
    table.findings.keep(memory, search, found);
    rows.set(table, found);
  }
  return rows;
}
